import { and, eq, inArray } from "drizzle-orm";
import pLimit from "p-limit";
import { audit } from "#platform/audit.server.ts";
import { getActorIdentity, inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Unavailable, ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { getAccountKey, readInWorker } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";
import { StorageFailure, getDocumentKey, getOriginalKey, getStorage } from "./storage.server.ts";
import type { UploadFacts, UploadProblem } from "./read-upload.server.ts";
import { mediaFiles } from "./tables.server.ts";
import { displayName, isHeic, isNamedLike, maxPixels, detectUploadKind, type UploadKind } from "./upload-kinds.ts";

const createFileError = (text: string) => new ValidationError({ file: [text] });

const problemTexts: Record<UploadProblem, (ctx: Ctx) => string> = {
  "too-many-pixels": ({ locale }) => m.media_too_many_pixels({ millions: maxPixels / 1e6 }, { locale }),
  broken: ({ locale }) => m.media_broken({}, { locale }),
  "other-kind": ({ locale }) => m.media_kind_not_taken({}, { locale }),
  encrypted: ({ locale }) => m.media_document_encrypted({}, { locale }),
  active: ({ locale }) => m.media_document_active({}, { locale }),
};

/** Detects the kind of a file from its first bytes. Throws ValidationError of `file`. */
export function requireUploadKind(ctx: Ctx, head: Uint8Array): UploadKind {
  const kind = detectUploadKind(head);
  if (!kind) throw createFileError((isHeic(head) ? m.media_heic : m.media_kind_not_taken)({}, { locale: ctx.locale }));
  return kind;
}

/**
 * Checks in a worker that a file is complete, harmless and what its name says, and reads its size. Throws
 * ValidationError of `file`, QueueFull.
 */
export async function checkUpload(ctx: Ctx, file: UploadedFile, kind: UploadKind): Promise<UploadFacts> {
  if (!isNamedLike(file.name, kind))
    throw createFileError(m.media_named_otherwise({ kind: kind.label }, { locale: ctx.locale }));
  const result = await readInWorker(ctx, "file", "read-upload", [file.path, kind], { account: getAccountKey(ctx) });
  if ("problem" in result) throw createFileError(problemTexts[result.problem](ctx));
  return result;
}

/** The lock of every transaction that decides whether to write or delete the files of a key. */
export const keyLock = (key: string) => ({ advisoryLock: `media:${key}` });

/** Finds the row of these bytes, or creates it in the state `storing`. From then on its files belong to a row. */
function claim(ctx: Ctx, key: string, file: UploadedFile, { kind, type }: UploadKind, facts: UploadFacts) {
  return inTransaction(
    ctx,
    async (ctx) => {
      const { id, name } = getActorIdentity(ctx.actor);
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
      const [stored] = await ctx.db
        .select({ id: mediaFiles.id, state: mediaFiles.state })
        .from(mediaFiles)
        .where(eq(mediaFiles.key, key));
      if (!stored) throw new Error("an upload was not stored");
      return stored;
    },
    keyLock(key),
  );
}

/** Files are written to the storage one at a time, because a file is in memory while it is sent to a bucket. */
const limitWrites = pLimit(1);

async function store(ctx: Ctx, key: string, file: UploadedFile, { kind, type }: UploadKind): Promise<void> {
  const name = kind === "document" ? getDocumentKey(key) : getOriginalKey(key);
  try {
    await limitWrites(async () => getStorage(ctx.env).put(name, file, type));
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    ctx.log.error({ request_id: ctx.requestId, ...errorForLog(error) }, "an upload could not be stored");
    throw new Unavailable(m.media_storage_unavailable({}, { locale: ctx.locale }));
  }
}

/**
 * Stores a file that staff upload, after checking its content; a job makes its sizes. The same bytes return the
 * existing upload. Throws ValidationError of `file`, Unavailable when the storage is down.
 */
export async function uploadMedia(ctx: Ctx, file: UploadedFile | undefined): Promise<{ id: number }> {
  requirePermission(ctx, uploadMedia.permission);
  if (!file) throw createFileError(getProblemMessage("required", ctx.locale));
  const kind = requireUploadKind(ctx, file.head);
  const facts = await checkUpload(ctx, file, kind);
  const key = file.sha256.slice(0, 32);
  const claimed = await claim(ctx, key, file, kind, facts);
  if (claimed.state === "ready" || claimed.state === "queued") return { id: claimed.id };
  await store(ctx, key, file, kind);
  await inTransaction(ctx, async (ctx) => {
    // When the same bytes were sent twice at once, only one request continues here.
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
