/** Tatweel and the vowel marks, as the inside of a character class; SQL uses the same. */
export const droppedMarks = "\u0640\u064b-\u065f\u0670";
const dropped = new RegExp(`[${droppedMarks}]`, "g");

/**
 * One spelling for texts that people write in several: lower case, no tatweel, no vowel marks, one alef, one ya, ha for ta
 * marbuta, bare waw and ya for their hamza forms. The column course.search_text does the same in SQL; a test holds them together.
 */
export function normaliseForSearch(text: string): string {
  return text
    .toLowerCase()
    .replace(dropped, "")
    .replace(/[أإآٱىةؤئ]/g, (letter) => spellings[letter] ?? letter);
}

const spellings: Record<string, string> = { أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ى: "ي", ة: "ه", ؤ: "و", ئ: "ي" };
/** The same table for SQL's translate(). */
export const translateFrom = Object.keys(spellings).join("");
export const translateTo = Object.values(spellings).join("");

/** LIKE patterns that a text has to match all of: one for each word, at most ten. Null when nothing is searched for. */
export function searchPatterns(input: string): string[] | null {
  const words = normaliseForSearch(input).split(/\s+/).filter(Boolean).slice(0, 10);
  return words.length ? words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`) : null;
}
