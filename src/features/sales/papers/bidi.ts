/** Mixed Arabic and Latin text as pieces from left to right, each to be set in one face: the PDF writer knows neither order nor fallback. */
import bidiFactory from "bidi-js";

const bidi = bidiFactory();

export type Base = "ltr" | "rtl";
/** Faces in the order they are tried; each knows which characters it has. */
export interface Face {
  name: string;
  has(codePoint: number): boolean;
}
export interface Faces {
  latin: Face[];
  arabic: Face[];
}
export interface Piece {
  text: string;
  face: string;
}
interface Run extends Piece {
  level: number;
}

const invisible = /[\p{Cf}\p{Cc}]/u;

/** Characters of one level and one face, in reading order. */
function runsOf(text: string, base: Base, faces: Faces): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const runs: Run[] = [];
  let at = 0;
  for (const given of text) {
    const level = levels[at] ?? 0;
    at += given.length;
    if (invisible.test(given)) continue;
    const tried = level % 2 === 1 ? [...faces.arabic, ...faces.latin] : [...faces.latin, ...faces.arabic];
    const last = runs.at(-1);
    const code = given.codePointAt(0) ?? 0;
    const face = tried.find((candidate) => candidate.has(code));
    const name = face?.name ?? tried.at(-1)?.name ?? "";
    // A character that no face has is shown as missing, not left out.
    const char = face ? given : "?";
    if (last?.level === level && last.face === name) last.text += char;
    else runs.push({ text: char, face: name, level });
  }
  return runs;
}

/** The order in which runs stand from left to right (rule L2 of the bidirectional algorithm). */
function reordered(runs: Run[]): Run[] {
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

/** Text that runs to the left, for a shaper that turns Arabic around by itself but nothing else. */
function turned(text: string): string {
  if (/\p{Script=Arabic}/u.test(text)) return text;
  return [...text].reverse().map((char) => bidi.getMirroredCharacter(char) ?? char).join("");
}

/** The pieces of one line, in a paragraph of that direction, in the order they are drawn from left to right. */
export function visualPieces(text: string, base: Base, faces: Faces): Piece[] {
  return reordered(runsOf(text, base, faces)).map(({ text: part, face, level }) => ({ text: level % 2 === 1 ? turned(part) : part, face }));
}
