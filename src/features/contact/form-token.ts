export type FormTokenAge = "too-young" | "good" | "too-old";

/** Past the rate limit without a token, every form costs a request and this wait. */
export const youngestTokenMs = 2_000;
/** A tab may stay open over a working day. */
const oldestTokenMs = 12 * 60 * 60_000;

export function classifyTokenAge(ageMs: number): FormTokenAge {
  if (ageMs < youngestTokenMs) return "too-young";
  return ageMs <= oldestTokenMs ? "good" : "too-old";
}
