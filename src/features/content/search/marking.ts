import { escapeHtml } from "#platform/escape-html.ts";

const marks = "\\u0300-\\u036f\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed'’ʼ";
const separators =
  "\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u02b0-\\u02ff\\u0600-\\u060f\\u061b-\\u061f\\u066a-\\u066d\\u06d4\\u2000-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u303f\\ud7ff-\\uf8ff\\ufd3e\\ufd3f\\ufe00-\\ufe6f\\ufeff\\uff00-\\uff0f\\ufff0-\\uffff\\u{10000}-\\u{10ffff}";
const letter = `[^${separators}${marks}]`;
/**
 * Letters and digits, with vowel marks and apostrophes inside. Splits a text exactly where search_split does in SQL.
 */
const words = new RegExp(`${letter}(?:(?:${letter}|[${marks}])*(?:${letter}|[\\u064b-\\u065f\\u0670]))?`, "gu");

interface Word {
  start: number;
  end: number;
}

/** In order; the nth has position n in the text's vector, from 1. */
export function tokenize(text: string): Word[] {
  return Array.from(text.matchAll(words), ({ index, 0: word }) => ({ start: index, end: index + word.length }));
}

const excerptWords = 32;
const lead = 6;

/** The excerpt with most matches, the first of such. */
function bestStart(places: number[]): number {
  let best = { start: 0, hits: 0 };
  for (const [index, place] of places.entries()) {
    const hits = places.slice(index).filter((other) => other < place + excerptWords - lead).length;
    if (hits > best.hits) best = { start: place, hits };
  }
  return best.start;
}

/** The words `from` to `to` (exclusive, from 0), with those at `places` (from 1) marked, as HTML. */
function marked(
  text: string,
  words: Word[],
  places: Iterable<number>,
  { from, to }: { from: number; to: number },
): string {
  const wanted = new Set(places);
  const end = to >= words.length ? text.length : (words[to - 1]?.end ?? text.length);
  let html = "";
  let at = from === 0 ? 0 : (words[from]?.start ?? 0);
  for (const [index, word] of words.slice(from, to).entries()) {
    if (!wanted.has(from + index + 1)) continue;
    html += `${escapeHtml(text.slice(at, word.start))}<mark>${escapeHtml(text.slice(word.start, word.end))}</mark>`;
    at = word.end;
  }
  return html + escapeHtml(text.slice(at, end)).trimEnd();
}

/** HTML in which only `<mark>` occurs, around the words at `places`, from 1. */
export function markedText(text: string, places: number[]): string {
  const words = tokenize(text);
  return marked(text, words, places, { from: 0, to: words.length });
}

/**
 * Some thirty words around the matches, as HTML in which only `<mark>` occurs. `places` are positions of matching
 * words, from 1; without any the text's beginning is shown.
 */
export function excerptOf(text: string, places: number[]): string {
  const words = tokenize(text);
  if (!words.length) return "";
  const sorted = places.filter((place) => place >= 1 && place <= words.length).toSorted((a, b) => a - b);
  const from = sorted.length ? Math.max(0, Math.min(bestStart(sorted) - 1 - lead, words.length - excerptWords)) : 0;
  const to = Math.min(from + excerptWords, words.length);
  return `${from === 0 ? "" : "… "}${marked(text, words, sorted, { from, to })}${to === words.length ? "" : " …"}`;
}
