/**
 * Draws the pictures of the demo's stories into db/demo/media/news and lists them by slug: `node tools/media-news.ts`.
 */
import { writeFileSync } from "node:fs";
import { demoNews } from "../db/demo/content/news.ts";
import { newsLead, newsTile } from "../src/features/content/media/picture-shapes.ts";
import { keepOnly, writePicture } from "./media/pictures.ts";

const media = new URL("../db/demo/media/", import.meta.url);
const folder = new URL("news/", media);

const files: Record<string, string> = {};
for (const story of demoNews) {
  const look = { seed: story.slug, kind: story.motif, ...(story.palette && { palette: story.palette }) };
  files[story.slug] = await writePicture(folder, story.slug, [
    { ...newsTile, ...look },
    { ...newsLead, ...look, focus: "center" },
  ]);
}
await keepOnly(folder, Object.values(files));
const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => a.localeCompare(b)));
writeFileSync(new URL("news.json", media), `${JSON.stringify(sorted, null, 2)}\n`);
console.log(Object.keys(files).length, "stories");
