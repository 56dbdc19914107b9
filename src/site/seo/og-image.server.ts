/** Drawn at the first request and cached in DATA_DIR. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pageHead } from "#features/content/page-meta.server.ts";
import { bytesOf } from "#features/content/media/media-storage.server.ts";
import { sizeOf, storageOf } from "#features/content/media/storage.server.ts";
import { uploadedKey } from "#features/content/media/uploaded-picture.ts";
import type { Ctx } from "#platform/context.server.ts";
import { cacheFile } from "#platform/file-cache.server.ts";
import { m } from "#messages";
import { imageHash, siteKey, type PageKey } from "./og-image-url.server.ts";
import { drawOpenGraphImage } from "./draw-og-image.server.ts";

/** As site.server.ts serves them. */
const pictures = { course: "db/demo/media/courses", news: "db/demo/media/news" };

/** Its file, or the bytes of one that staff have uploaded. */
async function pictureOf(ctx: Ctx, type: PageKey["type"], image: string | null): Promise<string | Buffer | null> {
  // The name comes from the database and must stay inside its folder.
  if (type === "page" || !image || !/^[\w-]+$/.test(image)) return null;
  const key = uploadedKey(image);
  if (key !== null) {
    const stored = await storageOf(ctx.env).read(sizeOf(key, 960, "webp"));
    return stored && bytesOf(stored);
  }
  const file = `${pictures[type]}/${image}-960.webp`;
  return existsSync(file) ? file : null;
}

/** One at a time, to leave the processors to visitors. */
let last: Promise<unknown> = Promise.resolve();
const drawn = new Map<string, Promise<Buffer>>();

/**
 * Returns null for an unknown page or wrong hash. Stored in DATA_DIR, so that links shared earlier keep their picture.
 */
export async function openGraphImage(ctx: Ctx, key: PageKey, mark: string): Promise<Buffer | null> {
  const file = join(ctx.env.DATA_DIR, "share", `${ctx.locale}-${mark}.jpg`);
  const cached = await readFile(file).catch(() => null);
  if (cached) return cached;
  const head = await pageHead(ctx, key);
  const isSite = key.type === siteKey.type && key.slug === siteKey.slug;
  if ((!head.isFound && !isSite) || imageHash(head, key, ctx.locale) !== mark) return null;
  const draw = async () => {
    const bytes = await drawOpenGraphImage({
      title: isSite ? m.site_tagline({}, { locale: ctx.locale }) : head.name,
      siteName: m.site_name({}, { locale: ctx.locale }),
      locale: ctx.locale,
      slug: key.slug,
      picture: await pictureOf(ctx, key.type, head.image),
    });
    await cacheFile(ctx, file, bytes);
    return bytes;
  };
  const underWay = drawn.get(file);
  if (underWay) return underWay;
  const mine = last.then(draw, draw).finally(() => drawn.delete(file));
  last = mine.catch(() => {});
  drawn.set(file, mine);
  return mine;
}
