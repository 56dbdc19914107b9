import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Ctx } from "./context.server.ts";
import { errorForLog } from "./log.server.ts";

/**
 * Writes a file whole or not at all, readable by the site only. Never throws: on a full disk, the file is only not
 * cached, and the next reader has to create it again.
 */
export async function cacheFile(ctx: Ctx, file: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // Belongs to this call alone: two calls for the same file would otherwise rename each other's partial file.
    const partialFile = `${file}.${crypto.randomUUID()}`;
    await writeFile(partialFile, bytes, { mode: 0o600 });
    await rename(partialFile, file);
  } catch (error) {
    ctx.log.warn({ request_id: ctx.requestId, ...errorForLog(error) }, "a file was not cached");
  }
}

/** Deletes the files of a folder that were written before this time. A missing folder has none. */
export async function deleteFilesBefore(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const written = (await stat(file).catch(() => null))?.mtime;
    if (written && written < before) await rm(file, { force: true });
  }
}
