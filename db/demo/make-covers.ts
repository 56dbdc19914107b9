/** Draws every course cover into media/courses. By hand, after a change of the art or of a slug: node db/demo/make-covers.ts */
import { writeFileSync } from "node:fs";
import { keepOnly, writePicture } from "../../scripts/media/pictures.ts";
import { demoCourses } from "./courses.ts";
import { coverHeight, coverWidth, coverWidths } from "./covers.ts";

const media = new URL("./media/", import.meta.url);
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
