/** The pen of the pictures: strokes, dots, and the cut that opens the lattice for a line. */
import { n1, type Pt } from "./geometry.ts";
import type { Palette } from "../../src/ui/art/palettes.ts";

/** what a motif needs: canvas, focus f, unit s, generator, palette, flat ground g */
export interface Ctx {
  w: number;
  h: number;
  f: Pt;
  s: number;
  r: () => number;
  pal: Palette;
  g: string;
}

export const stroke = (d: string, c: string, sw: number, extra = ""): string =>
  `<path d="${d}" fill="none" stroke="${c}" stroke-width="${n1(sw)}" ${extra}/>`;
export const dot = (p: Pt, r: number, c: string, extra = ""): string =>
  `<circle cx="${n1(p[0])}" cy="${n1(p[1])}" r="${n1(r)}" fill="${c}" ${extra}/>`;
/** a line that opens the lattice: ground-coloured halo under a bright stroke */
export const cut = (d: string, x: Ctx, sw: number, c = x.pal.accent): string =>
  stroke(d, x.g, sw * 5, 'stroke-linejoin="round" stroke-linecap="round"') +
  stroke(d, c, sw, 'stroke-linejoin="round" stroke-linecap="round"');
