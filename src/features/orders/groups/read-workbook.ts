/** The first sheet of an XLSX workbook (ECMA-376) as lines of tab-separated cells, read in the browser. */

interface ZipEntry {
  name: string;
  method: number;
  size: number;
  at: number;
}

/** Of the central directory at the end of a ZIP file. Throws RangeError for bytes that are none. */
function entriesOf(view: DataView): ZipEntry[] {
  let end = view.byteLength - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, name)),
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

async function textOf(view: DataView, { method, size, at }: ZipEntry): Promise<string> {
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const packed = new Blob([new Uint8Array(view.buffer as ArrayBuffer, from, size)]);
  if (method === 0) return packed.text();
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

const elements = (parent: Document | Element, name: string) => [...parent.getElementsByTagNameNS("*", name)];
const words = (element: Element) =>
  elements(element, "t")
    .map((part) => part.textContent)
    .join("");

/** `A` is 0, `AB` 27. */
const columnOf = (reference: string) =>
  [...reference.replace(/\d+$/, "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Throws for a file that is no workbook. */
export async function readWorkbook(file: Blob): Promise<string> {
  const view = new DataView(await file.arrayBuffer());
  const entries = entriesOf(view);
  const read = async (name: string) => {
    const entry = entries.find((one) => one.name === name);
    return entry ? new DOMParser().parseFromString(await textOf(view, entry), "text/xml") : null;
  };
  const [workbook, relations, strings] = await Promise.all([
    read("xl/workbook.xml"),
    read("xl/_rels/workbook.xml.rels"),
    read("xl/sharedStrings.xml"),
  ]);
  const [sheet] = workbook ? elements(workbook, "sheet") : [];
  const id = [...(sheet?.attributes ?? [])].find(({ localName }) => localName === "id")?.value;
  const target = relations && elements(relations, "Relationship").find((one) => one.getAttribute("Id") === id);
  const path = target?.getAttribute("Target") ?? "";
  const cells = await read(path.startsWith("/") ? path.slice(1) : `xl/${path}`);
  if (!cells) throw new RangeError("The workbook has no sheet");
  const shared = strings ? elements(strings, "si").map(words) : [];
  return elements(cells, "row")
    .map((row) => {
      const line: string[] = [];
      for (const cell of elements(row, "c")) {
        const value = elements(cell, "v")[0]?.textContent ?? "";
        const type = cell.getAttribute("t");
        const text = type === "s" ? (shared[Number(value)] ?? "") : type === "inlineStr" ? words(cell) : value;
        line[columnOf(cell.getAttribute("r") ?? "A1")] = text.replaceAll(/\s+/g, " ");
      }
      return Array.from(line, (text) => text ?? "").join("\t");
    })
    .join("\n");
}
