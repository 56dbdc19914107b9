/** Normalises text for searches: removes vowel signs and case, and unifies similar Arabic letters. */
export const normalizeText = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{Mn}\p{Cf}\u0640]/gu, "")
    .replaceAll(/[أإآ]/g, "ا")
    .replaceAll("ة", "ه")
    .toLowerCase();

/** Whether a text contains every word of the query, in any order. */
export function containsWords(text: string, query: string): boolean {
  const normalized = normalizeText(text);
  return normalizeText(query)
    .split(/\s+/)
    .every((word) => normalized.includes(word));
}
