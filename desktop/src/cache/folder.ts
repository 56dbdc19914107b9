/** Reads, writes and evicts the files of the cache folder. A file with a picture's name is always complete. */
import { open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex, cachedName, partName, readName, getWriterPid, type CachedName } from "./names.ts";

/** Number of part files that this process has created. */
let partCount = 0;

/** Finds the cached file of an address. Returns any of them if two processes have stored one each. */
export async function findCached(folder: string, key: string): Promise<CachedName | null> {
  const names = (await readdir(folder)).filter((file) => file.startsWith(key)).map(readName);
  return names.find((name) => name !== null) ?? null;
}

/**
 * Reads a cached file and marks it as used now. Returns null if the file cannot be read. Returns null and removes the
 * file if its content does not match the digest in its name.
 */
export async function readCached(folder: string, name: CachedName): Promise<Buffer | null> {
  const path = join(folder, name.file);
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return null;
  if (sha256Hex(bytes) !== name.content) {
    await rm(path, { force: true });
    return null;
  }
  const now = new Date();
  // Another process may have removed the file meanwhile. The bytes are valid anyway.
  await utimes(path, now, now).catch(() => {});
  return bytes;
}

/**
 * Stores a picture while it is received. The bytes go to a part file, which is flushed to the disk and then renamed, so
 * that a file under its final name is complete. Resolves to the bytes and whether they were stored: the picture can be
 * shown even when the disk is full. Rejects when `chunks` does.
 */
export async function storePicture(
  folder: string,
  key: string,
  type: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ bytes: Buffer; isStored: boolean }> {
  const part = join(folder, partName((partCount += 1)));
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
    const isStored = isWritten && name !== null && (await completePart(folder, part, name, file));
    return { bytes, isStored };
  } finally {
    await file?.close().catch(() => {});
    await rm(part, { force: true }).catch(() => {});
  }
}

/** Flushes a part file to the disk and gives it its final name. Returns whether that succeeded. */
async function completePart(
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

/** Flushes the folder itself, because only then a new file name is on the disk. Does nothing on Windows. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r").catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}

/** Lists the cached files with their size in bytes and the time of last use in milliseconds, longest unused first. */
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
  return entries.filter((entry) => entry !== null).toSorted((first, second) => first.usedAt - second.usedAt);
}

/**
 * Removes the longest unused files until the rest is within the limit. Measures the folder again each time, because
 * other processes store pictures in it too.
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

/** Removes the part files of processes that were killed. Leaves those of running processes alone. */
export async function removeStaleParts(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    const writer = getWriterPid(file);
    if (writer !== null && !isRunning(writer)) await rm(join(folder, file), { force: true });
  }
}

function isRunning(pid: number): boolean {
  // If this process has written nothing yet, an earlier process with the same id left the file.
  if (pid === process.pid) return partCount > 0;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is running, but it belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
