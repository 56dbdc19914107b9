/** Open Graph images, which are drawn at the first request and cached in DATA_DIR. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pageHead } from "#features/content/page-meta.server.ts";
import { readBytes, getSizeKey, getStorage } from "#features/content/media/storage.server.ts";
import { uploadedKey } from "#features/content/media/uploaded-picture.ts";
import { coverFolder, darkCover } from "#features/catalogue/dark-cover.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { cacheFile } from "#platform/file-cache.server.ts";
import { runInWorker } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";
import { imageHash, siteKey, type PageKey } from "./og-image-url.server.ts";

/** Base paths of the files that static-files.server.ts serves. Covers are dark ones, to suit the dark background. */
const picturePaths = {
  course: (image: string) => `${coverFolder}/${darkCover(image)}`,
  news: (image: string) => `db/demo/media/news/${image}`,
};

/** Returns the file of the page's picture, or the bytes of an uploaded one; null without a picture. */
async function readPicture(ctx: Ctx, type: PageKey["type"], image: string | null): Promise<string | Uint8Array | null> {
  // The name comes from the database and must stay inside its folder.
  if (type === "page" || !image || !/^[\w-]+$/.test(image)) return null;
  const key = uploadedKey(image);
  if (key !== null) {
    const stored = await getStorage(ctx.env).read(getSizeKey(key, 960, "webp"));
    return stored && readBytes(stored);
  }
  const file = `${picturePaths[type](image)}-960.webp`;
  return existsSync(file) ? file : null;
}

const isSiteKey = (key: PageKey) => key.type === siteKey.type && key.slug === siteKey.slug;

/**
 * Returns null for an unknown page or wrong hash. Stored in DATA_DIR, so that links shared earlier keep their picture.
 */
export async function openGraphImage(ctx: Ctx, key: PageKey, hash: string): Promise<Uint8Array | null> {
  const file = join(ctx.env.DATA_DIR, "share", `${ctx.locale}-${hash}.jpg`);
  const cached = await readFile(file).catch(() => null);
  if (cached) return cached;
  const head = await pageHead(ctx, key);
  if ((!head.isFound && !isSiteKey(key)) || imageHash(head, key, ctx.locale) !== hash) return null;
  const { locale } = ctx;
  const siteName = m.site_name({}, { locale });
  const title = isSiteKey(key) ? m.site_tagline({}, { locale }) : head.name;
  const picture = await readPicture(ctx, key.type, head.image);
  const bytes = await runInWorker("share-picture", [{ title, siteName, locale, slug: key.slug, picture }], {
    isBackground: true,
    key: file,
  });
  await cacheFile(ctx, file, bytes);
  return bytes;
}
