import { at, n1, ngon, path, star, TAU, type Pt } from "./geometry.ts";
import type { Palette } from "../../src/ui/art/palettes.ts";
import { stroke } from "./strokes.ts";

/** a medallion of nested {n/k} stars, dense at the rim and open in the middle */
export function rosette(c: Pt, R: number, n: number, pal: Palette, ground: string): string {
  const chords = (k: number, r: number): string =>
    Array.from({ length: n }, (_, i) => path([at(c, r, (i * TAU) / n), at(c, r, ((i + k) * TAU) / n)], false)).join("");
  const h = n / 2,
    core = R * Math.cos((Math.PI * (h - 2)) / n);
  return (
    `<circle cx="${n1(c[0])}" cy="${n1(c[1])}" r="${n1(R)}" fill="${ground}"/>` +
    `<path d="${path(star(c, R, n, h - 2))}" fill="${pal.tileA}" opacity=".42"/>` +
    stroke(chords(h - 2, R), pal.accent, 1.3) +
    stroke(chords(h - 3, R), pal.line, 0.9, 'opacity=".85"') +
    stroke(chords(3, R), pal.line, 0.8, 'opacity=".6"') +
    stroke(path(ngon(c, R, n)), pal.accent, 1.6) +
    `<path d="${path(star(c, core, 8, 2, Math.PI / 8))}" fill="${ground}" stroke="${pal.accent}" stroke-width="1.5"/>` +
    `<path d="${path(star(c, core * 0.52, 8, 2, Math.PI / 8))}" fill="${pal.spark}"/>`
  );
}
