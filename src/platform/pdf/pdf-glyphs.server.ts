import bidiFactory from "bidi-js";

const bidi = bidiFactory();
/** Returns the written bracket for a mirrored one, and other characters unchanged. */
const unmirrored = (code: number): number =>
  bidi.getMirroredCharacter(String.fromCodePoint(code))?.codePointAt(0) ?? code;

/** Internals of an embedded font in pdfkit 0.20 and fontkit 2, which their types leave out. */
export interface EmbeddedFont {
  font: { hasGlyphForCodePoint(code: number): boolean; maxp: { maxComponentDepth: number } };
  /** Code points of each glyph in the file, by its code. */
  unicode: number[][];
  /** Width of each glyph in the file, by its code. */
  widths: number[];
  scale: number;
  subset: Subset;
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: Position[] };
  encode(text: string, features?: unknown): [string[], Position[]];
}
interface Subset {
  /** Glyph ID in the font, by code in the file. */
  glyphs: number[];
  includeGlyph(id: number): number;
  _addGlyph(id: number): number;
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
}
interface Glyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
}
interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
  advanceWidth: number;
}
/** A glyph of the font moved by `x` and `y`, or an empty glyph (`id` null). In font units. */
interface NewGlyph {
  id: number | null;
  x: number;
  y: number;
  width: number;
}

/**
 * Changes the font so that every PDF reader finds its Arabic text: one glyph per letter, in one string without moves.
 * Readers reverse the glyphs of a line one by one, which would swap the letters of a ligature. The ligature therefore
 * gets one letter, and each other letter an empty glyph beside it. Readers treat a move within a word as a space or a
 * new line, so a moved glyph becomes a new glyph. `/ActualText` would be shorter, but Chrome's reader and poppler
 * reverse it too, and Firefox's ignores it. Returns the same font.
 */
export function writeLetterByLetter(font: EmbeddedFont): EmbeddedFont {
  const { subset, scale } = font;
  const newGlyphs = new Map<number, NewGlyph>();
  const codesByKey = new Map<string, number>();

  const encodeGlyph = (glyph: NewGlyph, isAsInFont: boolean, letters: number[]): string => {
    const key = [glyph.id, glyph.x, glyph.y, glyph.width, letters].join(" ");
    let code = codesByKey.get(key);
    if (code === undefined) {
      const fontCode = isAsInFont && glyph.id !== null ? subset.includeGlyph(glyph.id) : undefined;
      // Several letters may share a glyph of the font; the second one needs a new glyph.
      if (fontCode !== undefined && !font.unicode[fontCode]) code = fontCode;
      else {
        const id = -1 - newGlyphs.size;
        newGlyphs.set(id, glyph);
        code = subset.glyphs.push(id) - 1;
      }
      font.unicode[code] = letters;
      font.widths[code] = glyph.width * scale;
      codesByKey.set(key, code);
    }
    return code.toString(16).padStart(4, "0");
  };

  // Cached, because pdfkit shapes a text to measure it, to write it and to move on, and table rows repeat texts.
  const shape = font.layout.bind(font);
  const layouts = new Map<string, ReturnType<typeof shape>>();
  font.layout = (text, features) => {
    const key = `${JSON.stringify(features)} ${text}`;
    let layout = layouts.get(key);
    if (!layout) layouts.set(key, (layout = shape(text, features)));
    return layout;
  };

  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features);
    const hexCodes: string[] = [];
    const widths: number[] = [];
    const write = (glyph: NewGlyph, isAsInFont: boolean, letters: number[]) => {
      hexCodes.push(encodeGlyph(glyph, isAsInFont, letters));
      widths.push(glyph.width * scale);
    };
    const letters = toCodePoints(text);
    for (const cluster of groupClusters(glyphs, positions)) {
      const glyphLetters = cluster.flatMap(({ glyph }) => glyph.codePoints);
      const textLetters = letters.splice(letters.length - glyphLetters.length);
      const isSame = textLetters.toSorted().join(" ") === glyphLetters.toSorted().join(" ");
      // From left to right: the leftmost letter is the last one of the text.
      const visualLetters = (isSame ? textLetters : glyphLetters).toReversed().map(unmirrored);
      const placedGlyphs = placeWideGlyph(
        cluster,
        visualLetters.findIndex((letter) => !isMark(letter)),
      );
      for (const [index, { glyph, position, shiftBack }] of placedGlyphs.entries()) {
        const { xOffset, yOffset, xAdvance } = position;
        const newGlyph = {
          id: glyph.id,
          x: (xOffset - shiftBack) / scale,
          y: yOffset / scale,
          width: xAdvance / scale,
        };
        const isAsInFont = newGlyph.x === 0 && newGlyph.y === 0 && newGlyph.width === glyph.advanceWidth;
        write(newGlyph, isAsInFont, visualLetters.slice(index, index + 1));
      }
      for (const letter of visualLetters.slice(placedGlyphs.length))
        write({ id: null, x: 0, y: 0, width: 0 }, false, [letter]);
    }
    const newPositions = widths.map((width) => ({
      xAdvance: width,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
      advanceWidth: width,
    }));
    return [hexCodes, newPositions];
  };

  /* oxlint-disable no-underscore-dangle -- fontkit's name, and its only way to add a glyph */
  const addFontGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (id) => {
    const glyph = newGlyphs.get(id);
    if (!glyph) return addFontGlyph(id);
    const outline = glyph.id === null ? new Uint8Array() : movedOutline(subset.includeGlyph(glyph.id), glyph);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance: glyph.width, bearing: 0 });
    subset.offset += outline.length;
    return subset.glyf.push(outline) - 1;
  };
  /* oxlint-enable no-underscore-dangle */
  font.font.maxp.maxComponentDepth += 1;
  return font;
}

/** Code points from right to left as drawn. The shaper reverses only text with Arabic letters. */
function toCodePoints(text: string): number[] {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  return /\p{Script=Arabic}/u.test(text) ? codes : codes.toReversed();
}

const isMark = (code: number) => /\p{M}/u.test(String.fromCodePoint(code));

interface PlacedGlyph {
  glyph: Glyph;
  position: Position;
}

/** Groups each glyph that has a width with the marks on it, which come before it. From left to right. */
function groupClusters(glyphs: readonly Glyph[], positions: readonly Position[]): PlacedGlyph[][] {
  const clusters: PlacedGlyph[][] = [];
  let cluster: PlacedGlyph[] = [];
  for (const [index, glyph] of glyphs.entries()) {
    const position = positions[index];
    if (!position) continue;
    cluster.push({ glyph, position });
    if (position.xAdvance === 0) continue;
    clusters.push(cluster);
    cluster = [];
  }
  return cluster.length > 0 ? [...clusters, cluster] : clusters;
}

/**
 * Moves the glyph that has a width, the last of its cluster, to the index of its letter: Firefox's reader ignores the
 * width of a glyph that stands for a mark. Marks after it are drawn further left, by its width (`shiftBack`).
 */
function placeWideGlyph(cluster: readonly PlacedGlyph[], letterIndex: number): (PlacedGlyph & { shiftBack: number })[] {
  const wide = cluster.at(-1);
  if (!wide) return [];
  const marks = cluster.slice(0, -1);
  const before = marks.slice(0, Math.max(0, letterIndex)).map((mark) => ({ ...mark, shiftBack: 0 }));
  const after = marks.slice(before.length).map((mark) => ({ ...mark, shiftBack: wide.position.xAdvance }));
  return [...before, { ...wide, shiftBack: 0 }, ...after];
}

/** A composite TrueType glyph with one component. Flags: its arguments are 16-bit x and y offsets. */
function movedOutline(component: number, { x, y }: NewGlyph): Uint8Array {
  const view = new DataView(new ArrayBuffer(18));
  view.setInt16(0, -1);
  view.setUint16(10, 0x0003);
  view.setUint16(12, component);
  view.setInt16(14, Math.round(x));
  view.setInt16(16, Math.round(y));
  return new Uint8Array(view.buffer);
}
