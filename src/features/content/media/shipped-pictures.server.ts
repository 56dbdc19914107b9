import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { shippedFolders, type ShippedFolder } from "./shipped-folders.ts";

/** As static-files.server.ts serves it. */
export const shippedRoot = "db/demo/media";

/** A picture of content that ships with the site. */
export interface ShippedPicture {
  folder: ShippedFolder;
  /** In the place of the hash of an upload, so that any content can name it like one. */
  key: string;
  /** In pixels, ascending. */
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

/**
 * The pictures that ship with the site by their names. Crops for one place, such as `-lead` and `-ar`, are no pictures of
 * their own. The folders are read when first needed, because commands start in another folder.
 */
export const shippedPictures = (): ReadonlyMap<string, ShippedPicture> => (pictures ??= readFolders());

/**
 * The file of a stored name such as `KEY/480.webp`, below `shippedRoot`: of the next width, or the widest. Null unless it
 * is a size of such a picture.
 */
export function findShippedFile(storedName: string): string | null {
  const [, key = "", width, format] = /^([0-9a-f]{32})\/(\d+)\.(avif|webp)$/.exec(storedName) ?? [];
  const found = [...shippedPictures()].find(([, picture]) => picture.key === key);
  if (!found) return null;
  const [name, picture] = found;
  const nearest = picture.widths.find((pixels) => pixels >= Number(width)) ?? picture.widths.at(-1);
  return `${picture.folder}/${name}-${nearest}.${format}`;
}

/** Finds the picture that content names as it ships with the site. */
export function shippedIn(data: unknown): string[] {
  const image = typeof data === "object" && data !== null && "image" in data ? data.image : null;
  return typeof image === "string" && shippedPictures().has(image) ? [image] : [];
}
