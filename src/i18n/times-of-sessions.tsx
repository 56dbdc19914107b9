import { TextLines } from "#ui/text-lines.tsx";
import { useLocale } from "./link.tsx";
import { sessionLines, type SessionTimes } from "./session-times.ts";

/** Shows the times of a run's sessions, one line per time of day; nothing while the times are not confirmed. */
export function TimesOfSessions({ of }: { of: readonly SessionTimes[] }) {
  return <TextLines texts={sessionLines(of, useLocale())} />;
}
