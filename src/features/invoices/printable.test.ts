/** B-04: each letter of a name is visible on the page, or replaced by a question mark. */
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { span } from "../../../tools/characters.ts";
import { renderFirstPage } from "#test/qr-of-pdf.ts";
import { pdfFile, type Weight } from "#platform/pdf/pdf-layout.server.ts";
import { unprintableLetters } from "#i18n/printable.ts";

const squareSize = 14;
const columns = 40;

/** Draws each text in a square of its own. Returns how many dark pixels each square has. */
async function measureInk(texts: readonly string[], weight: Weight): Promise<number[]> {
  const properties = { title: "Letters", author: "Test", at: new Date(0), locale: "en" as const };
  const getPosition = (at: number) => ({ x: (at % columns) * squareSize, y: Math.floor(at / columns) * squareSize });
  const bytes = await pdfFile(properties, async (pdf) => {
    for (const [at, text] of texts.entries()) {
      const { x, y } = getPosition(at);
      pdf.text(text, x + 2, y, { size: 8, width: squareSize, base: "ltr", weight, line: 1.5 });
    }
  });
  const { data, info } = await sharp(renderFirstPage(bytes)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const scale = 100 / 72;
  return texts.map((_text, at) => {
    const { x, y } = getPosition(at);
    let dark = 0;
    for (let row = Math.ceil(y * scale); row < (y + squareSize) * scale; row++)
      for (let column = Math.ceil(x * scale); column < (x + squareSize) * scale; column++)
        if ((data[row * info.width + column] ?? 255) < 160) dark++;
    return dark;
  });
}

const toLetters = (codes: number[]) =>
  codes.map((code) => String.fromCodePoint(code)).filter((letter) => /\p{L}/u.test(letter));
const latin = toLetters([...span(0x41, 0x17f), 0x1a0, 0x1a1, 0x1af, 0x1b0, 0x218, 0x219, 0x21a, 0x21b]);
const vietnamese = toLetters(span(0x1ea0, 0x1ef9));
const weights: Weight[] = ["plain", "strong", "bold", "display"];

describe("B-04 letters of names on the page", () => {
  it.each(weights)(
    "B-04 draws Turkish, Polish, Czech, Croatian and Vietnamese letters, and Ḥ, in %s",
    async (weight) => {
      const all = [...latin, ...vietnamese, "Ḥ", "ṣ", "Ṭ"];
      const ink = await measureInk(all, weight);
      expect(all.filter((_letter, at) => (ink[at] ?? 0) < 3)).toEqual([]);
    },
  );

  it.each(weights)(
    "B-04 draws a visible question mark for an unsupported character, alone and in a word, in %s",
    async (weight) => {
      const [mark = 0, chinese = 0, emoji = 0, mixedWord = 0, letter = 0] = await measureInk(
        ["?", "李", "😀", "a龍", "a"],
        weight,
      );
      expect(mark).toBeGreaterThan(6);
      // In another square the same question mark covers slightly different pixels.
      for (const ink of [chinese, emoji]) expect(ink).toBeGreaterThan(mark / 2);
      expect(mixedWord).toBeGreaterThan(letter);
    },
  );

  it.each([
    ["Şeyma Nguyễn Ḥasan Łukasz Žižek Đorđe", []],
    ["Ирина Петрова, Αλέξανδρος", []],
    ["سارة بنت محمَّد، ٹھاکر حۆشەنگ", []],
    ["E\u0301milie\u200f O’Brien-Smith", []],
    ["李小龍 Li", ["李", "小", "龍"]],
    ["Omar 😀😀 भारती", ["😀", "भा", "र", "ती"]],
  ])("B-04 %s: names the letters that documents cannot print", (name, missing) => {
    expect(unprintableLetters(name)).toEqual(missing);
  });
});
