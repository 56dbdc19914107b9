export type FormTokenAge = "too-young" | "good" | "too-old";

/** Minimum age of a token. Beyond the limit for forms without one, a bot must request a token and wait this long. */
export const youngestTokenMs = 2_000;
/** Maximum age of a token. A tab may stay open for a working day. */
const oldestTokenMs = 12 * 60 * 60_000;

export function classifyTokenAge(ageMs: number): FormTokenAge {
  if (ageMs < youngestTokenMs) return "too-young";
  return ageMs <= oldestTokenMs ? "good" : "too-old";
}
