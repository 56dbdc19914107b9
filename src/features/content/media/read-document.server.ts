import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";

/** Names in a PDF that start programs, send what is typed, or carry other files. */
const activeNames = ["/JavaScript", "/Launch", "/EmbeddedFile", "/RichMedia", "/SubmitForm", "/ImportData"];
/** Another name for JavaScript, so short that it occurs by chance in compressed bytes. They are not searched for it. */
const activeOutsideStreams = /\/JS(?![A-Za-z0-9_.-])/;
const scriptAddress = "javascript:";
/** Limit for all object streams of a document together, unpacked. */
const maxUnpackedBytes = 64 * 1024 * 1024;
/** A document is searched in pieces, because as one text, with its decoded copies, it would be in memory many times. */
const pieceBytes = 64 * 1024;

/** A reference to the encryption dictionary, or the dictionary itself. Only protected documents have one. */
const encryptionPattern = /\/Encrypt\s*[\d<]/g;

export type DocumentProblem = "broken" | "encrypted" | "active";

const unpack = promisify(inflate);
const decodeCharacter = (code: string, base: number) => String.fromCharCode(Number.parseInt(code, base) & 255);
/** Decodes escapes in names: `#4a` is `J`. */
const decodeNames = (text: string) => text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => decodeCharacter(hex, 16));
/** Decodes escapes in texts in brackets: `\152` is `j`. */
const decodeOctals = (text: string) =>
  text.replaceAll(/\\([0-7]{1,3})/g, (_, octal: string) => decodeCharacter(octal, 8));
/** Removes what PDF readers ignore in an address: spaces, line breaks, other escapes. */
const removeIgnored = (text: string) => text.replaceAll(/[\s\\]/g, "").toLowerCase();
/** Decodes addresses that are written in hex, as `<6a…>`. */
const decodeHexAddresses = (text: string) =>
  [...text.matchAll(/\/URI\s*<([0-9a-f\s]*)>/gi)].map(([, hex = ""]) =>
    Buffer.from(hex.replaceAll(/\s/g, ""), "hex").toString("latin1"),
  );

/** Matches, at the end of a piece, a name and the hex text after it, which may continue in the next piece. */
const unfinishedName = /[/#][a-z0-9#]{0,39}\s*(?:<[0-9a-f\s]*)?$/i;
const unfinishedEscape = /\\[0-7]{0,2}$/;

/** Yields all bytes as text, in pieces, with names decoded. No name or hex text is split between two pieces. */
function* decodedPieces(bytes: Buffer): Generator<string> {
  let unfinished = "";
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    // Doubles the unfinished part; otherwise an endless hex text would be searched again with every piece.
    end = start + Math.max(pieceBytes, unfinished.length);
    const isLast = end >= bytes.length;
    const text = unfinished + bytes.toString("latin1", start, end) + (isLast ? "\n" : "");
    unfinished = (isLast ? null : unfinishedName.exec(text)?.[0]) ?? "";
    yield decodeNames(text.slice(0, text.length - unfinished.length));
  }
}

function isActive(bytes: Buffer): boolean {
  let [unfinished, compacted] = ["", ""];
  for (const plain of decodedPieces(bytes)) {
    if (activeNames.some((name) => plain.includes(name))) return true;
    const text = unfinished + plain;
    unfinished = unfinishedEscape.exec(text)?.[0] ?? "";
    const whole = text.slice(0, text.length - unfinished.length);
    compacted = compacted.slice(-scriptAddress.length) + removeIgnored(decodeOctals(whole));
    if ([compacted, ...decodeHexAddresses(plain).map(removeIgnored)].some((text) => text.includes(scriptAddress)))
      return true;
  }
  return false;
}

function countIn(bytes: Buffer, pattern: RegExp): number {
  let count = 0;
  for (const plain of decodedPieces(bytes)) count += plain.match(pattern)?.length ?? 0;
  return count;
}

/** Whether a stream with this dictionary can be read: compressed with FlateDecode alone, or not at all. */
const isReadable = (dictionary: string) =>
  !dictionary.includes("/DecodeParms") &&
  (!dictionary.includes("/Filter") ||
    /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(?:\/|>>)/.test(dictionary));

interface Streams {
  /** All bytes outside of streams. */
  outside: Buffer;
  /** Contents of the object streams; null for one that cannot be read. */
  objects: (Buffer | null)[];
}

function parseStreams(bytes: Buffer): Streams {
  const [parts, objects]: [Buffer[], Streams["objects"]] = [[], []];
  let lastEnd = 0;
  const find = (from: number) => bytes.indexOf("stream", from);
  for (let index = find(0); index >= 0; index = find(Math.max(lastEnd, index + 1))) {
    const [keyword] = /^\W?stream\r?\n/.exec(bytes.toString("latin1", Math.max(0, index - 1), index + 8)) ?? [];
    if (!keyword) continue;
    const outside = bytes.subarray(lastEnd, index);
    const dictionary = decodeNames(outside.toString("latin1", outside.lastIndexOf("obj") + 3));
    const [start, end] = [bytes.indexOf("\n", index) + 1, bytes.indexOf("endstream", index)];
    lastEnd = end < 0 ? bytes.length : end;
    parts.push(outside);
    if (dictionary.includes("/ObjStm")) objects.push(isReadable(dictionary) ? bytes.subarray(start, lastEnd) : null);
  }
  return { outside: Buffer.concat([...parts, bytes.subarray(lastEnd)]), objects };
}

/**
 * Finds why a PDF must be refused; null when it is complete, opens without a password and holds nothing active. Decodes
 * escaped names and unpacks compressed objects. Other streams hold pages and pictures, which cannot start anything.
 */
export async function findDocumentProblem(file: string): Promise<DocumentProblem | null> {
  const bytes = await readFile(file);
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(bytes.subarray(-1024).toString("latin1"))) return "broken";
  const head = bytes.toString("latin1", 0, 4096);
  if (!/^%PDF-\d\.\d\s*(?:%[^\r\n]*[\r\n]\s*)*\d+\s+\d+\s+obj\b/.test(head)) return "broken";
  const { outside, objects } = parseStreams(bytes);
  // Includes the dictionaries of cross-reference streams. Checked first, because the rest cannot be read if encrypted.
  if (countIn(outside, encryptionPattern) > 0) return "encrypted";
  if (isActive(bytes)) return "active";
  const runsScript = (part: Buffer) => countIn(part, activeOutsideStreams) > 0;
  if (runsScript(outside)) return "active";
  // An object stream that `parseStreams` did not find could hide anything.
  if (countIn(bytes, /\/ObjStm/g) !== objects.length) return "active";
  let remaining = maxUnpackedBytes;
  for (const packed of objects) {
    const content = packed && (await unpack(packed, { maxOutputLength: Math.max(1, remaining) }).catch(() => null));
    if (!content || isActive(content) || runsScript(content)) return "active";
    remaining -= content.length;
  }
  return null;
}
