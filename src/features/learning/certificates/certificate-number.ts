import { normaliseCode } from "#i18n/input-text.ts";

/** 32 signs, 5 bits each: letters and digits without O, I, 0 and 1, which are mistaken for each other. */
const signs = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const signCount = 8;
/** Random bytes that a number is made of: one for each sign. */
export const numberBytes = signCount;

/** `NH-2026-T4W8-2C6R`: the year of issue and 40 random bits. */
export function certificateNumber(year: number, random: Uint8Array): string {
  if (random.length < signCount) throw new Error("A certificate's number needs eight random bytes");
  const text = Array.from(random.subarray(0, signCount), (byte) => signs[byte % signs.length]).join("");
  return `NH-${year}-${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * A number as it is stored, from what someone typed: case, spaces, hyphens, Arabic digits and a missing NH do not
 * count. Null where it can be none of ours.
 */
export function normalisedNumber(typed: string): string | null {
  const bare = normaliseCode(typed.slice(0, 100)).replaceAll("_", "");
  const parts = /^(?:NH)?(20\d\d)([A-HJ-NP-Z2-9]{4})([A-HJ-NP-Z2-9]{4})$/.exec(bare);
  return parts ? `NH-${parts[1]}-${parts[2]}-${parts[3]}` : null;
}
