/** Normalises text for searches: removes vowel signs and case, and unifies similar Arabic letters. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{Mn}\p{Cf}\u0640]/gu, "")
    .replaceAll(/[أإآ]/g, "ا")
    .replaceAll("ة", "ه")
    .toLowerCase();

/** Whether a text contains every typed word, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const inText = folded(text);
  return folded(typed)
    .split(/\s+/)
    .every((word) => inText.includes(word));
}
