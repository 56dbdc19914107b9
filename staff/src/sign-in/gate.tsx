import type { ReactNode } from "react";
import { useLocaleState } from "../frame/locale.ts";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Mark } from "../../../src/ui/mark.tsx";
import { clsx } from "clsx/lite";

const footClass = "inline-flex min-h-6 items-center gap-1.5 text-sm font-medium text-primary";

/** The layout of the pages outside the portal: sign-in, invitation, and an error before the portal opens. */
export function Gate({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  const [locale, setLocale] = useLocaleState();
  const otherLocale = locale === "ar" ? "en" : "ar";
  return (
    <div className="relative isolate flex min-h-screen flex-col before:absolute before:inset-0 before:-z-1 before:bg-[url(./sign-in/pattern.svg)] before:mask-[radial-gradient(ellipse_46rem_34rem_at_50%_46%,transparent_45%,#000)] before:bg-cover before:bg-center before:opacity-55">
      <main
        // Not centred vertically, because a later message or the demo accounts would move it.
        className={clsx(
          "mx-auto mt-[clamp(1rem,14vh,9rem)] mb-auto w-full px-4 py-8",
          isWide ? "max-w-136" : "max-w-104",
        )}
      >
        <div className="mb-5 flex items-center gap-3 font-display text-h2/tight">
          <Mark size={44} />
          <span>
            {m.staff_shell_name()}
            <small className="block font-sans text-sm font-normal text-ink-3">{m.staff_shell_title_short()}</small>
          </span>
        </div>
        <div className="grid grid-cols-1 gap-4.5 rounded-[20px] border border-edge bg-surface p-7.5 text-ink-2 shadow-2 max-md:p-5.5">
          {children}
        </div>
      </main>
      <footer className="flex justify-between px-8 py-5 max-md:p-4 print:hidden">
        <a className={footClass} href={locale === "ar" ? "/ar" : "/"}>
          <Icon name="arrow-left" size={14} mirrors />
          {m.staff_sign_in_back()}
        </a>
        <button type="button" className={footClass} lang={otherLocale} onClick={() => void setLocale(otherLocale)}>
          <Icon name="languages" size={16} />
          {otherLocale === "ar" ? "العربية" : "English"}
        </button>
      </footer>
    </div>
  );
}
