/** The cache folder: complete files only, and eviction. */
import { open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex, cachedName, partName, readName, getWriterPid, type CachedName } from "./names.ts";

let parts = 0;

/** The cached file of an address; the newest where two processes stored one each. */
export async function findCached(folder: string, key: string): Promise<CachedName | null> {
  const names = (await readdir(folder)).filter((file) => file.startsWith(key)).map(readName);
  return names.find((name) => name !== null) ?? null;
}

/** The bytes of a cached file, which counts as used now; null, and the file gone, when it is not what its name says. */
export async function readCached(folder: string, name: CachedName): Promise<Buffer | null> {
  const path = join(folder, name.file);
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return null;
  if (sha256Hex(bytes) !== name.content) {
    await rm(path, { force: true });
    return null;
  }
  const now = new Date();
  // Another process may have let it go in between; the bytes are good all the same.
  await utimes(path, now, now).catch(() => {});
  return bytes;
}

/**
 * Keeps bytes as they come: written beside, brought to the disk, then renamed, so that under its name a file is whole
 * or not there. Resolves to the bytes and whether they could be stored: a full disk is no reason to show no picture.
 * Rejects when `chunks` does.
 */
export async function keep(
  folder: string,
  key: string,
  type: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ bytes: Buffer; isKept: boolean }> {
  const part = join(folder, partName((parts += 1)));
  const received: Uint8Array[] = [];
  const file = await open(part, "wx").catch(() => null);
  let isWritten = file !== null;
  try {
    for await (const chunk of chunks) {
      received.push(chunk);
      if (isWritten)
        isWritten =
          (await file?.appendFile(chunk).then(
            () => true,
            () => false,
          )) ?? false;
    }
    const bytes = Buffer.concat(received);
    const name = cachedName(key, sha256Hex(bytes), type);
    const isKept = isWritten && name !== null && (await settle(folder, part, name, file));
    return { bytes, isKept };
  } finally {
    await file?.close().catch(() => {});
    await rm(part, { force: true }).catch(() => {});
  }
}

async function settle(
  folder: string,
  part: string,
  name: CachedName,
  file: { sync(): Promise<void> } | null,
): Promise<boolean> {
  try {
    await file?.sync();
    await rename(part, join(folder, name.file));
    await syncFolder(folder);
    return true;
  } catch {
    return false;
  }
}

/** A new name is on the disk only when its folder is. Windows knows no such call, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r").catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}

/** Kept files with size in bytes and the time of last use, longest unused first. */
export async function listCached(folder: string): Promise<{ file: string; size: number; usedAt: number }[]> {
  const files = (await readdir(folder)).filter((file) => readName(file) !== null);
  const entries = await Promise.all(
    files.map(async (file) =>
      stat(join(folder, file)).then(
        ({ size, mtimeMs }) => ({ file, size, usedAt: mtimeMs }),
        () => null,
      ),
    ),
  );
  return entries.filter((entry) => entry !== null).toSorted((one, other) => one.usedAt - other.usedAt);
}

/**
 * Lets go of what was longest unused until the rest is within the limit. The folder is counted anew: other processes
 * keep pictures too.
 */
export async function prune(folder: string, limitBytes: number): Promise<void> {
  const cached = await listCached(folder);
  let total = cached.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of cached) {
    if (total <= limitBytes) return;
    await rm(join(folder, file), { force: true });
    total -= size;
  }
}

/** Removes what processes left half written when they were killed. One that still runs keeps its own. */
export async function sweep(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    const writer = getWriterPid(file);
    if (writer !== null && !isRunning(writer)) await rm(join(folder, file), { force: true });
  }
}

function isRunning(pid: number): boolean {
  // Our own number before anything was written: it belonged to a process that is gone.
  if (pid === process.pid) return parts > 0;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of someone else's runs all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
