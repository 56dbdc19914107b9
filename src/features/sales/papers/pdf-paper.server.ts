import type PDFDocument from "pdfkit";
import { visualPieces, type Base, type Face, type Faces, type Piece } from "./bidi.ts";
import { fontFiles, type FaceName } from "./pdf-fonts.server.ts";

/** Points: 1/72 inch. A4 with margins of 18 mm. */
export const page = { width: 595.28, height: 841.89, margin: 51 };

export interface TextStyle {
  size: number;
  width: number;
  /** Direction of the paragraph; it begins at that side unless `align` says otherwise. */
  base: Base;
  align?: "left" | "right";
  strong?: boolean;
  color?: string;
  /** Kind of structure element for screen readers. */
  tag?: "H1" | "H2" | "P";
}

type Doc = InstanceType<typeof PDFDocument>;

/** What a page is written with: lines of mixed Arabic and Latin text, rules, and shapes that mean nothing to a screen reader. */
export interface Paper {
  /** Writes a paragraph below `y`, wrapped at `width`; answers the y below it. */
  text(text: string, x: number, y: number, style: TextStyle): number;
  rule(y: number): void;
  /** Draws what is no content: decoration. */
  decorate(draw: (doc: Doc) => void): void;
  /** Draws a picture that says something, with the words for it. */
  figure(words: string, draw: (doc: Doc) => void): void;
  /** Closes the structure. */
  end(): void;
}

const lineHeight = 1.45;
const ascent = 1.02;

/** Makes a paper of a document that is tagged. */
export function paperOn(doc: Doc): Paper {
  const families = new Map<FaceName, Face>();
  for (const [name, file] of Object.entries(fontFiles) as [FaceName, Buffer][]) {
    doc.registerFont(name, file);
    doc.font(name);
    // oxlint-disable-next-line no-underscore-dangle -- pdfkit says nowhere else which letters a font has
    const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font;
    families.set(name, { name, has: (code) => font.hasGlyphForCodePoint(code) });
  }
  const facesOf = (names: FaceName[]) => names.flatMap((name) => families.get(name) ?? []);
  const plain: Faces = { latin: facesOf(["latin", "latin-ext"]), arabic: facesOf(["arabic"]) };
  const strong: Faces = { latin: facesOf(["latin-strong", "latin-ext-strong"]), arabic: facesOf(["arabic-strong"]) };
  const root = doc.struct("Document");
  doc.addStructure(root);

  // With features given, even none, a text is shaped as a whole; else word by word, which would leave Arabic words in the wrong order.
  const features = (face: string): PDFKit.Mixins.OpenTypeFeatures[] => (face.startsWith("latin") ? ["tnum", "kern"] : []);
  const widthOf = (piece: Piece, size: number) => doc.font(piece.face).fontSize(size).widthOfString(piece.text, { features: features(piece.face) });
  const lineWidth = (text: string, style: TextStyle) => visualPieces(text, style.base, style.strong ? strong : plain).reduce((sum, piece) => sum + widthOf(piece, style.size), 0);

  function linesOf(text: string, style: TextStyle): string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(/[ \t\n]+/)) {
      const longer = line ? `${line} ${word}` : word;
      if (line && lineWidth(longer, style) > style.width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  }

  function drawLine(text: string, x: number, y: number, style: TextStyle): void {
    const pieces = visualPieces(text, style.base, style.strong ? strong : plain);
    const atRight = (style.align ?? (style.base === "rtl" ? "right" : "left")) === "right";
    let pen = atRight ? x + style.width - lineWidth(text, style) : x;
    for (const piece of pieces) {
      const width = widthOf(piece, style.size);
      doc.fillColor(style.color ?? "#0b211e").text(piece.text, pen, y + style.size * ascent, { lineBreak: false, baseline: "alphabetic", features: features(piece.face) });
      pen += width;
    }
  }

  return {
    text(text, x, y, style) {
      const lines = linesOf(text, style);
      const element = doc.struct(style.tag ?? "P", { actual: text, lang: style.base === "rtl" ? "ar" : "en" }, () => {
        for (const [at, line] of lines.entries()) drawLine(line, x, y + at * style.size * lineHeight, style);
      });
      root.add(element);
      return y + lines.length * style.size * lineHeight;
    },
    rule(y) {
      this.decorate((doc) => doc.moveTo(page.margin, y).lineTo(page.width - page.margin, y).lineWidth(0.6).stroke("#c9d5d0"));
    },
    decorate(draw) {
      doc.markContent("Artifact", { type: "Layout" });
      draw(doc);
      doc.endMarkedContent();
    },
    figure(words, draw) {
      root.add(doc.struct("Figure", { alt: words }, () => draw(doc)));
    },
    end() {
      root.end();
    },
  };
}
