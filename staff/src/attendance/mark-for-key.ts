import type { MarkState } from "../../../src/features/learning/attendance/attendance.ts";

const marksByLetter: Record<string, MarkState> = { p: "present", l: "late", a: "absent", e: "excused" };

/** The mark that a key sets. On layouts without Latin letters, such as Arabic, the position of the key decides. */
export function getMarkForKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): MarkState | undefined {
  const letter = /^[\u0021-\u007e]$/.test(key) ? key : code.replace(/^Key/, "");
  return marksByLetter[letter.toLowerCase()];
}
