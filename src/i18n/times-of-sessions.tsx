import { TextLines } from "#ui/text-lines.tsx";
import { useLocale } from "./link.tsx";
import { sessionLines, type SessionTimes } from "./session-times.ts";

/** The times of a run's sessions, a line each; nothing while they are not confirmed. */
export function TimesOfSessions({ of }: { of: readonly SessionTimes[] }) {
  return <TextLines texts={sessionLines(of, useLocale())} />;
}
