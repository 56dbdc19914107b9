/** What a form's stamp says: when its form was opened. Ages in milliseconds. */
export type StampAge = "too-young" | "good" | "too-old";

/** Nobody fills in a form and sends it in less; a robot that posts at once does. */
export const youngestStampMs = 2_000;
/** A tab may stay open over a working day. */
const oldestStampMs = 12 * 60 * 60_000;

/** Whether a form opened so long ago can have been sent by a person just now. */
export function stampAge(ageMs: number): StampAge {
  if (ageMs < youngestStampMs) return "too-young";
  return ageMs <= oldestStampMs ? "good" : "too-old";
}
