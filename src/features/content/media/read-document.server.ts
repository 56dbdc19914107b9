import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";

/** Names in a PDF that start programs, send what is typed, or carry other files. */
const activeNames = ["/JavaScript", "/Launch", "/EmbeddedFile", "/RichMedia", "/SubmitForm", "/ImportData"];
/** So short that it also occurs by chance in compressed parts, so only looked for outside of them. */
const activeOutsideStreams = /\/JS(?![A-Za-z0-9_.-])/;
const scriptAddress = "javascript:";
/** For all object streams of a document together, unpacked. */
const maxUnpackedBytes = 64 * 1024 * 1024;
/** A document is searched in pieces: as one text, with its rewritten copies, it would be in memory many times. */
const pieceBytes = 64 * 1024;

/** A reference to the encryption dictionary, or the dictionary itself. Only protected documents have one. */
const encryption = /\/Encrypt\s*[\d<]/g;

export type DocumentProblem = "broken" | "encrypted" | "active";

const unpack = promisify(inflate);
const decodeCharacter = (code: string, base: number) => String.fromCharCode(Number.parseInt(code, base) & 255);
/** `#4a` in a name is `J`. */
const withPlainNames = (text: string) =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => decodeCharacter(hex, 16));
/** `\152` in a text in brackets is `j`. */
const withPlainCharacters = (text: string) =>
  text.replaceAll(/\\([0-7]{1,3})/g, (_, octal: string) => decodeCharacter(octal, 8));
/** Without what readers ignore in an address: spaces, line breaks, other escapes. */
const compact = (text: string) => text.replaceAll(/[\s\\]/g, "").toLowerCase();
/** Addresses that are written in hex, as `<6a…>`. */
const hexTexts = (text: string) =>
  [...text.matchAll(/\/URI\s*<([0-9a-f\s]*)>/gi)].map(([, hex = ""]) =>
    Buffer.from(hex.replaceAll(/\s/g, ""), "hex").toString("latin1"),
  );

/** At the end of a piece: a name, with the hex text behind it, that may go on in the next piece. */
const unfinishedName = /[/#][a-z0-9#]{0,39}\s*(?:<[0-9a-f\s]*)?$/i;
const unfinishedEscape = /\\[0-7]{0,2}$/;

/** All of a text in pieces, with names plainly written. No piece cuts a name or a hex text in two. */
function* plainPieces(bytes: Buffer): Generator<string> {
  let unfinished = "";
  for (let at = 0, to = 0; at < bytes.length; at = to) {
    // Twice as long as the unfinished part, or a hex text without an end would be searched again with every piece.
    to = at + Math.max(pieceBytes, unfinished.length);
    const isLast = to >= bytes.length;
    const text = unfinished + bytes.toString("latin1", at, to) + (isLast ? "\n" : "");
    unfinished = (isLast ? null : unfinishedName.exec(text)?.[0]) ?? "";
    yield withPlainNames(text.slice(0, text.length - unfinished.length));
  }
}

function isActive(bytes: Buffer): boolean {
  let [unfinished, compacted] = ["", ""];
  for (const plain of plainPieces(bytes)) {
    if (activeNames.some((name) => plain.includes(name))) return true;
    const text = unfinished + plain;
    unfinished = unfinishedEscape.exec(text)?.[0] ?? "";
    const whole = text.slice(0, text.length - unfinished.length);
    compacted = compacted.slice(-scriptAddress.length) + compact(withPlainCharacters(whole));
    if ([compacted, ...hexTexts(plain).map(compact)].some((text) => text.includes(scriptAddress))) return true;
  }
  return false;
}

function countIn(bytes: Buffer, pattern: RegExp): number {
  let count = 0;
  for (const plain of plainPieces(bytes)) count += plain.match(pattern)?.length ?? 0;
  return count;
}

/** Compressed by the one usual way, or not at all. */
const isReadable = (dictionary: string) =>
  !dictionary.includes("/DecodeParms") &&
  (!dictionary.includes("/Filter") ||
    /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(?:\/|>>)/.test(dictionary));

interface Streams {
  /** What stands between streams. */
  outside: Buffer;
  /** Contents of the object streams; null for one that cannot be looked into. */
  objects: (Buffer | null)[];
}

function parseStreams(bytes: Buffer): Streams {
  const [parts, objects]: [Buffer[], Streams["objects"]] = [[], []];
  let after = 0;
  for (let at = bytes.indexOf("stream"); at >= 0; at = bytes.indexOf("stream", Math.max(after, at + 1))) {
    const [keyword] = /^\W?stream\r?\n/.exec(bytes.toString("latin1", Math.max(0, at - 1), at + 8)) ?? [];
    if (!keyword) continue;
    const outside = bytes.subarray(after, at);
    const dictionary = withPlainNames(outside.toString("latin1", outside.lastIndexOf("obj") + 3));
    const [begins, ends] = [bytes.indexOf("\n", at) + 1, bytes.indexOf("endstream", at)];
    after = ends < 0 ? bytes.length : ends;
    parts.push(outside);
    if (dictionary.includes("/ObjStm")) objects.push(isReadable(dictionary) ? bytes.subarray(begins, after) : null);
  }
  return { outside: Buffer.concat([...parts, bytes.subarray(after)]), objects };
}

/**
 * Why a PDF is refused; null when it is whole, opens without a password and holds nothing active, also where names are
 * escaped and objects are compressed. Other compressed parts are pages and pictures, which start nothing.
 */
export async function findDocumentProblem(file: string): Promise<DocumentProblem | null> {
  const bytes = await readFile(file);
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(bytes.subarray(-1024).toString("latin1"))) return "broken";
  const head = bytes.toString("latin1", 0, 4096);
  if (!/^%PDF-\d\.\d\s*(?:%[^\r\n]*[\r\n]\s*)*\d+\s+\d+\s+obj\b/.test(head)) return "broken";
  const { outside, objects } = parseStreams(bytes);
  // Also in the dictionary of a cross-reference stream. Checked first, because nothing else in it can be read.
  if (countIn(outside, encryption) > 0) return "encrypted";
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
