import { latinDigits } from "./digits.ts";

/** Letters that are treated as equal although Unicode's decomposition (NFKD) does not unite them. */
const equalLetters: Record<string, string> = { ٱ: "ا", ى: "ي", ة: "ه", ی: "ي", ک: "ك", ø: "o" };

/**
 * Folds a text for comparison: lower case, no accents, vowel signs or invisible characters, one form for each Arabic
 * letter and digit. Must agree with `person_spelling` in the database, which the people search uses.
 */
export const foldLetters = (text: string): string =>
  latinDigits(text)
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\p{Cf}\p{Mn}\u0640]/gu, "")
    .replaceAll(/[ٱىةیکø]/g, (letter) => equalLetters[letter] ?? letter);

/** Folds a text and returns its words of letters and digits, separated by one space. */
export const foldWords = (text: string): string =>
  foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");
