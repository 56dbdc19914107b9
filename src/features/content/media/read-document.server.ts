import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";

/** Names in a PDF that start programs, send what is typed, or carry other files. */
const active = ["/JavaScript", "/Launch", "/EmbeddedFile", "/RichMedia", "/SubmitForm", "/ImportData"];
/** Too short to be looked for in pictures and other compressed parts. */
const activeOutsideStreams = /\/JS(?![A-Za-z0-9_.-])/;
/** What object streams of one document may hold, unpacked. */
const mostInflated = 64 * 1024 * 1024;

export type DocumentProblem = "broken" | "active";

const unpack = promisify(inflate);
/** `#4a` in a name is `J`. */
const withPlainNames = (text: string) =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
/** Signs of a text in brackets that are written as `\\152`, or in hex, as `<6a…>`. */
const withPlainSigns = (text: string) =>
  text
    .replaceAll(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8) & 255))
    .replaceAll(/\\(?:\r\n?|\n)/g, "")
    .replaceAll(/\\(.)/g, "$1");
const hexTexts = (text: string) =>
  [...text.matchAll(/\/URI\s*<([0-9a-f\s]*)>/gi)].map(([, hex = ""]) =>
    Buffer.from(hex.replaceAll(/\s/g, ""), "hex").toString("latin1"),
  );

function isActive(plain: string): boolean {
  if (active.some((name) => plain.includes(name))) return true;
  return [withPlainSigns(plain), ...hexTexts(plain)].some((text) =>
    /j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i.test(text),
  );
}

interface Streams {
  /** What stands between streams. */
  outside: string;
  /** Contents of the object streams; null for one that cannot be looked into. */
  objects: (Buffer | null)[];
}

/** Compressed by the one usual way, or not at all. */
const isReadable = (dictionary: string) =>
  !dictionary.includes("/DecodeParms") &&
  (!dictionary.includes("/Filter") ||
    /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(?:\/|>>)/.test(dictionary));

function streamsOf(bytes: Buffer, raw: string): Streams {
  const found: Streams = { outside: "", objects: [] };
  let after = 0;
  for (const { index, 0: keyword } of raw.matchAll(/\bstream\r?\n/g)) {
    if (index < after) continue;
    const outside = raw.slice(after, index);
    const dictionary = withPlainNames(outside.slice(outside.lastIndexOf("obj") + 3));
    const [begins, ends] = [index + keyword.length, raw.indexOf("endstream", index)];
    after = ends < 0 ? raw.length : ends;
    found.outside += outside;
    if (dictionary.includes("/ObjStm"))
      found.objects.push(isReadable(dictionary) ? bytes.subarray(begins, after) : null);
  }
  found.outside += raw.slice(after);
  return found;
}

/**
 * Whether a PDF is whole, and without what a document of ours has no use for, also where names are written in signs and
 * objects are compressed. What else is compressed are pages and pictures, which start nothing.
 */
export async function problemOfDocument(file: string): Promise<DocumentProblem | null> {
  const bytes = await readFile(file);
  const raw = bytes.toString("latin1");
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(raw.slice(-1024))) return "broken";
  if (!/^%PDF-\d\.\d\s*(?:%[^\r\n]*[\r\n]\s*)*\d+\s+\d+\s+obj\b/.test(raw.slice(0, 4096))) return "broken";
  const plain = withPlainNames(raw);
  if (isActive(plain)) return "active";
  const { outside, objects } = streamsOf(bytes, raw);
  if (activeOutsideStreams.test(withPlainNames(outside))) return "active";
  // One that is not found as a stream hides what it holds.
  if (plain.split("/ObjStm").length - 1 !== objects.length) return "active";
  let left = mostInflated;
  for (const packed of objects) {
    const content = packed && (await unpack(packed, { maxOutputLength: Math.max(1, left) }).catch(() => null));
    if (!content) return "active";
    left -= content.length;
    const text = withPlainNames(content.toString("latin1"));
    if (isActive(text) || activeOutsideStreams.test(text)) return "active";
  }
  return null;
}
