import { createHash } from "node:crypto";
import type { PageHead } from "#features/content/page-meta.ts";
import type { Locale } from "#i18n/locale.ts";
import type { metaKeyOf } from "../page-meta.ts";

/** Goes up with every change of the drawing, so that no kept picture is taken for the new one. */
const drawing = 1;

export type PageKey = ReturnType<typeof metaKeyOf>;

/** The key of the picture that every page without a name of its own shares. */
export const siteKey: PageKey = { type: "page", slug: "site" };

/** Whose picture a page shows: its own, or the site's. Keys that nobody has stored make no picture, so that nobody can order any number of them. */
export const shareKey = (head: PageHead, key: PageKey): PageKey => (head.isFound ? key : siteKey);

/** The mark of a picture's content: it changes with the title, the picture and the drawing. 12 hexadecimal digits. */
export function shareMark(head: Pick<PageHead, "name" | "image">, { type, slug }: PageKey, locale: Locale): string {
  return createHash("sha256").update(JSON.stringify([drawing, type, slug, locale, head.name, head.image])).digest("hex").slice(0, 12);
}

/** Path of the picture for a shared link: `/share/course/patient-safety/en-0af37b2c1d5e.jpg`. */
export function shareAddress(head: PageHead, asked: PageKey, locale: Locale): string {
  const key = shareKey(head, asked);
  return `/share/${key.type}/${encodeURIComponent(key.slug)}/${locale}-${shareMark(head, key, locale)}.jpg`;
}
