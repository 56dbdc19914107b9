import { expect, it } from "vitest";
import { demoCourses } from "#db/demo/courses.ts";
import manifest from "#db/demo/media/manifest.json" with { type: "json" };
import { palettes } from "#ui/art/palettes.ts";
import { darkCover } from "./dark-cover.server.ts";

it.each(["u-0123456789abcdef", "", "../secret", "nothing-00000000"])("leaves %j unchanged", (image) => {
  expect(darkCover(image)).toBe(image);
});

it("L-1 returns the dark version of a pale cover, and a dark cover unchanged", () => {
  const covers: Record<string, string> = manifest;
  for (const { slug, palette } of demoCourses) {
    const image = covers[slug] ?? "";
    expect(darkCover(image)).toBe(palettes[palette].dark ? image : `${image}-dark`);
  }
});
