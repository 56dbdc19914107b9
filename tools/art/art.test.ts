import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leafPath, sparkPath, starPath } from "#ui/mark-paths.ts";
import { art } from "./art.ts";
import { mark } from "./marks.ts";
import { motifs } from "./motifs.ts";
import { palettes, type PaletteName } from "../../src/ui/art/palettes.ts";

/** Every tag closed in order and no stray markup: what a strict parser would refuse. */
function wellFormed(svg: string): boolean {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/g,
    (_all, closes: string, name: string, _attributes: string, empty: string) => {
      if (closes) {
        if (open.pop() !== name) open.push("wrong");
      } else if (!empty) open.push(name);
      return "";
    },
  );
  return open.length === 0 && !/[<>]/.test(rest);
}

const options = fc.record({
  seed: fc.string(),
  kind: fc.constantFrom("plain" as const, ...motifs),
  palette: fc.constantFrom(...(Object.keys(palettes) as PaletteName[])),
  focus: fc.constantFrom("start" as const, "end" as const, "center" as const),
  rtl: fc.boolean(),
  quiet: fc.constantFrom(undefined, 0.3, 0.5),
});

describe("art", () => {
  it("draws the same picture for the same seed, and another for another", () => {
    expect(art({ seed: "patient-safety" })).toBe(art({ seed: "patient-safety" }));
    expect(art({ seed: "patient-safety" })).not.toBe(art({ seed: "infection-control" }));
  });

  it("is well-formed for every motif, palette and seed", () => {
    const drawn = fc.property(options, (o) => {
      expect(wellFormed(art({ ...o, width: 320, height: 200 }))).toBe(true);
    });
    fc.assert(drawn, { numRuns: 60 });
  });

  it("moves the focus for right-to-left pages and stays inside the canvas", () => {
    const centre = (rtl: boolean) =>
      Number(/cx="([\d.]+)"/.exec(art({ seed: "hero", kind: "ecg", width: 1000, height: 400, rtl }))?.[1]);
    expect(centre(false)).toBeGreaterThan(500);
    expect(centre(true)).toBeLessThan(500);
  });

  it("draws the mark that the header shows", () => {
    for (const d of [starPath, leafPath, sparkPath]) expect(mark()).toContain(d);
    expect(wellFormed(mark())).toBe(true);
  });
});
