import { and, eq, inArray } from "drizzle-orm";
import { readFile } from "node:fs/promises";
import pLimit from "p-limit";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { audit } from "#platform/audit.server.ts";
import { identityOf, inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Unavailable, ValidationError } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { m } from "#messages";
import { StorageFailure, documentOf, originalOf, storageOf } from "./storage.server.ts";
import { readPicture, UnreadablePicture, type PictureProblem } from "./read-picture.server.ts";
import { mediaFiles } from "./tables.server.ts";
import { displayName, isHeic, isNamedLike, mostPixels, uploadKindOf, type UploadKind } from "./upload-kinds.ts";

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

type DocumentProblem = "broken" | "encrypted" | "active";

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
async function* plainPieces(bytes: Buffer): AsyncGenerator<string> {
  let kept = "";
  for (let at = 0, to = 0; at < bytes.length; at = to) {
    // As much again as is kept, or hex without an end would be read anew with every piece.
    to = at + Math.max(pieceBytes, kept.length);
    const text = kept + bytes.toString("latin1", at, to) + (to < bytes.length ? "" : "\n");
    kept = unfinishedName.exec(text)?.[0] ?? "";
    if (to >= bytes.length) kept = "";
    yield withPlainNames(text.slice(0, text.length - kept.length));
    // Others are served between two pieces.
    await setImmediate();
  }
}

async function isActive(bytes: Buffer): Promise<boolean> {
  let [unfinished, read] = ["", ""];
  for await (const plain of plainPieces(bytes)) {
    if (active.some((name) => plain.includes(name))) return true;
    const text = unfinished + plain;
    unfinished = unfinishedSign.exec(text)?.[0] ?? "";
    read = read.slice(-scriptAddress.length) + compact(withPlainSigns(text.slice(0, text.length - unfinished.length)));
    if ([read, ...hexTexts(plain).map(compact)].some((text) => text.includes(scriptAddress))) return true;
  }
  return false;
}

async function timesIn(bytes: Buffer, pattern: RegExp): Promise<number> {
  let times = 0;
  for await (const plain of plainPieces(bytes)) times += plain.match(pattern)?.length ?? 0;
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
async function problemOfDocument(file: string): Promise<DocumentProblem | null> {
  const bytes = await readFile(file);
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(bytes.subarray(-1024).toString("latin1"))) return "broken";
  const head = bytes.toString("latin1", 0, 4096);
  if (!/^%PDF-\d\.\d\s*(?:%[^\r\n]*[\r\n]\s*)*\d+\s+\d+\s+obj\b/.test(head)) return "broken";
  const { outside, objects } = streamsOf(bytes);
  // Also in the dictionary of a cross-reference stream. Its texts and streams cannot be read, so nothing else is known.
  if ((await timesIn(outside, encryption)) > 0) return "encrypted";
  if (await isActive(bytes)) return "active";
  const runsScript = async (part: Buffer) => (await timesIn(part, activeOutsideStreams)) > 0;
  if (await runsScript(outside)) return "active";
  // One that is not found as a stream hides what it holds.
  if ((await timesIn(bytes, /\/ObjStm/g)) !== objects.length) return "active";
  let left = mostInflated;
  for (const packed of objects) {
    const content = packed && (await unpack(packed, { maxOutputLength: Math.max(1, left) }).catch(() => null));
    if (!content || (await isActive(content)) || (await runsScript(content))) return "active";
    left -= content.length;
  }
  return null;
}

const refusal = (text: string) => new ValidationError({ file: [text] });

const pictureProblems: Record<PictureProblem, (ctx: Ctx) => string> = {
  "too-many-pixels": ({ locale }) => m.media_too_many_pixels({ millions: mostPixels / 1e6 }, { locale }),
  broken: ({ locale }) => m.media_broken({}, { locale }),
  "other-kind": ({ locale }) => m.media_kind_not_taken({}, { locale }),
};

const documentProblems: Record<DocumentProblem, (ctx: Ctx) => string> = {
  broken: ({ locale }) => m.media_broken({}, { locale }),
  encrypted: ({ locale }) => m.media_document_encrypted({}, { locale }),
  active: ({ locale }) => m.media_document_active({}, { locale }),
};

/** The kind of a file, by its first bytes. Throws ValidationError of `file`. */
export function kindOf(ctx: Ctx, head: Uint8Array): UploadKind {
  const kind = uploadKindOf(head);
  if (!kind) throw refusal((isHeic(head) ? m.media_heic : m.media_kind_not_taken)({}, { locale: ctx.locale }));
  return kind;
}

interface Facts {
  width: number | null;
  height: number | null;
}

/** One at a time: pictures are decoded, documents read as a whole. */
const reading = pLimit(1);

/** Size of a whole and harmless file that is what its name says. Throws ValidationError of `file`. */
export async function checkUpload(ctx: Ctx, file: UploadedFile, kind: UploadKind): Promise<Facts> {
  if (!isNamedLike(file.name, kind))
    throw refusal(m.media_named_otherwise({ kind: kind.label }, { locale: ctx.locale }));
  return reading(() => factsOf(ctx, file, kind));
}

async function factsOf(ctx: Ctx, file: UploadedFile, { kind, type }: UploadKind): Promise<Facts> {
  if (kind === "document") {
    const problem = await problemOfDocument(file.path);
    if (problem) throw refusal(documentProblems[problem](ctx));
    return { width: null, height: null };
  }
  return readPicture(file.path, type).catch((error: unknown) => {
    throw error instanceof UnreadablePicture ? refusal(pictureProblems[error.problem](ctx)) : error;
  });
}

/** Everyone who writes or deletes files of a key has this lock while they decide. */
export const keyLock = (key: string) => ({ advisoryLock: `media:${key}` });

/** The row of these bytes, made in the state `storing` when there is none: from here on its files belong to someone. */
function claim(ctx: Ctx, key: string, file: UploadedFile, { kind, type }: UploadKind, facts: Facts) {
  return inTransaction(
    ctx,
    async (ctx) => {
      const { id, name } = identityOf(ctx.actor);
      const now = ctx.now();
      const row = {
        key,
        kind,
        type,
        bytes: file.bytes,
        name: displayName(file.name),
        ...facts,
        state: "storing" as const,
      };
      await ctx.db
        .insert(mediaFiles)
        .values({ ...row, uploadedBy: id, uploadedByName: name, createdAt: now, updatedAt: now })
        .onConflictDoNothing({ target: mediaFiles.key });
      const [found] = await ctx.db
        .select({ id: mediaFiles.id, state: mediaFiles.state })
        .from(mediaFiles)
        .where(eq(mediaFiles.key, key));
      if (!found) throw new Error("an upload was not stored");
      return found;
    },
    keyLock(key),
  );
}

/** Writes it to the storage, one at a time: on its way to a bucket, it is in memory. */
const writing = pLimit(1);

async function store(ctx: Ctx, key: string, file: UploadedFile, { kind, type }: UploadKind): Promise<void> {
  const name = kind === "document" ? documentOf(key) : originalOf(key);
  try {
    await writing(async () => storageOf(ctx.env).put(name, file, type));
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    ctx.log.error({ request_id: ctx.requestId, ...errorForLog(error) }, "an upload could not be stored");
    throw new Unavailable(m.media_storage_unavailable({}, { locale: ctx.locale }));
  }
}

/**
 * Takes a file that staff send: checked by its content, stored, its sizes made by a job. The same bytes again answer
 * with what is there. Throws ValidationError of `file` for what is not taken, Unavailable when the storage is down.
 */
export async function uploadMedia(ctx: Ctx, file: UploadedFile | undefined): Promise<{ id: number }> {
  requirePermission(ctx, uploadMedia.permission);
  if (!file) throw refusal(fieldText("required", ctx.locale));
  const kind = kindOf(ctx, file.head);
  const facts = await checkUpload(ctx, file, kind);
  const key = file.sha256.slice(0, 32);
  const claimed = await claim(ctx, key, file, kind, facts);
  if (claimed.state === "ready" || claimed.state === "queued") return { id: claimed.id };
  await store(ctx, key, file, kind);
  await inTransaction(ctx, async (ctx) => {
    // Of the same bytes sent twice at once, one is the upload.
    const [stored] = await ctx.db
      .update(mediaFiles)
      .set({ state: kind.kind === "document" ? "ready" : "queued", sizesMade: 0, updatedAt: ctx.now() })
      .where(and(eq(mediaFiles.id, claimed.id), inArray(mediaFiles.state, ["storing", "failed"])))
      .returning({ name: mediaFiles.name });
    if (!stored) return;
    const after = { name: stored.name, kind: kind.kind, type: kind.type, bytes: file.bytes, ...facts };
    await audit(ctx, { action: "media.uploaded", entity: "media", entityId: claimed.id, after });
    if (kind.kind === "picture") await ctx.jobs.send(ctx.db, "media.make-sizes", { key });
  });
  return { id: claimed.id };
}
uploadMedia.permission = "media.write" as const;
