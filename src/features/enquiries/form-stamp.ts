/** What a form's stamp says: when it was asked for. Ages in milliseconds. */
export type StampAge = "too-young" | "good" | "too-old";

/** So long a sender waits who needs one: beyond the allowance without a stamp every form costs a request and this time. */
export const youngestStampMs = 2_000;
/** A tab may stay open over a working day. */
const oldestStampMs = 12 * 60 * 60_000;

/** Whether a stamp of this age counts. */
export function stampAge(ageMs: number): StampAge {
  if (ageMs < youngestStampMs) return "too-young";
  return ageMs <= oldestStampMs ? "good" : "too-old";
}
