import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { deleteFilesBefore } from "#platform/file-cache.server.ts";
import { StorageFailure, type MediaStorage } from "./media-storage.server.ts";

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** In a folder of this machine, shared by its processes. */
export function diskStorage(folder: string): MediaStorage {
  const unfinished = join(folder, "unfinished");
  const failing =
    (what: string) =>
    (error: unknown): never => {
      throw new StorageFailure(what, error);
    };

  async function put(name: string, body: Uint8Array): Promise<void> {
    const half = join(unfinished, randomUUID());
    const file = join(folder, name);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    try {
      await writeFile(half, body, { mode: 0o600, flush: true });
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await rename(half, file);
    } finally {
      await rm(half, { force: true });
    }
  }

  async function read(name: string) {
    const file = await open(join(folder, name)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!file) return null;
    const { size } = await file.stat();
    const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
    return { bytes: size, body };
  }

  async function deleteAll(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(folder, name), { force: true });
    // The folders of their keys, where nothing else is left in them.
    for (const key of new Set(names.map((name) => dirname(join(folder, name))))) await rmdir(key).catch(() => {});
  }

  return {
    put: (name, body) => put(name, body).catch(failing("write")),
    read: (name) => read(name).catch(failing("read")),
    delete: (names) => deleteAll(names).catch(failing("delete")),
    deleteUnfinished: (before) => deleteFilesBefore(unfinished, before).catch(failing("tidy up")),
  };
}
