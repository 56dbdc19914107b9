import bidiFactory from "bidi-js";

const bidi = bidiFactory();
/** A bracket that is drawn turned round is still the bracket that was written. */
const asWritten = (code: number): number =>
  bidi.getMirroredCharacter(String.fromCodePoint(code))?.codePointAt(0) ?? code;

/** What pdfkit 0.20 and fontkit 2 keep of one font of one document, of which their types say nothing. */
export interface EmbeddedFont {
  font: { hasGlyphForCodePoint(code: number): boolean; maxp: { maxComponentDepth: number } };
  /** Letters and width of each glyph in the file, by its code. */
  unicode: number[][];
  widths: number[];
  scale: number;
  subset: Subset;
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: Position[] };
  encode(text: string, features?: unknown): [string[], Position[]];
}
interface Subset {
  /** By code, which glyph of the font. */
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
/** A glyph of the font moved by `x` and `y`, or an empty one, in a width of its own. Units of the font. */
interface MadeGlyph {
  id: number | null;
  x: number;
  y: number;
  width: number;
}

/**
 * Writes Arabic so that every reader finds it: one glyph for each letter, in one string without moves. Readers turn the
 * glyphs of a line round one by one, so a ligature that stands for two letters would have them swapped: its further
 * letters are empty glyphs beside it. They take a move within a word for a space or a new line, so a glyph that is not
 * at its usual place becomes a glyph of its own. `/ActualText` in the page would be shorter, but Chrome's reader and
 * poppler turn that round, too, and Firefox's does not read it. Returns the same font.
 */
export function writeLetterByLetter(font: EmbeddedFont): EmbeddedFont {
  const { subset, scale } = font;
  const made = new Map<number, MadeGlyph>();
  const codes = new Map<string, number>();

  const encodeGlyph = (glyph: MadeGlyph, isAsInFont: boolean, letters: number[]): string => {
    const key = [glyph.id, glyph.x, glyph.y, glyph.width, letters].join(" ");
    let code = codes.get(key);
    if (code === undefined) {
      const own = isAsInFont && glyph.id !== null ? subset.includeGlyph(glyph.id) : undefined;
      // The same drawing may stand for several letters.
      if (own !== undefined && !font.unicode[own]) code = own;
      else {
        const id = -1 - made.size;
        made.set(id, glyph);
        code = subset.glyphs.push(id) - 1;
      }
      font.unicode[code] = letters;
      font.widths[code] = glyph.width * scale;
      codes.set(key, code);
    }
    return code.toString(16).padStart(4, "0");
  };

  // pdfkit shapes a text to measure it, to write it and to move on; lines of a table repeat theirs.
  const shape = font.layout.bind(font);
  const shaped = new Map<string, ReturnType<typeof shape>>();
  font.layout = (text, features) => {
    const key = `${JSON.stringify(features)} ${text}`;
    let layout = shaped.get(key);
    if (!layout) shaped.set(key, (layout = shape(text, features)));
    return layout;
  };

  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features);
    const hexes: string[] = [];
    const widths: number[] = [];
    const write = (glyph: MadeGlyph, isAsInFont: boolean, letters: number[]) => {
      hexes.push(encodeGlyph(glyph, isAsInFont, letters));
      widths.push(glyph.width * scale);
    };
    const letters = toCodePoints(text);
    for (const cluster of groupClusters(glyphs, positions)) {
      const inGlyphs = cluster.flatMap(({ glyph }) => glyph.codePoints);
      const inText = letters.splice(letters.length - inGlyphs.length);
      const isSame = inText.toSorted().join(" ") === inGlyphs.toSorted().join(" ");
      // The letter at the left is the last one.
      const order = (isSame ? inText : inGlyphs).toReversed().map(asWritten);
      const placed = withLetterFirst(
        cluster,
        order.findIndex((letter) => !isMark(letter)),
      );
      for (const [at, { glyph, position, back }] of placed.entries()) {
        const { xOffset, yOffset, xAdvance } = position;
        const made = { id: glyph.id, x: (xOffset - back) / scale, y: yOffset / scale, width: xAdvance / scale };
        const isAsInFont = made.x === 0 && made.y === 0 && made.width === glyph.advanceWidth;
        write(made, isAsInFont, order.slice(at, at + 1));
      }
      for (const letter of order.slice(placed.length)) write({ id: null, x: 0, y: 0, width: 0 }, false, [letter]);
    }
    const places = widths.map((width) => ({
      xAdvance: width,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
      advanceWidth: width,
    }));
    return [hexes, places];
  };

  /* oxlint-disable no-underscore-dangle -- fontkit calls it so, and has no other place where a glyph can be added */
  const addFontGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (id) => {
    const glyph = made.get(id);
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

/** In the order in which they are read: the shaper turns round what has Arabic letters, and nothing else. */
function toCodePoints(text: string): number[] {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  return /\p{Script=Arabic}/u.test(text) ? codes : codes.toReversed();
}

const isMark = (code: number) => /\p{M}/u.test(String.fromCodePoint(code));

interface Placed {
  glyph: Glyph;
  position: Position;
}

/** Each glyph that has a width, after the marks that stand on it; from left to right. */
function groupClusters(glyphs: readonly Glyph[], positions: readonly Position[]): Placed[][] {
  const clusters: Placed[][] = [];
  let marks: Placed[] = [];
  for (const [at, glyph] of glyphs.entries()) {
    const position = positions[at];
    if (!position) continue;
    marks.push({ glyph, position });
    if (position.xAdvance === 0) continue;
    clusters.push(marks);
    marks = [];
  }
  return marks.length > 0 ? [...clusters, marks] : clusters;
}

/**
 * Firefox's reader takes a glyph that says a mark as one without width, so the glyph with the width has to say a letter:
 * it comes after `marks` glyphs, and those after it are drawn `back` by its width.
 */
function withLetterFirst(cluster: readonly Placed[], marks: number): (Placed & { back: number })[] {
  const wide = cluster.at(-1);
  if (!wide) return [];
  const others = cluster.slice(0, -1);
  const first = others.slice(0, Math.max(0, marks)).map((mark) => ({ ...mark, back: 0 }));
  const after = others.slice(first.length).map((mark) => ({ ...mark, back: wide.position.xAdvance }));
  return [...first, { ...wide, back: 0 }, ...after];
}

/** A composite glyph of TrueType with one component; flags: arguments are words, and x and y values. */
function movedOutline(component: number, { x, y }: MadeGlyph): Uint8Array {
  const view = new DataView(new ArrayBuffer(18));
  view.setInt16(0, -1);
  view.setUint16(10, 0x0003);
  view.setUint16(12, component);
  view.setInt16(14, Math.round(x));
  view.setInt16(16, Math.round(y));
  return new Uint8Array(view.buffer);
}
