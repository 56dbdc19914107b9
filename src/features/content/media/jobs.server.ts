import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { deleteFilesBefore } from "#platform/file-cache.server.ts";
import { incomingFolder } from "#platform/http/upload.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { bytesOf, everyNameOf, originalOf, sizeOf, storageOf } from "./storage.server.ts";
import { makeSizes, UnreadablePicture } from "./read-picture.server.ts";
import { mediaFiles } from "./tables.server.ts";
import { keyLock } from "./upload.server.ts";
import { uploadedWidths } from "./uploaded-picture.ts";

const ofKey = z.object({ key: z.string() });

/** Sizes of one picture, telling after each how far it is. The original goes: nothing of it is served. Idempotent. */
export async function makePictureSizes(ctx: Ctx, data: object): Promise<void> {
  const { key } = ofKey.parse(data);
  const storage = storageOf(ctx.env);
  const isQueued = and(eq(mediaFiles.key, key), eq(mediaFiles.state, "queued"));
  const [row] = await ctx.db.select({ id: mediaFiles.id }).from(mediaFiles).where(isQueued);
  const original = row && (await storage.read(originalOf(key)));
  // Deleted meanwhile, or made by a job that ended before it could say so.
  if (!original) return;
  try {
    let sizesMade = 0;
    for await (const { width, format, bytes } of makeSizes(await bytesOf(original), uploadedWidths)) {
      await storage.put(sizeOf(key, width, format), bytes, `image/${format}`);
      sizesMade += 1;
      await ctx.db.update(mediaFiles).set({ sizesMade }).where(isQueued);
    }
    await ctx.db.update(mediaFiles).set({ state: "ready", updatedAt: ctx.now() }).where(isQueued);
  } catch (error) {
    if (!(error instanceof UnreadablePicture)) throw error;
    ctx.log.warn({ media: row.id, ...errorForLog(error) }, "a picture could not be decoded");
    await ctx.db.update(mediaFiles).set({ state: "failed", updatedAt: ctx.now() }).where(isQueued);
  }
  await storage.delete([originalOf(key)]);
  await deleteIfGone(ctx, key);
}

/** What deletes a row sends this; a file that was uploaded again meanwhile keeps what it has. */
async function deleteIfGone(ctx: Ctx, key: string): Promise<void> {
  await inTransaction(
    ctx,
    async (ctx) => {
      const isThere = (await ctx.db.$count(mediaFiles, eq(mediaFiles.key, key))) > 0;
      if (!isThere) await storageOf(ctx.env).delete(everyNameOf(key));
    },
    keyLock(key),
  );
}

/** The files of an upload that was deleted. */
export async function deleteMediaFiles(ctx: Ctx, data: object): Promise<void> {
  await deleteIfGone(ctx, ofKey.parse(data).key);
}

const minuteMs = 60_000;
/** No upload lasts this long. */
const abandonedMinutes = 10;

/** What killed processes have left: files that were arriving or being written, uploads that were never whole. */
export async function tidyMedia(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - abandonedMinutes * minuteMs);
  await deleteFilesBefore(incomingFolder(ctx), before);
  await storageOf(ctx.env).deleteUnfinished(before);
  await inTransaction(ctx, async (ctx) => {
    const abandoned = await ctx.db
      .delete(mediaFiles)
      .where(and(eq(mediaFiles.state, "storing"), lt(mediaFiles.createdAt, before)))
      .returning({ key: mediaFiles.key });
    for (const { key } of abandoned) await ctx.jobs.send(ctx.db, "media.delete-files", { key });
  });
}
