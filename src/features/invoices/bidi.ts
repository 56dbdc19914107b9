/** Splits mixed Arabic and Latin text into visual runs of one font: pdfkit has neither bidi nor font fallback. */
import bidiFactory from "bidi-js";

const bidi = bidiFactory();

export type Base = "ltr" | "rtl";
export interface Font {
  name: string;
  has(codePoint: number): boolean;
}
export interface Fonts {
  latin: Font[];
  arabic: Font[];
}
export interface TextRun {
  text: string;
  font: string;
}
interface LevelRun extends TextRun {
  level: number;
}

const invisible = /[\p{Cf}\p{Cc}]/u;

/** After Arabic letters the algorithm would set the sign before the figure: an isolate keeps `15%` as it is written. */
const isolated = (text: string): string => text.replace(/\d[\d.,]*%/g, "\u2066$&\u2069");

function runsOf(given: string, base: Base, fonts: Fonts): LevelRun[] {
  const text = isolated(given);
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const runs: LevelRun[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at] ?? 0;
    at += letter.length;
    if (invisible.test(letter)) continue;
    const tried = level % 2 === 1 ? [...fonts.arabic, ...fonts.latin] : [...fonts.latin, ...fonts.arabic];
    const last = runs.at(-1);
    const code = letter.codePointAt(0) ?? 0;
    const font = tried.find((candidate) => candidate.has(code));
    const name = font?.name ?? tried.at(-1)?.name ?? "";
    // A character without a font is shown as missing, not left out.
    const char = font ? letter : "?";
    if (last?.level === level && last.font === name) last.text += char;
    else runs.push({ text: char, font: name, level });
  }
  return runs;
}

/** Rule L2 of the bidirectional algorithm. */
function reordered(runs: LevelRun[]): LevelRun[] {
  const order = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}

/** For a shaper that itself reverses only Arabic. */
function mirrored(text: string): string {
  if (/\p{Script=Arabic}/u.test(text)) return text;
  return [...text]
    .reverse()
    .map((char) => bidi.getMirroredCharacter(char) ?? char)
    .join("");
}

/** Returns the pieces of one line in drawing order, from left to right. */
export function bidiRuns(text: string, base: Base, fonts: Fonts): TextRun[] {
  return reordered(runsOf(text, base, fonts)).map(({ text: part, font, level }) => ({
    text: level % 2 === 1 ? mirrored(part) : part,
    font,
  }));
}
