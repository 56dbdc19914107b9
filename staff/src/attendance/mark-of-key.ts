import type { MarkState } from "../../../src/features/learning/attendance/attendance.ts";

const keys: Record<string, MarkState> = { p: "present", l: "late", a: "absent", e: "excused" };

/** What a letter marks: by the key's place where the layout has no Latin letters, as the Arabic one. */
export function markOfKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): MarkState | undefined {
  const letter = /^[\u0021-\u007e]$/.test(key) ? key : code.replace(/^Key/, "");
  return keys[letter.toLowerCase()];
}
