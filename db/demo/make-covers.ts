/** Draws every course cover into media/courses. By hand, after a change of the art or of a slug: node db/demo/make-covers.ts */
import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { art } from "#ui/art/art.ts";
import { demoCourses } from "./courses.ts";
import { coverHeight, coverWidth, coverWidths } from "./covers.ts";

const media = new URL("./media/", import.meta.url);
const folder = new URL("courses/", media);
const SVG_DPI = 72;

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const manifest: Record<string, string> = {};
let bytes = 0;
for (const course of [...demoCourses].sort((a, b) => a.slug.localeCompare(b.slug))) {
  const svg = Buffer.from(art({ seed: course.slug, kind: course.motif, palette: course.palette, width: coverWidth, height: coverHeight }));
  const base = `${course.slug}-${createHash("sha256").update(svg).digest("hex").slice(0, 8)}`;
  manifest[course.slug] = base;
  for (const width of coverWidths) {
    // Rasterised at the wanted size, so that hairlines stay sharp instead of being scaled.
    const picture = sharp(svg, { density: (SVG_DPI * width) / coverWidth }).resize({ width }).removeAlpha();
    const files = { avif: await picture.clone().avif({ quality: 38, effort: 6 }).toBuffer(), webp: await picture.clone().webp({ quality: 66, effort: 6, smartSubsample: true }).toBuffer() };
    for (const [extension, data] of Object.entries(files)) {
      bytes += data.length;
      await writeFile(new URL(`${base}-${width}.${extension}`, folder), data);
    }
  }
}
await writeFile(new URL("manifest.json", media), `${JSON.stringify(manifest, null, 2)}\n`);
process.stdout.write(`${demoCourses.length} covers, ${Math.round(bytes / 1024)} KiB\n`);
