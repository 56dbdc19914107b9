/** The picture cache. Each picture is fetched once, stored in a folder, and then served from there, even offline. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findCached, listCached, prune, readCached, removeStaleParts, storePicture } from "./folder.ts";
import { sha256Hex } from "./names.ts";

/** The specification prescribes this name. */
export const folderName = "nw-img-cache";
export const defaultLimitBytes = 200 * 1024 * 1024;
/** Larger than any picture of the site. A longer reply is not a picture of ours, so it is rejected. */
const pictureLimitBytes = 20 * 1024 * 1024;
const fetchTimeoutMs = 20_000;

export interface Picture {
  bytes: Buffer;
  type: string;
}

export interface PictureCache {
  /**
   * Resolves to the picture at an address, or to null if `mayKeep` refuses the address, or if the picture is neither
   * cached nor can be fetched.
   */
  picture(url: string): Promise<Picture | null>;
  /** Total size of all cached pictures in bytes. */
  size(): Promise<number>;
  /** Removes every cached picture. Other files in the folder stay. */
  clear(): Promise<void>;
}

export interface PictureCacheOptions {
  /** Created if it is missing. */
  folder: string;
  limitBytes?: number;
  /** Whether the picture at an address may be fetched and cached. */
  mayKeep: (url: string) => boolean;
}

/** Opens the cache and removes what killed processes left in its folder. Several processes may use one folder. */
export async function openPictureCache({
  folder,
  limitBytes = defaultLimitBytes,
  mayKeep,
}: PictureCacheOptions): Promise<PictureCache> {
  await mkdir(folder, { recursive: true });
  await removeStaleParts(folder);
  await prune(folder, limitBytes);
  const pendingRequests = new Map<string, Promise<Picture | null>>();

  async function load(url: string): Promise<Picture | null> {
    const key = sha256Hex(url);
    const cachedFile = await findCached(folder, key).catch(() => null);
    const bytes = cachedFile && (await readCached(folder, cachedFile));
    if (cachedFile && bytes) return { bytes, type: cachedFile.type };
    // Someone may have removed the folder while the cache is open.
    await mkdir(folder, { recursive: true }).catch(() => {});
    return fetchInto(url, key);
  }

  async function fetchInto(url: string, key: string): Promise<Picture | null> {
    try {
      const response = await fetch(url, {
        redirect: "error",
        credentials: "omit",
        cache: "no-store",
        signal: AbortSignal.timeout(fetchTimeoutMs),
      });
      const type = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
      if (response.status !== 200 || !type.startsWith("image/") || !response.body) {
        await response.body?.cancel();
        return null;
      }
      const { bytes, isStored } = await storePicture(
        folder,
        key,
        type,
        limitSize(response.body, Math.min(pictureLimitBytes, limitBytes)),
      );
      // If the picture could not be stored, the disk is full, so half of the cache is removed for later pictures.
      await prune(folder, isStored ? limitBytes : (await getCacheSize(folder)) / 2).catch(() => {});
      return { bytes, type };
    } catch {
      return null;
    }
  }

  return {
    picture(url) {
      if (!mayKeep(url)) return Promise.resolve(null);
      const pending = pendingRequests.get(url);
      if (pending) return pending;
      const request = load(url).finally(() => pendingRequests.delete(url));
      pendingRequests.set(url, request);
      return request;
    },
    size: () => getCacheSize(folder),
    async clear() {
      for (const { file } of await listCached(folder)) await rm(join(folder, file), { force: true });
    },
  };
}

const getCacheSize = async (folder: string) => (await listCached(folder)).reduce((sum, { size }) => sum + size, 0);

/** Yields the chunks of `body`. Throws when they exceed `limitBytes`. */
async function* limitSize(body: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total > limitBytes) throw new Error(`more than ${limitBytes} bytes`);
    yield chunk;
  }
}
