/** The picture cache: each is fetched once, stored in a folder, and served from there, with the network or without. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findCached, keep, listCached, prune, readCached, sweep } from "./folder.ts";
import { sha256Hex } from "./names.ts";

export const folderName = "nw-img-cache";
export const defaultLimitBytes = 200 * 1024 * 1024;
/** Larger than any picture of the site: who answers with more has another plan. */
const pictureLimitBytes = 20 * 1024 * 1024;
const patienceMs = 20_000;

export interface Picture {
  bytes: Buffer;
  type: string;
}

export interface PictureCache {
  /**
   * The picture at an address; null when it is not one of those that are kept, or can be had neither here nor there.
   */
  picture(url: string): Promise<Picture | null>;
  /** Bytes of all cached pictures. */
  size(): Promise<number>;
  /** Removes every cached picture, and nothing else that may lie in the folder. */
  clear(): Promise<void>;
}

export interface PictureCacheOptions {
  /** Made when it is missing. */
  folder: string;
  limitBytes?: number;
  /** Which addresses may be fetched. */
  mayKeep: (url: string) => boolean;
}

/** Opens the folder, and first clears away what killed processes left. Several processes may use one folder. */
export async function openPictureCache({
  folder,
  limitBytes = defaultLimitBytes,
  mayKeep,
}: PictureCacheOptions): Promise<PictureCache> {
  await mkdir(folder, { recursive: true });
  await sweep(folder);
  await prune(folder, limitBytes);
  const underWay = new Map<string, Promise<Picture | null>>();

  async function load(url: string): Promise<Picture | null> {
    const key = sha256Hex(url);
    const cachedFile = await findCached(folder, key).catch(() => null);
    const bytes = cachedFile && (await readCached(folder, cachedFile));
    if (cachedFile && bytes) return { bytes: bytes, type: cachedFile.type };
    // The folder may have been removed by hand while we run.
    await mkdir(folder, { recursive: true }).catch(() => {});
    return fetchInto(url, key);
  }

  async function fetchInto(url: string, key: string): Promise<Picture | null> {
    try {
      const answer = await fetch(url, {
        redirect: "error",
        credentials: "omit",
        cache: "no-store",
        signal: AbortSignal.timeout(patienceMs),
      });
      const type = answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
      if (answer.status !== 200 || !type.startsWith("image/") || !answer.body) {
        await answer.body?.cancel();
        return null;
      }
      const { bytes, isKept } = await keep(
        folder,
        key,
        type,
        upTo(answer.body, Math.min(pictureLimitBytes, limitBytes)),
      );
      // A full disk is full for all of us: half of it is freed for later pictures.
      await prune(folder, isKept ? limitBytes : (await getCacheSize(folder)) / 2).catch(() => {});
      return { bytes, type };
    } catch {
      return null;
    }
  }

  return {
    picture(url) {
      if (!mayKeep(url)) return Promise.resolve(null);
      const same = underWay.get(url);
      if (same) return same;
      const request = load(url).finally(() => underWay.delete(url));
      underWay.set(url, request);
      return request;
    },
    size: () => getCacheSize(folder),
    async clear() {
      for (const { file } of await listCached(folder)) await rm(join(folder, file), { force: true });
    },
  };
}

const getCacheSize = async (folder: string) => (await listCached(folder)).reduce((sum, { size }) => sum + size, 0);

/** Passes chunks on; throws when there are more bytes than may be. */
async function* upTo(body: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total > limitBytes) throw new Error(`more than ${limitBytes} bytes`);
    yield chunk;
  }
}
