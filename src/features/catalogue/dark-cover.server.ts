import { readdirSync } from "node:fs";

/** Folder of the covers, which static-files.server.ts serves. */
export const coverFolder = "db/demo/media/courses";
const ending = "-dark-960.webp";

const darkCovers = new Set(
  readdirSync(coverFolder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length)),
);

/**
 * Names the cover for a dark background. The pale drawings that ship with the site have a dark version; other covers,
 * such as uploads, are used unchanged.
 */
export const darkCover = (image: string): string => (darkCovers.has(image) ? `${image}-dark` : image);
