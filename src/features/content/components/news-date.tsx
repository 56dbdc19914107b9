import { fullDate, riyadhDate } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";

export function NewsDate({ instant, className }: { instant: string; className?: string }) {
  const day = riyadhDate(new Date(instant));
  return (
    <time dateTime={day} className={className}>
      {fullDate(day, useLocale())}
    </time>
  );
}
