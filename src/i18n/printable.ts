/** Which letters documents can print. */
import { printableRanges } from "./printable-ranges.ts";

/** Drawn for a letter that no font has. */
export const missingLetter = "?";

/** Letters with the marks that belong to them. */
export const clusters = (text: string): string[] => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/**
 * The text in code points that the font has: a letter that is missing as a whole may be drawn as letter and mark. Null
 * where that is not enough.
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
const unseen = /[\p{Cf}\p{Cc}\p{Z}\p{Variation_Selector}]/gu;

/** The letters of a text that its documents would show as question marks, each once; none for most names. */
export function unprintableLetters(text: string): string[] {
  const letters = clusters(text.normalize("NFC").replace(unseen, ""));
  return [...new Set(letters.filter((letter) => spellWith(letter, isPrintable) === null))];
}
