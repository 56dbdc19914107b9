import { readdirSync } from "node:fs";

/** As static-files.server.ts serves it. */
export const coverFolder = "db/demo/media/courses";
const ending = "-dark-960.webp";

const darkCovers = new Set(
  readdirSync(coverFolder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length)),
);

/**
 * Names the cover for a dark background. The pale drawings that ship with the site have a dark version; the others, and
 * uploads, stand there as they are.
 */
export const darkCover = (image: string): string => (darkCovers.has(image) ? `${image}-dark` : image);
