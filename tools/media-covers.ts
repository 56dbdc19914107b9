/**
 * Draws every course cover into db/demo/media/courses. By hand, after a change of the art or of a slug: `node
 * tools/media-covers.ts`.
 */
import { writeFileSync } from "node:fs";
import { keepOnly, writePicture } from "./media/pictures.ts";
import { demoCourses } from "../db/demo/courses.ts";
import { coverHeight, coverWidth, coverWidths } from "../db/demo/covers.ts";

const media = new URL("../db/demo/media/", import.meta.url);
const folder = new URL("courses/", media);

const manifest: Record<string, string> = {};
for (const { slug, motif, palette } of [...demoCourses].sort((a, b) => a.slug.localeCompare(b.slug))) {
  manifest[slug] = await writePicture(folder, slug, [
    { seed: slug, kind: motif, palette, width: coverWidth, height: coverHeight, suffix: "", widths: coverWidths },
  ]);
}
await keepOnly(folder, Object.values(manifest));
writeFileSync(new URL("manifest.json", media), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(Object.keys(manifest).length, "covers");
