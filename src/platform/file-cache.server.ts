import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Ctx } from "./context.server.ts";
import { errorForLog } from "./log.server.ts";

/**
 * Writes a file whole or not at all, readable by the site only. On a full disk the next reader waits, and no answer
 * fails.
 */
export async function cacheFile(ctx: Ctx, file: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // Of this call alone: two calls for one file at once would rename each other's half away.
    const half = `${file}.${crypto.randomUUID()}`;
    await writeFile(half, bytes, { mode: 0o600 });
    await rename(half, file);
  } catch (error) {
    ctx.log.warn({ request_id: ctx.requestId, ...errorForLog(error) }, "a file was not cached");
  }
}

export async function deleteFilesBefore(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const written = (await stat(file).catch(() => null))?.mtime;
    if (written && written < before) await rm(file, { force: true });
  }
}
