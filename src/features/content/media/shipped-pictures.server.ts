import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { shippedFolders, type ShippedFolder } from "./media-record.ts";

/** Folder that static-files.server.ts serves. */
export const shippedRoot = "db/demo/media";

/** A picture of content that ships with the site. */
export interface ShippedPicture {
  folder: ShippedFolder;
  /** Takes the place of an upload's hash, so that any content can name the picture as if it were an upload. */
  key: string;
  /** Available widths in pixels, ascending. */
  widths: number[];
}

const toKey = (name: string) => createHash("sha256").update(name).digest("hex").slice(0, 32);

function readFolders(): ReadonlyMap<string, ShippedPicture> {
  const pictures = new Map<string, ShippedPicture>();
  for (const folder of shippedFolders)
    for (const file of readdirSync(`${shippedRoot}/${folder}`)) {
      const [, name, width] = /^(.+-[0-9a-f]{8})-(\d+)\.webp$/.exec(file) ?? [];
      if (!name) continue;
      const picture = pictures.get(name) ?? { folder, key: toKey(name), widths: [] };
      picture.widths = [...picture.widths, Number(width)].toSorted((a, b) => a - b);
      pictures.set(name, picture);
    }
  return pictures;
}

let pictures: ReadonlyMap<string, ShippedPicture> | undefined;
let picturesByKey: ReadonlyMap<string, ShippedPicture & { name: string }> | undefined;

/**
 * The pictures that ship with the site, by name. Crops for one place, such as `-lead` and `-ar`, are left out. The
 * folders are read when first needed, because commands start in another folder.
 */
export const shippedPictures = (): ReadonlyMap<string, ShippedPicture> => (pictures ??= readFolders());

/**
 * Finds the file, relative to `shippedRoot`, for a stored name such as `KEY/480.webp`: the narrowest that is at least
 * as wide, else the widest. Null unless `KEY` is that of a shipped picture.
 */
export function findShippedFile(storedName: string): string | null {
  const [, key = "", width, format] = /^([0-9a-f]{32})\/(\d+)\.(avif|webp)$/.exec(storedName) ?? [];
  picturesByKey ??= new Map([...shippedPictures()].map(([name, picture]) => [picture.key, { name, ...picture }]));
  const picture = picturesByKey.get(key);
  if (!picture) return null;
  const fileWidth = picture.widths.find((pixels) => pixels >= Number(width)) ?? picture.widths.at(-1);
  return `${picture.folder}/${picture.name}-${fileWidth}.${format}`;
}

/** Lists the shipped picture that content has as its `image`; empty without one. */
export function shippedIn(data: unknown): string[] {
  const image = typeof data === "object" && data !== null && "image" in data ? data.image : null;
  return typeof image === "string" && shippedPictures().has(image) ? [image] : [];
}
