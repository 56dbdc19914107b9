/** Finds out which letters the documents' fonts can print. */
import { printableRanges } from "./printable-ranges.ts";

/** Printed in place of a letter that no font has. */
export const missingLetter = "?";

/** Splits a text into letters, each with its combining marks. */
export const clusters = (text: string): string[] => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/**
 * Spells a text with code points that a font has. A composed letter that the font lacks is spelled as letter and
 * combining mark. Returns null when the font lacks these too.
 */
export function spellWith(text: string, has: (codePoint: number) => boolean): string | null {
  let spelled = "";
  for (const letter of text) {
    const form = [letter, letter.normalize("NFD")].find((form) =>
      [...form].every((part) => has(part.codePointAt(0) ?? 0)),
    );
    if (form === undefined) return null;
    spelled += form;
  }
  return spelled;
}

const isPrintable = (code: number) => printableRanges.some(([first, last]) => code >= first && code <= last);
const invisibleCharacters = /[\p{Cf}\p{Cc}\p{Z}\p{Variation_Selector}]/gu;

/** Returns the letters of a text that documents would show as question marks, each once. */
export function unprintableLetters(text: string): string[] {
  const letters = clusters(text.normalize("NFC").replace(invisibleCharacters, ""));
  return [...new Set(letters.filter((letter) => spellWith(letter, isPrintable) === null))];
}
