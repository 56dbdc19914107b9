import { useState } from "react";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { useFormats } from "../parts/formats.ts";
import { tabRowClass } from "../parts/view-tabs.tsx";
import { clsx } from "clsx/lite";

const languages = ["en", "ar"] as const;

/** Preview of the email in either language and width. Reloads for each version. */
export function MailPreview({ id, version, isNarrow = false }: { id: number; version: number; isNarrow?: boolean }) {
  const { locale } = useFormats();
  const [previewLocale, setPreviewLocale] = useState<"en" | "ar">(locale);
  const [width, setWidth] = useState<"wide" | "phone">("wide");
  const order = locale === "ar" ? languages.toReversed() : languages;
  return (
    <section className="card" aria-label={m.staff_common_action_preview()}>
      <div className={tabRowClass}>
        {order.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === previewLocale}
            onClick={() => setPreviewLocale(option)}
          >
            {m[`staff_newsletter_languages_${option}`]()}
          </button>
        ))}
        {!isNarrow && (
          <span className="ms-auto">
            {(["wide", "phone"] as const).map((option) => (
              <TooltipButton
                icon={option === "wide" ? "monitor" : "smartphone"}
                key={option}
                aria-pressed={option === width}
                label={m[`staff_newsletter_widths_${option}`]()}
                onClick={() => setWidth(option)}
              />
            ))}
          </span>
        )}
      </div>
      <iframe
        key={`${previewLocale}:${version}`}
        className={clsx("block h-168 w-full rounded-b-card bg-surface", width === "phone" && "mx-auto max-w-97.5")}
        title={m[`staff_newsletter_preview_in_${previewLocale}`]()}
        src={`/api/staff/newsletter-issues/${id}/mail?locale=${previewLocale}`}
      />
    </section>
  );
}
