import { and, eq, inArray } from "drizzle-orm";
import { readFile } from "node:fs/promises";
import pLimit from "p-limit";
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
import { displayName, isNamedLike, mostPixels, uploadKindOf, type UploadKind } from "./upload-kinds.ts";

/** Names in a PDF that start programs, send what is typed, or carry other files. */
const active = ["/JavaScript", "/Launch", "/EmbeddedFile", "/RichMedia", "/SubmitForm", "/ImportData"];
/** Too short to be looked for in pictures and other compressed parts. */
const activeOutsideStreams = /\/JS(?![A-Za-z0-9_.-])/;
/** What object streams of one document may hold, unpacked. */
const mostInflated = 64 * 1024 * 1024;

type DocumentProblem = "broken" | "active";

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
async function problemOfDocument(file: string): Promise<DocumentProblem | null> {
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

const refusal = (text: string) => new ValidationError({ file: [text] });

const pictureProblems: Record<PictureProblem, (ctx: Ctx) => string> = {
  "too-many-pixels": ({ locale }) => m.media_too_many_pixels({ millions: mostPixels / 1e6 }, { locale }),
  broken: ({ locale }) => m.media_broken({}, { locale }),
  "other-kind": ({ locale }) => m.media_kind_not_taken({}, { locale }),
};

/** The kind of a file, by its first bytes. Throws ValidationError of `file`. */
export function kindOf(ctx: Ctx, head: Uint8Array): UploadKind {
  const kind = uploadKindOf(head);
  if (!kind) throw refusal(m.media_kind_not_taken({}, { locale: ctx.locale }));
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
    throw refusal(m.media_named_otherwise({ kind: kind.extensions[0] ?? "" }, { locale: ctx.locale }));
  return reading(() => factsOf(ctx, file, kind));
}

async function factsOf(ctx: Ctx, file: UploadedFile, { kind, type }: UploadKind): Promise<Facts> {
  const { locale } = ctx;
  if (kind === "document") {
    const problem = await problemOfDocument(file.path);
    if (problem === "broken") throw refusal(m.media_broken({}, { locale }));
    if (problem === "active") throw refusal(m.media_document_active({}, { locale }));
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

/** Writes it to the storage, one at a time, for each is in memory meanwhile. */
const writing = pLimit(1);

async function store(ctx: Ctx, key: string, file: UploadedFile, { kind, type }: UploadKind): Promise<void> {
  const name = kind === "document" ? documentOf(key) : originalOf(key);
  try {
    await writing(async () => storageOf(ctx.env).put(name, await readFile(file.path), type));
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
