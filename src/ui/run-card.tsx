import type { ReactNode } from "react";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { WeekdayRange } from "#i18n/run-dates.tsx";
import { Picture, type PictureData } from "./picture.tsx";

interface RunCardProps {
  picture: PictureData;
  course: { name_eng: string; name_ar: string | null };
  run: { start_date: string; end_date: string; venue_eng: string; venue_ar: string | null };
  /** Shown below the venue. */
  children?: ReactNode;
}

/** Says in short which run a page is about: picture, course, days and venue. */
export function RunCard({ picture, course, run, children }: RunCardProps) {
  return (
    <div className="flex items-center gap-4 rounded-card bg-sunken p-4 text-start">
      <Picture picture={picture} alt="" className="aspect-[16/10] w-24 flex-none rounded-control" />
      <div className="min-w-0">
        <p className="font-medium leading-snug">
          <LocalizedText eng={course.name_eng} ar={course.name_ar} />
        </p>
        <p className="mt-1 text-sm text-ink-3 tabular-nums">
          <WeekdayRange of={run} />
        </p>
        <p className="text-sm text-ink-3">
          <LocalizedText eng={run.venue_eng} ar={run.venue_ar} />
        </p>
        {children}
      </div>
    </div>
  );
}
