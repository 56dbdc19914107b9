import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { useLocale } from "#i18n/link.tsx";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { LinkButton } from "#ui/link-button.tsx";
import { StarGlyph } from "../star-glyph.tsx";

export const brochureFile = (locale: Locale): string => `/media/nama-his-brochure-${locale}.pdf`;

interface BrochureRowProps {
  tone: "stone" | "surface";
  contents?: string;
  headingLevel: 2 | 3;
  children?: ReactNode;
}

/** Offers the brochure of Nama HIS in both languages (requirement C-06). */
export function BrochureRow({ tone, contents, headingLevel, children }: BrochureRowProps) {
  const locale = useLocale();
  const other = locale === "ar" ? "en" : "ar";
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className={clsx(
        "flex flex-wrap items-center justify-between gap-x-6 gap-y-5 rounded-panel p-[1.35rem] md:px-9",
        tone === "stone" ? "bg-stone md:py-8" : "border border-line bg-surface md:py-6.5",
      )}
    >
      <div className="flex min-w-0 items-center gap-5.5">
        <StarGlyph sign="M10 27h9l2.5-8 5 16 3.5-11 1.5 3H42" className="flex-none max-md:hidden" />
        <div className="min-w-0">
          <Heading className="text-h3">{m.site_digital_brochure()}</Heading>
          <p className="mt-1.5 text-sm text-ink-3">
            <bdi lang="en">PDF</bdi>
            {m.site_digital_brochure_note()} {contents}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 max-md:w-full max-md:*:w-full">
        <a
          href={brochureFile(other)}
          hrefLang={other}
          type="application/pdf"
          download
          className="inline-flex min-h-11 items-center justify-center font-medium text-primary underline decoration-current/40 underline-offset-3 hover:decoration-current max-md:order-last"
        >
          {m.site_digital_brochure_other()}
        </a>
        <LinkButton
          href={brochureFile(locale)}
          hrefLang={locale}
          type="application/pdf"
          download
          variant="secondary"
          icon="download"
        >
          {m.site_digital_brochure_download()}
        </LinkButton>
        {children}
      </div>
    </div>
  );
}
