import { createHash } from "node:crypto";
import type { PageHead } from "#features/content/page-meta.ts";
import type { Locale } from "#i18n/locale.ts";
import type { getMetaKey } from "../page-meta.ts";

/** Part of the hash. Increase it when the drawing changes. */
const drawingVersion = 2;

export type PageKey = ReturnType<typeof getMetaKey>;

export const siteKey: PageKey = { type: "page", slug: "site" };

/** Key of a page's own image. Unknown pages share the site's image, to limit the number of images. */
export const getOgImageKey = (head: PageHead, key: PageKey): PageKey => (head.isFound ? key : siteKey);

/** Content hash of title, picture and drawing version: 12 hexadecimal digits. */
export function imageHash(head: Pick<PageHead, "name" | "image">, { type, slug }: PageKey, locale: Locale): string {
  return createHash("sha256")
    .update(JSON.stringify([drawingVersion, type, slug, locale, head.name, head.image]))
    .digest("hex")
    .slice(0, 12);
}

/** Path of the image, such as `/share/course/patient-safety/en-0af37b2c1d5e.jpg`. */
export function ogImageUrl(head: PageHead, pageKey: PageKey, locale: Locale): string {
  const key = getOgImageKey(head, pageKey);
  return `/share/${key.type}/${encodeURIComponent(key.slug)}/${locale}-${imageHash(head, key, locale)}.jpg`;
}
