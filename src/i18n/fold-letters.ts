import { latinDigits } from "./digits.ts";

/** Letters that decomposition leaves apart. */
const alike: Record<string, string> = { ٱ: "ا", ى: "ي", ة: "ه", ی: "ي", ک: "ك", ø: "o" };

/**
 * Lower case, without accents, vowel signs and invisible characters, one form of each Arabic letter and digit: texts
 * that people write alike become the same. Agrees with `person_spelling` in the database, which the people search uses.
 */
export const foldLetters = (text: string): string =>
  latinDigits(text)
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\p{Cf}\p{Mn}\u0640]/gu, "")
    .replaceAll(/[ٱىةیکø]/g, (letter) => alike[letter] ?? letter);

/** Words of letters and digits, folded and separated by one space. */
export const foldWords = (text: string): string =>
  foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");
