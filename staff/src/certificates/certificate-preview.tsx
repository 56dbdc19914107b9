import type { FullRun } from "../runs/types.ts";
import { m } from "../messages.ts";
import { Mark } from "../../../src/ui/mark.tsx";
import { useFormats } from "../parts/formats.ts";

/** A small preview of a certificate. Shows the name in both scripts, the course and its hours. */
export function CertificatePreview({ nameEng, nameAr, run }: { nameEng: string; nameAr: string; run: FullRun }) {
  const { localized } = useFormats();
  const isAccredited = run.accreditationStatus === "accredited";
  const count = { count: run.hours };
  return (
    <div className="rounded border border-palm-600 bg-surface p-1">
      <div className="grid min-h-42 content-center justify-items-center gap-0.5 border border-palm-300 px-3 py-4 text-center">
        <Mark size={26} />
        <span className="mt-1 text-sm text-primary">{m.staff_certificates_paper_title()}</span>
        <span className="font-display text-h4 wrap-anywhere" lang="en" dir="ltr">
          {nameEng || "…"}
        </span>
        <span className="font-display text-h4 wrap-anywhere" lang="ar" dir="rtl">
          {nameAr || "…"}
        </span>
        <span className="text-sm text-ink-2">{localized(run.name_eng, run.name_ar)}</span>
        <span className="text-sm text-ink-2">
          {isAccredited ? m.staff_runs_cme_hours(count) : m.staff_runs_plain_hours(count)}
        </span>
      </div>
    </div>
  );
}
