import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";

/** Names in a PDF that start programs, send what is typed, or carry other files. */
const active = ["/JavaScript", "/Launch", "/EmbeddedFile", "/RichMedia", "/SubmitForm", "/ImportData"];
/** Too short to be looked for in pictures and other compressed parts. */
const activeOutsideStreams = /\/JS(?![A-Za-z0-9_.-])/;
const scriptAddress = "javascript:";
/** What object streams of one document may hold, unpacked. */
const mostInflated = 64 * 1024 * 1024;
/** So much of a document is a text at a time: all of it, and what is made of it, would be in memory many times. */
const pieceBytes = 64 * 1024;

/** The reference to how a document is encrypted, or that dictionary itself; a document for everyone has none. */
const encryption = /\/Encrypt\s*[\d<]/g;

export type DocumentProblem = "broken" | "encrypted" | "active";

const unpack = promisify(inflate);
const signOf = (code: string, base: number) => String.fromCharCode(Number.parseInt(code, base) & 255);
/** `#4a` in a name is `J`. */
const withPlainNames = (text: string) => text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => signOf(hex, 16));
/** Signs of a text in brackets may be written as `\152`. */
const withPlainSigns = (text: string) => text.replaceAll(/\\([0-7]{1,3})/g, (_, octal: string) => signOf(octal, 8));
/** Without what an address may have in it and is read without: space, broken lines, other escapes. */
const compact = (text: string) => text.replaceAll(/[\s\\]/g, "").toLowerCase();
/** Texts may be written in hex, as `<6a…>`. */
const hexTexts = (text: string) =>
  [...text.matchAll(/\/URI\s*<([0-9a-f\s]*)>/gi)].map(([, hex = ""]) =>
    Buffer.from(hex.replaceAll(/\s/g, ""), "hex").toString("latin1"),
  );

/** A name, with what is written in hex behind it, that may go on in the next piece. */
const unfinishedName = /[/#][a-z0-9#]{0,39}\s*(?:<[0-9a-f\s]*)?$/i;
const unfinishedSign = /\\[0-7]{0,2}$/;

/** All of a text in pieces that cut no name and nothing in hex in two, with names plainly written. */
function* plainPieces(bytes: Buffer): Generator<string> {
  let kept = "";
  for (let at = 0, to = 0; at < bytes.length; at = to) {
    // As much again as is kept, or hex without an end would be read anew with every piece.
    to = at + Math.max(pieceBytes, kept.length);
    const text = kept + bytes.toString("latin1", at, to) + (to < bytes.length ? "" : "\n");
    kept = unfinishedName.exec(text)?.[0] ?? "";
    if (to >= bytes.length) kept = "";
    yield withPlainNames(text.slice(0, text.length - kept.length));
  }
}

function isActive(bytes: Buffer): boolean {
  let [unfinished, read] = ["", ""];
  for (const plain of plainPieces(bytes)) {
    if (active.some((name) => plain.includes(name))) return true;
    const text = unfinished + plain;
    unfinished = unfinishedSign.exec(text)?.[0] ?? "";
    read = read.slice(-scriptAddress.length) + compact(withPlainSigns(text.slice(0, text.length - unfinished.length)));
    if ([read, ...hexTexts(plain).map(compact)].some((text) => text.includes(scriptAddress))) return true;
  }
  return false;
}

function timesIn(bytes: Buffer, pattern: RegExp): number {
  let times = 0;
  for (const plain of plainPieces(bytes)) times += plain.match(pattern)?.length ?? 0;
  return times;
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

function streamsOf(bytes: Buffer): Streams {
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
 * Whether a PDF is whole, opens without a password, and is without what a document of ours has no use for, also where
 * names are written in signs and objects are compressed. What else is compressed are pages and pictures, which start
 * nothing.
 */
export async function findDocumentProblem(file: string): Promise<DocumentProblem | null> {
  const bytes = await readFile(file);
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(bytes.subarray(-1024).toString("latin1"))) return "broken";
  const head = bytes.toString("latin1", 0, 4096);
  if (!/^%PDF-\d\.\d\s*(?:%[^\r\n]*[\r\n]\s*)*\d+\s+\d+\s+obj\b/.test(head)) return "broken";
  const { outside, objects } = streamsOf(bytes);
  // Also in the dictionary of a cross-reference stream. Its texts and streams cannot be read, so nothing else is known.
  if (timesIn(outside, encryption) > 0) return "encrypted";
  if (isActive(bytes)) return "active";
  const runsScript = (part: Buffer) => timesIn(part, activeOutsideStreams) > 0;
  if (runsScript(outside)) return "active";
  // One that is not found as a stream hides what it holds.
  if (timesIn(bytes, /\/ObjStm/g) !== objects.length) return "active";
  let left = mostInflated;
  for (const packed of objects) {
    const content = packed && (await unpack(packed, { maxOutputLength: Math.max(1, left) }).catch(() => null));
    if (!content || isActive(content) || runsScript(content)) return "active";
    left -= content.length;
  }
  return null;
}
