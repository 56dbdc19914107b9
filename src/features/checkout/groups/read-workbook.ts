/**
 * Reads the visible rows of an XLSX workbook (ECMA-376) in the browser. Has hard limits, because the file may be
 * malicious.
 */

interface ZipEntry {
  name: string;
  /** Compression method: 0 is stored, 8 is deflate. */
  method: number;
  /** Compressed size in bytes. */
  size: number;
  /** Offset of the entry's local header. */
  offset: number;
}

/** Maximum rows and columns of the sheet, and the maximum size of everything unpacked, in characters or bytes. */
export const workbookLimits = { rows: 1000, cells: 50, unpackedBytes: 5 * 1024 * 1024, parts: 1000 };

/** Thrown for a file that is not a workbook, or is beyond the limits. */
export class WorkbookError extends Error {
  override name = "WorkbookError";
}

/**
 * Reads the central directory at the end of a ZIP file. Throws WorkbookError, or RangeError beyond the end of the
 * bytes.
 */
function listEntries(view: DataView): ZipEntry[] {
  let end = view.byteLength - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  const count = view.getUint16(end + 10, true);
  if (count > workbookLimits.parts) throw new WorkbookError("Too many parts");
  const entries: ZipEntry[] = [];
  let position = view.getUint32(end + 16, true);
  for (let left = count; left > 0; left--) {
    const lengths = [28, 30, 32].map((offset) => view.getUint16(position + offset, true));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(view.buffer, position + 46, nameLength)),
      method: view.getUint16(position + 10, true),
      size: view.getUint32(position + 20, true),
      offset: view.getUint32(position + 42, true),
    });
    position += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** Returns a function that unpacks entries. It throws WorkbookError once their total size exceeds the limit. */
function createUnpacker(view: DataView) {
  let bytesLeft = workbookLimits.unpackedBytes;
  return async ({ method, size, offset }: ZipEntry): Promise<string> => {
    const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const packed = new Blob([new Uint8Array(view.buffer as ArrayBuffer, from, size)]).stream();
    const bytes = method === 0 ? packed : packed.pipeThrough(new DecompressionStream("deflate-raw"));
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of bytes as unknown as AsyncIterable<Uint8Array>) {
      bytesLeft -= chunk.byteLength;
      if (bytesLeft < 0) throw new WorkbookError("Unpacked, the workbook is too large");
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  };
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(
        /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
        (whole, decimal, hex, name: string | undefined) => {
          if (name !== undefined) return entities[name] ?? whole;
          const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
          return code <= 0x10ffff ? String.fromCodePoint(code) : "";
        },
      )
    : text;

interface Tag {
  /** Name without its namespace. */
  name: string;
  kind: "start" | "end" | "empty";
  attributes: string;
  /** Text between the previous tag and this one. */
  textBefore: string;
}

/** Iterates over the tags of XML in linear time. Throws WorkbookError for a tag without an end. */
function* readTags(xml: string): Generator<Tag> {
  let from = 0;
  for (;;) {
    const start = xml.indexOf("<", from);
    if (start < 0) return;
    let end = start + 1;
    for (let quote = ""; ; end++) {
      const sign = xml[end];
      if (sign === undefined) throw new WorkbookError("The XML is cut off");
      if (quote !== "") quote = sign === quote ? "" : quote;
      else if (sign === '"' || sign === "'") quote = sign;
      else if (sign === ">") break;
    }
    const inside = xml.slice(start + 1, end);
    const name = /^\/?(?:[\w.-]+:)?([\w.-]+)/.exec(inside)?.[1];
    const textBefore = xml.slice(from, start);
    from = end + 1;
    if (name === undefined) continue;
    const kind = inside.startsWith("/") ? "end" : inside.endsWith("/") ? "empty" : "start";
    yield { name, kind, attributes: inside, textBefore };
  }
}

/** Reads the value of an attribute, whatever its namespace. */
function readAttribute({ attributes }: Tag, name: string): string | undefined {
  const match = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match ? decodeEntities(match[1] ?? match[2] ?? "") : undefined;
}

const isTrue = (value: string | undefined) => value === "1" || value === "true";

/** Reads the texts of `si` elements: all their runs, without the phonetic hints of `rPh`. */
function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = "";
  let isPhonetic = false;
  for (const tag of readTags(xml)) {
    if (tag.name === "rPh") isPhonetic = tag.kind === "start";
    else if (tag.name === "t" && tag.kind === "end" && !isPhonetic) text += decodeEntities(tag.textBefore);
    else if (tag.name === "si" && tag.kind !== "start") {
      strings.push(text);
      text = "";
    }
  }
  return strings;
}

/**
 * Converts a cell reference to a column index: `A1` is 0, `AB3` is 27. Throws WorkbookError beyond the columns allowed.
 */
function columnIndex(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "";
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

export interface WorkbookRows {
  rows: string[][];
  /** Number of hidden rows with content, which `rows` leaves out. */
  hiddenRows: number;
}

/** Reads the cells of a sheet. A cell without a reference follows the previous one. */
function readSheet(xml: string, shared: readonly string[]): WorkbookRows {
  const sheet: WorkbookRows = { rows: [], hiddenRows: 0 };
  let row: string[] = [];
  let isHidden = false;
  let column = 0;
  let type = "";
  let value = "";
  let isPhonetic = false;
  const addCell = () => {
    const text = type === "s" ? (shared[Number(value)] ?? "") : value;
    if (text.trim() !== "") {
      if (column < 0 || column >= workbookLimits.cells) throw new WorkbookError("Too many columns");
      row[column] = text;
    }
    column += 1;
  };
  for (const tag of readTags(xml)) {
    const { name, kind } = tag;
    if (name === "row" && kind !== "end") {
      row = [];
      column = 0;
      isHidden = isTrue(readAttribute(tag, "hidden"));
    }
    if (name === "row" && kind === "end" && row.length > 0) {
      if (isHidden) sheet.hiddenRows += 1;
      else sheet.rows.push(Array.from(row, (cell) => cell ?? ""));
      if (sheet.rows.length + sheet.hiddenRows > workbookLimits.rows) throw new WorkbookError("Too many rows");
    }
    if (name === "c" && kind !== "end") {
      const reference = readAttribute(tag, "r");
      if (reference !== undefined) column = columnIndex(reference);
      type = readAttribute(tag, "t") ?? "";
      value = "";
    }
    if (name === "c" && kind !== "start") addCell();
    if (name === "rPh") isPhonetic = kind === "start";
    if (name === "v" && kind === "end" && type !== "inlineStr") value = decodeEntities(tag.textBefore);
    if (name === "t" && kind === "end" && type === "inlineStr" && !isPhonetic) value += decodeEntities(tag.textBefore);
  }
  return sheet;
}

/** Returns the target of the sheet that was open when the workbook was saved, else of the first visible sheet. */
function chooseSheet(workbook: string, sheetTargets: ReadonlyMap<string, string>): string | undefined {
  let active = 0;
  const sheets: { target: string | undefined; isVisible: boolean }[] = [];
  for (const tag of readTags(workbook)) {
    if (tag.kind === "end") continue;
    if (tag.name === "workbookView") active = Number(readAttribute(tag, "activeTab") ?? 0);
    if (tag.name === "sheet") {
      // `r:id`; `sheetId` is another attribute.
      const target = sheetTargets.get(readAttribute(tag, "id") ?? "");
      sheets.push({ target, isVisible: (readAttribute(tag, "state") ?? "visible") === "visible" });
    }
  }
  const visibleTarget = (sheet: (typeof sheets)[number] | undefined) => (sheet?.isVisible ? sheet.target : undefined);
  return visibleTarget(sheets[active]) ?? sheets.map(visibleTarget).find((target) => target !== undefined);
}

/**
 * Reads the sheet that was open when the workbook was saved, else the first visible one. Throws WorkbookError or
 * another error for a file that is no workbook, is encrypted or goes beyond `workbookLimits`.
 */
export async function readWorkbook(bytes: ArrayBuffer): Promise<WorkbookRows> {
  const view = new DataView(bytes);
  const entries = listEntries(view);
  const unpack = createUnpacker(view);
  const read = async (name: string) => {
    const entry = entries.find((one) => one.name === name);
    return entry ? unpack(entry) : "";
  };
  const targets = new Map<string, string>();
  for (const tag of readTags(await read("xl/_rels/workbook.xml.rels"))) {
    const [id, target, type] = ["Id", "Target", "Type"].map((name) => readAttribute(tag, name));
    // Only worksheets: chart sheets and macro sheets have other types.
    if (id !== undefined && target !== undefined && (type ?? "/worksheet").endsWith("/worksheet"))
      targets.set(id, target);
  }
  const target = chooseSheet(await read("xl/workbook.xml"), targets);
  if (target === undefined) throw new WorkbookError("The workbook has no visible sheet");
  const sheet = await read(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  return readSheet(sheet, readSharedStrings(await read("xl/sharedStrings.xml")));
}
