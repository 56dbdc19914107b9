/**
 * What validators of PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) look at in a file of ours, for there is no such
 * validator among the packages that can be had here. It reads what pdfkit writes: plain objects, no object streams.
 */
import { inflateSync } from "node:zlib";

interface PdfObject {
  /** The object as text, without its stream. */
  text: string;
  stream: Buffer | null;
}

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
    const from = start.lastIndex + text.length + "\nstream\n".length;
    const raw = length === null ? null : file.subarray(from, from + length);
    objects.set(Number(match[1]), { text, stream: raw && (text.includes("/FlateDecode") ? inflateSync(raw) : raw) });
    if (length !== null) start.lastIndex = from + length;
  }
  return objects;
}

/** Number of the object that `name` refers to. */
const readReference = ({ text }: PdfObject, name: string) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]);

/** Advance width of each glyph of a TrueType file, in thousandths of its size. */
function glyphWidths(font: Buffer): number[] {
  const tables = new Map<string, number>();
  for (let at = 0; at < font.readUInt16BE(4); at++) {
    const record = 12 + 16 * at;
    tables.set(font.toString("latin1", record, record + 4), font.readUInt32BE(record + 8));
  }
  const unitsPerEm = font.readUInt16BE((tables.get("head") ?? 0) + 18);
  const count = font.readUInt16BE((tables.get("hhea") ?? 0) + 34);
  const metrics = tables.get("hmtx") ?? 0;
  return Array.from({ length: count }, (_, at) => (font.readUInt16BE(metrics + 4 * at) * 1000) / unitsPerEm);
}

/** The text of each glyph of a font, by its code, in UTF-16. */
const readUnicodeCodes = (cmap: string) =>
  [...cmap.matchAll(/\[((?:<[^>]*> ?)*)\]/g)].flatMap(([, codes = ""]) =>
    [...codes.matchAll(/<([^>]*)>/g)].map(([, hex = ""]) => hex.replaceAll(" ", "")),
  );

/** Codes that are drawn with each font, by its name in the page's resources. */
function drawnCodes(content: string): Map<string, Set<number>> {
  const drawn = new Map<string, Set<number>>();
  let font = "";
  for (const [, name, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\da-f]+)>/g)) {
    if (name) font = name;
    const codes = drawn.get(font) ?? new Set();
    drawn.set(font, codes);
    for (const code of hex?.match(/.{4}/g) ?? []) codes.add(Number.parseInt(code, 16));
  }
  return drawn;
}

/** What is wrong with the fonts of a file: each one embedded, its widths right, each drawn glyph with its letters. */
function fontProblems(objects: ReadonlyMap<number, PdfObject>): string[] {
  const problems: string[] = [];
  const all = [...objects.values()];
  const at = (number: number) => objects.get(number) ?? { text: "", stream: null };
  const pages = all.filter(({ text }) => /\/Type \/Page\b/.test(text));
  for (const page of pages) {
    const resources = at(readReference(page, "Resources")).text || page.text;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id]) => [name, Number(id)]),
    );
    for (const [name, codes] of drawnCodes(at(readReference(page, "Contents")).stream?.toString("latin1") ?? "")) {
      const font = at(fonts.get(name) ?? 0);
      const descendant = at(Number(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font.text)?.[1]));
      const file = at(readReference(at(readReference(descendant, "FontDescriptor")), "FontFile2")).stream;
      if (!file) {
        problems.push(`${name} is not embedded`);
        continue;
      }
      const unicode = readUnicodeCodes(at(readReference(font, "ToUnicode")).stream?.toString("latin1") ?? "");
      const stated = (/\/W \[0 \[([^\]]*)\]/.exec(descendant.text)?.[1] ?? "").trim().split(/\s+/).map(Number);
      const widths = glyphWidths(file);
      for (const code of codes) {
        if (code === 0) problems.push(`${name} draws .notdef`);
        if (!/^(?:[\da-f]{4})+$/.test(unicode[code] ?? "") || /^(?:0000|feff|fffe|e|f[0-8])/.test(unicode[code] ?? ""))
          problems.push(`glyph ${code} of ${name} means ${unicode[code] || "nothing"}`);
        if (Math.abs((stated[code] ?? 0) - (widths[code] ?? 0)) > 1)
          problems.push(`glyph ${code} of ${name} is ${widths[code]} wide, not ${stated[code]}`);
      }
    }
  }
  return problems;
}

/** Whether everything that a page draws is marked: as content of the structure tree or as an artifact. */
function unmarkedOperators(content: string): string[] {
  const unmarked: string[] = [];
  let depth = 0;
  for (const line of content.split("\n")) {
    if (/ (?:BDC|BMC)$/.test(line)) depth++;
    else if (line === "EMC") depth--;
    else if (depth === 0 && /(?:^| )(?:f\*?|S|B\*?|TJ|Tj|Do|sh)$/.test(line)) unmarked.push(line);
  }
  return unmarked;
}

/** What a validator would refuse; empty for a good file. */
export function archiveProblems(bytes: Uint8Array): string[] {
  const objects = pdfObjects(bytes);
  const all = [...objects.values()];
  const source = Buffer.from(bytes).toString("latin1");
  const catalog = all.find(({ text }) => text.includes("/Type /Catalog"));
  const metadata = objects.get(readReference(catalog ?? { text: "", stream: null }, "Metadata"));
  const xmp = metadata?.stream?.toString("utf8") ?? "";
  const profile = all.find(({ text }) => text.includes("/S /GTS_PDFA1"));
  const icc = objects.get(readReference(profile ?? { text: "", stream: null }, "DestOutputProfile"))?.stream;
  const files = all.filter(({ text }) => text.includes("/Type /Filespec"));
  const embedded = all.filter(({ text }) => text.includes("/Type /EmbeddedFile"));
  const pages = all.filter(({ text }) => /\/Type \/Page\b/.test(text));
  const has = (problem: string, isRight: boolean) => (isRight ? [] : [problem]);
  return [
    ...has("version", source.startsWith("%PDF-1.7\n%\u00ff\u00ff\u00ff\u00ff")),
    ...has("file ID", /trailer[^]*\/ID \[<[\da-f]+> <[\da-f]+>\]/.test(source)),
    ...has("no encryption", !source.includes("/Encrypt")),
    ...has(
      "marked",
      /\/Marked true/.test(
        objects.get(readReference(catalog ?? { text: "", stream: null }, "MarkInfo"))?.text ?? catalog?.text ?? "",
      ),
    ),
    ...has("structure tree", /\/StructTreeRoot \d+ 0 R/.test(catalog?.text ?? "")),
    ...has("language", /\/Lang \((?:en|ar)\)/.test(catalog?.text ?? "")),
    ...has(
      "title in the window",
      all.some(({ text }) => text.includes("/DisplayDocTitle true")),
    ),
    ...has("metadata unfiltered", metadata !== undefined && !metadata.text.includes("/Filter")),
    ...has("PDF/A-3a", /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</.test(xmp)),
    ...has("PDF/UA-1", xmp.includes("<pdfuaid:part>1</pdfuaid:part>") && xmp.includes("<pdfaSchema:prefix>pdfuaid<")),
    ...has("title", /<dc:title>\s*<rdf:Alt>\s*<rdf:li xml:lang="x-default">[^<]+</.test(xmp)),
    ...has("output intent", icc?.toString("latin1", 36, 40) === "acsp" && icc.toString("latin1", 16, 20) === "RGB "),
    // Without transparency no blending space is needed.
    ...has("no transparency", !/\/(?:SMask|BM|ca|CA) /.test(all.map(({ text }) => text).join("\n"))),
    ...has("no scripts or actions", !/\/(?:JavaScript|JS|OpenAction|AA|Launch)\b/.test(catalog?.text ?? "")),
    ...has("files associated", files.length > 0 && /\/AF \[\d+ 0 R\]/.test(catalog?.text ?? "")),
    ...has(
      "relationship",
      files.every(({ text }) => /\/AFRelationship \/Alternative/.test(text)),
    ),
    ...has(
      "file names",
      files.every(({ text }) => /\/F \(/.test(text) && /\/UF \(/.test(text) && /\/Desc \(/.test(text)),
    ),
    ...has(
      "MIME type",
      embedded.every(({ text }) => /\/Subtype \/application#2Fxml/.test(text) && /\/ModDate \(/.test(text)),
    ),
    ...pages.flatMap((page) =>
      unmarkedOperators(objects.get(readReference(page, "Contents"))?.stream?.toString("latin1") ?? "").map(
        (operator) => `${operator} is neither tagged nor an artifact`,
      ),
    ),
    ...fontProblems(objects),
  ];
}
