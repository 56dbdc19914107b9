import { clsx } from "clsx/lite";
import { useLocale } from "#i18n/link.tsx";
import type { Locale } from "#i18n/locale.ts";
import { Picture, type PictureData } from "#ui/picture.tsx";
import { DemoButton } from "../demo-dialog.tsx";

const tones = {
  khuzama: { background: "bg-[#1f1738]", text: "text-[#dcd2f4]" },
  palm: { background: "bg-palm-900", text: "text-on-band-2" },
};

export interface DemoCardProps {
  title: string;
  text: string;
  art: Record<Locale, PictureData>;
  tone?: keyof typeof tones;
  className?: string;
}

export function DemoCard({ title, text, art, tone = "khuzama", className }: DemoCardProps) {
  const locale = useLocale();
  return (
    <section
      aria-labelledby="demo-card"
      className={clsx(
        "relative isolate grid min-h-136 items-end overflow-hidden rounded-panel text-on-band md:min-h-88 md:items-center",
        tones[tone].background,
        className,
      )}
    >
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-0 -z-1 h-[58%] max-md:mask-[linear-gradient(#000_50%,transparent_92%)] md:h-full"
      >
        <Picture
          picture={art[locale]}
          alt=""
          className="size-full bg-transparent!"
          imgClassName="absolute! inset-0 max-md:object-[72%_0] max-md:rtl:object-[28%_0] md:max-lg:object-[14%_50%] md:max-lg:rtl:object-[86%_50%]"
        />
      </div>
      <div className="grid max-w-152 justify-items-start md:max-lg:max-w-[60%] gap-5 p-7 md:px-[clamp(1.5rem,5vw,4.5rem)] md:py-14">
        <h2 id="demo-card">{title}</h2>
        <p className={clsx("text-[1.125rem] text-pretty", tones[tone].text)}>{text}</p>
        <DemoButton variant="cream" size="lg" className="max-md:w-full" />
      </div>
    </section>
  );
}
