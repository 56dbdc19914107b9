import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { deleteFilesBefore } from "#platform/file-cache.server.ts";
import { incomingFolder } from "#platform/http/upload.server.ts";
import { WorkerFailed } from "#platform/workers/pool.server.ts";
import { runInWorker } from "#platform/workers/run-in-worker.server.ts";
import { readBytes, listStorageKeys, getOriginalKey, getSizeKey, getStorage } from "./storage.server.ts";
import { mediaFiles } from "./tables.server.ts";
import { keyLock } from "./upload.server.ts";
import { uploadedFormats, uploadedWidths } from "./uploaded-picture.ts";

/** All sizes of a picture, the largest first. */
const sizes = uploadedWidths
  .toSorted((a, b) => b - a)
  .flatMap((width) => uploadedFormats.map((format) => [width, format] as const));

const keySchema = z.object({ key: z.string() });

/** Makes a size in a worker; null when the picture cannot be decoded within a worker's memory and time. */
async function makeSize(
  original: Uint8Array,
  width: number,
  format: "avif" | "webp",
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await runInWorker("picture-size", [original, width, format], { isBackground: true });
  } catch (error) {
    if (error instanceof WorkerFailed && error.reason !== "exit") return null;
    throw error;
  }
}

/**
 * Job: makes the sizes of one picture and saves the progress after each. The original is deleted, because it is never
 * served. Idempotent.
 */
export async function makePictureSizes(ctx: Ctx, data: object): Promise<void> {
  const { key } = keySchema.parse(data);
  const storage = getStorage(ctx.env);
  const isQueued = and(eq(mediaFiles.key, key), eq(mediaFiles.state, "queued"));
  const [row] = await ctx.db.select({ id: mediaFiles.id }).from(mediaFiles).where(isQueued);
  const original = row && (await storage.read(getOriginalKey(key)));
  // The upload was deleted meanwhile, or another run of this job has handled it.
  if (!original) return;
  const bytes = await readBytes(original);
  let sizesMade = 0;
  for (const [width, format] of sizes) {
    const size = await makeSize(bytes, width, format);
    if (!size) break;
    await storage.put(getSizeKey(key, width, format), size, `image/${format}`);
    sizesMade += 1;
    await ctx.db.update(mediaFiles).set({ sizesMade }).where(isQueued);
  }
  const state = sizesMade === sizes.length ? "ready" : "failed";
  if (state === "failed") ctx.log.warn({ media: row.id }, "a picture could not be decoded");
  await ctx.db.update(mediaFiles).set({ state, updatedAt: ctx.now() }).where(isQueued);
  await storage.delete([getOriginalKey(key)]);
  await deleteIfGone(ctx, key);
}

/** Deletes the files of a key, unless the same file has been uploaded again meanwhile. */
async function deleteIfGone(ctx: Ctx, key: string): Promise<void> {
  await inTransaction(
    ctx,
    async (ctx) => {
      const hasUpload = (await ctx.db.$count(mediaFiles, eq(mediaFiles.key, key))) > 0;
      if (!hasUpload) await getStorage(ctx.env).delete(listStorageKeys(key));
    },
    keyLock(key),
  );
}

/** Job: deletes the files of a deleted upload. */
export async function deleteMediaFiles(ctx: Ctx, data: object): Promise<void> {
  await deleteIfGone(ctx, keySchema.parse(data).key);
}

const minuteMs = 60_000;
/** No upload lasts this long. */
const abandonedMinutes = 10;

/** Job: deletes leftovers of killed processes: incoming and partly written files, and incomplete uploads. */
export async function tidyMedia(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - abandonedMinutes * minuteMs);
  await deleteFilesBefore(incomingFolder(ctx), before);
  await getStorage(ctx.env).deleteUnfinished(before);
  await inTransaction(ctx, async (ctx) => {
    const abandoned = await ctx.db
      .delete(mediaFiles)
      .where(and(eq(mediaFiles.state, "storing"), lt(mediaFiles.createdAt, before)))
      .returning({ key: mediaFiles.key });
    for (const { key } of abandoned) await ctx.jobs.send(ctx.db, "media.delete-files", { key });
  });
}
