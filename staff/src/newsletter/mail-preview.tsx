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
  const [shown, setShown] = useState<"en" | "ar">(locale);
  const [width, setWidth] = useState<"wide" | "phone">("wide");
  const order = locale === "ar" ? languages.toReversed() : languages;
  return (
    <section className="card" aria-label={m.staff_common_action_preview()}>
      <div className={tabRowClass}>
        {order.map((one) => (
          <button key={one} type="button" aria-pressed={one === shown} onClick={() => setShown(one)}>
            {m[`staff_newsletter_languages_${one}`]()}
          </button>
        ))}
        {!isNarrow && (
          <span className="ms-auto">
            {(["wide", "phone"] as const).map((one) => (
              <TooltipButton
                icon={one === "wide" ? "monitor" : "smartphone"}
                key={one}
                aria-pressed={one === width}
                label={m[`staff_newsletter_widths_${one}`]()}
                onClick={() => setWidth(one)}
              />
            ))}
          </span>
        )}
      </div>
      <iframe
        key={`${shown}:${version}`}
        className={clsx("block h-168 w-full rounded-b-card bg-surface", width === "phone" && "mx-auto max-w-97.5")}
        title={m[`staff_newsletter_preview_in_${shown}`]()}
        src={`/api/staff/newsletter-issues/${id}/mail?locale=${shown}`}
      />
    </section>
  );
}
