import { normaliseCode } from "#i18n/input-text.ts";

/** 32 characters of 5 bits: letters and digits without O, I, 0 and 1, which are easily confused. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const characterCount = 8;
/** Number of random bytes: one per character. */
export const numberBytes = characterCount;

/** Formats a number such as `NH-2026-T4W8-2C6R`: the year of issue and 40 random bits. */
export function certificateNumber(year: number, random: Uint8Array): string {
  if (random.length < characterCount) throw new Error("A certificate's number needs eight random bytes");
  const text = Array.from(random.subarray(0, characterCount), (byte) => alphabet[byte % alphabet.length]).join("");
  return `NH-${year}-${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * Normalises a typed number: case, spaces, hyphens, Arabic digits and a missing NH do not matter. Null when it cannot
 * be one of ours.
 */
export function normalisedNumber(input: string): string | null {
  const normalised = normaliseCode(input.slice(0, 100)).replaceAll("_", "");
  const parts = /^(?:NH)?(20\d\d)([A-HJ-NP-Z2-9]{4})([A-HJ-NP-Z2-9]{4})$/.exec(normalised);
  return parts ? `NH-${parts[1]}-${parts[2]}-${parts[3]}` : null;
}
