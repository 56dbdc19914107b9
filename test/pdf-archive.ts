/**
 * Checks our PDFs as validators of PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) do, because no available package
 * contains such a validator. It can read what pdfkit writes: plain objects without object streams.
 */
import { inflateSync } from "node:zlib";

interface PdfObject {
  /** The object as text, without its stream. */
  text: string;
  stream: Buffer | null;
}

/** Reads the objects of a PDF by their numbers. */
export function pdfObjects(bytes: Uint8Array): Map<number, PdfObject> {
  const file = Buffer.from(bytes);
  const objects = new Map<number, PdfObject>();
  const start = /(?<=\n)(\d+) 0 obj\n/g;
  const source = file.toString("latin1");
  for (let match = start.exec(source); match; match = start.exec(source)) {
    const end = source.indexOf("\nendobj", start.lastIndex);
    const stream = source.indexOf("\nstream\n", start.lastIndex);
    const hasStream = stream !== -1 && stream < end;
    const text = source.slice(start.lastIndex, hasStream ? stream : end);
    const length = hasStream ? Number(/\/Length (\d+)/.exec(text)?.[1]) : null;
    const streamStart = start.lastIndex + text.length + "\nstream\n".length;
    const raw = length === null ? null : file.subarray(streamStart, streamStart + length);
    objects.set(Number(match[1]), { text, stream: raw && (text.includes("/FlateDecode") ? inflateSync(raw) : raw) });
    if (length !== null) start.lastIndex = streamStart + length;
  }
  return objects;
}

/** Returns the number of the object that the entry `name` refers to. */
const readReference = ({ text }: PdfObject, name: string) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]);

/** Reads the advance width of each glyph of a TrueType file, in thousandths of the font size. */
function readGlyphWidths(font: Buffer): number[] {
  const tables = new Map<string, number>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const record = 12 + 16 * index;
    tables.set(font.toString("latin1", record, record + 4), font.readUInt32BE(record + 8));
  }
  const unitsPerEm = font.readUInt16BE((tables.get("head") ?? 0) + 18);
  const count = font.readUInt16BE((tables.get("hhea") ?? 0) + 34);
  const metrics = tables.get("hmtx") ?? 0;
  return Array.from({ length: count }, (_, glyph) => (font.readUInt16BE(metrics + 4 * glyph) * 1000) / unitsPerEm);
}

/** Reads the text of each glyph of a font, by the glyph's code, as UTF-16 in hexadecimal. */
const readUnicodeCodes = (cmap: string) =>
  [...cmap.matchAll(/\[((?:<[^>]*> ?)*)\]/g)].flatMap(([, codes = ""]) =>
    [...codes.matchAll(/<([^>]*)>/g)].map(([, hex = ""]) => hex.replaceAll(" ", "")),
  );

/** Finds the glyph codes that a page draws with each font, by the font's name in the page's resources. */
function findDrawnCodes(content: string): Map<string, Set<number>> {
  const codesByFont = new Map<string, Set<number>>();
  let font = "";
  for (const [, name, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\da-f]+)>/g)) {
    if (name) font = name;
    const codes = codesByFont.get(font) ?? new Set();
    codesByFont.set(font, codes);
    for (const code of hex?.match(/.{4}/g) ?? []) codes.add(Number.parseInt(code, 16));
  }
  return codesByFont;
}

/** Finds fonts that are not embedded, glyphs with a wrong width, and drawn glyphs without a text. */
function findFontProblems(objects: ReadonlyMap<number, PdfObject>): string[] {
  const problems: string[] = [];
  const getObject = (number: number) => objects.get(number) ?? { text: "", stream: null };
  const pages = [...objects.values()].filter(({ text }) => /\/Type \/Page\b/.test(text));
  for (const page of pages) {
    const resources = getObject(readReference(page, "Resources")).text || page.text;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id]) => [name, Number(id)]),
    );
    for (const [name, codes] of findDrawnCodes(
      getObject(readReference(page, "Contents")).stream?.toString("latin1") ?? "",
    )) {
      const font = getObject(fonts.get(name) ?? 0);
      const descendant = getObject(Number(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font.text)?.[1]));
      const file = getObject(readReference(getObject(readReference(descendant, "FontDescriptor")), "FontFile2")).stream;
      if (!file) {
        problems.push(`${name} is not embedded`);
        continue;
      }
      const unicode = readUnicodeCodes(getObject(readReference(font, "ToUnicode")).stream?.toString("latin1") ?? "");
      const statedWidths = (/\/W \[0 \[([^\]]*)\]/.exec(descendant.text)?.[1] ?? "").trim().split(/\s+/).map(Number);
      const widths = readGlyphWidths(file);
      for (const code of codes) {
        if (code === 0) problems.push(`${name} draws .notdef`);
        if (!/^(?:[\da-f]{4})+$/.test(unicode[code] ?? "") || /^(?:0000|feff|fffe|e|f[0-8])/.test(unicode[code] ?? ""))
          problems.push(`glyph ${code} of ${name} means ${unicode[code] || "nothing"}`);
        if (Math.abs((statedWidths[code] ?? 0) - (widths[code] ?? 0)) > 1)
          problems.push(`glyph ${code} of ${name} is ${widths[code]} wide, not ${statedWidths[code]}`);
      }
    }
  }
  return problems;
}

/** Finds drawing operators that are marked neither as content of the structure tree nor as an artifact. */
function findUnmarkedOperators(content: string): string[] {
  const unmarked: string[] = [];
  let depth = 0;
  for (const line of content.split("\n")) {
    if (/ (?:BDC|BMC)$/.test(line)) depth++;
    else if (line === "EMC") depth--;
    else if (depth === 0 && /(?:^| )(?:f\*?|S|B\*?|TJ|Tj|Do|sh)$/.test(line)) unmarked.push(line);
  }
  return unmarked;
}

/** Returns what a validator would reject; an empty list for a valid file. */
export function archiveProblems(bytes: Uint8Array): string[] {
  const objects = pdfObjects(bytes);
  const allObjects = [...objects.values()];
  const source = Buffer.from(bytes).toString("latin1");
  const catalog = allObjects.find(({ text }) => text.includes("/Type /Catalog"));
  const metadata = objects.get(readReference(catalog ?? { text: "", stream: null }, "Metadata"));
  const xmp = metadata?.stream?.toString("utf8") ?? "";
  const profile = allObjects.find(({ text }) => text.includes("/S /GTS_PDFA1"));
  const icc = objects.get(readReference(profile ?? { text: "", stream: null }, "DestOutputProfile"))?.stream;
  const files = allObjects.filter(({ text }) => text.includes("/Type /Filespec"));
  const embedded = allObjects.filter(({ text }) => text.includes("/Type /EmbeddedFile"));
  const pages = allObjects.filter(({ text }) => /\/Type \/Page\b/.test(text));
  const check = (problem: string, isRight: boolean) => (isRight ? [] : [problem]);
  return [
    ...check("version", source.startsWith("%PDF-1.7\n%\u00ff\u00ff\u00ff\u00ff")),
    ...check("file ID", /trailer[^]*\/ID \[<[\da-f]+> <[\da-f]+>\]/.test(source)),
    ...check("no encryption", !source.includes("/Encrypt")),
    ...check(
      "marked",
      /\/Marked true/.test(
        objects.get(readReference(catalog ?? { text: "", stream: null }, "MarkInfo"))?.text ?? catalog?.text ?? "",
      ),
    ),
    ...check("structure tree", /\/StructTreeRoot \d+ 0 R/.test(catalog?.text ?? "")),
    ...check("language", /\/Lang \((?:en|ar)\)/.test(catalog?.text ?? "")),
    ...check(
      "title in the window",
      allObjects.some(({ text }) => text.includes("/DisplayDocTitle true")),
    ),
    ...check("metadata unfiltered", metadata !== undefined && !metadata.text.includes("/Filter")),
    ...check("PDF/A-3a", /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</.test(xmp)),
    ...check("PDF/UA-1", xmp.includes("<pdfuaid:part>1</pdfuaid:part>") && xmp.includes("<pdfaSchema:prefix>pdfuaid<")),
    ...check("title", /<dc:title>\s*<rdf:Alt>\s*<rdf:li xml:lang="x-default">[^<]+</.test(xmp)),
    ...check("output intent", icc?.toString("latin1", 36, 40) === "acsp" && icc.toString("latin1", 16, 20) === "RGB "),
    // A file without transparency needs no blending colour space.
    ...check("no transparency", !/\/(?:SMask|BM|ca|CA) /.test(allObjects.map(({ text }) => text).join("\n"))),
    ...check("no scripts or actions", !/\/(?:JavaScript|JS|OpenAction|AA|Launch)\b/.test(catalog?.text ?? "")),
    ...check("files associated", files.length > 0 && /\/AF \[\d+ 0 R\]/.test(catalog?.text ?? "")),
    ...check(
      "relationship",
      files.every(({ text }) => /\/AFRelationship \/Alternative/.test(text)),
    ),
    ...check(
      "file names",
      files.every(({ text }) => /\/F \(/.test(text) && /\/UF \(/.test(text) && /\/Desc \(/.test(text)),
    ),
    ...check(
      "MIME type",
      embedded.every(({ text }) => /\/Subtype \/application#2Fxml/.test(text) && /\/ModDate \(/.test(text)),
    ),
    ...pages.flatMap((page) =>
      findUnmarkedOperators(objects.get(readReference(page, "Contents"))?.stream?.toString("latin1") ?? "").map(
        (operator) => `${operator} is neither tagged nor an artifact`,
      ),
    ),
    ...findFontProblems(objects),
  ];
}
