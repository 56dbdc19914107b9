/**
 * The picture system: pure functions from a seed, a motif and a palette to an SVG text. No DOM, no dependencies, no
 * randomness beyond the seed: the same slug always draws the same picture. Run by hand; what
 * it draws is committed.
 *
 * The idea: in the star-and-cross pattern of the region the space left between eight-fold stars is always a cross.
 * Every picture is a star lattice that opens to let one medical line through.
 */
import { hash } from "../../src/ui/art/hash.ts";
import { coverPalettes, palettes, type Motif, type Palette, type PaletteName } from "../../src/ui/art/palettes.ts";
import { dist, n1, path, TAU, type Pt } from "./geometry.ts";
import { hankin, khatam, tiles, type Lattice } from "./lattice.ts";
import { mix } from "./mix.ts";
import { draw, home, motifs } from "./motifs.ts";
import { pick, random } from "./seed.ts";
import { dot, stroke, type Ctx } from "./strokes.ts";

export type Focus = "start" | "end" | "center";

export interface ArtOptions {
  seed: string;
  kind?: Motif;
  lattice?: Lattice;
  palette?: PaletteName | Palette;
  width?: number;
  height?: number;
  /** where the composition gathers; 'end' is right in LTR, left when rtl is set */
  focus?: Focus;
  /** 0..1 down the picture, default .5 */
  focusY?: number;
  /** flips the composition's focus, never the medical trace (time runs left to right) */
  rtl?: boolean;
  /** 0..1: share of the width, on the side away from the focus, kept calm for text */
  quiet?: number;
  /** lattice size; 1 = default */
  scale?: number;
}

export function art(o: ArtOptions): string {
  const r = random(o.seed),
    w = o.width ?? 640,
    h = o.height ?? 400;
  const kind = o.kind ?? pick(r, motifs);
  const pal = typeof o.palette === "object" ? o.palette : palettes[o.palette ?? pick(r, coverPalettes)];
  const lattice = o.lattice ?? pick(r, home[kind]);
  const s =
    (Math.min(w, h) / (lattice === "dodeca" ? 3.4 : lattice === "square" ? 5.2 : 4.6)) *
    (o.scale ?? 1) *
    (0.94 + 0.12 * r());
  const unit = (Math.min(w, h) / 4.6) * (o.scale ?? 1);
  const right = (o.focus ?? "end") === "end" ? !o.rtl : !!o.rtl;
  const fx = o.focus === "center" ? w / 2 : w * (right ? 0.66 : 0.34) + (r() - 0.5) * s * 0.3;
  const f: Pt = [fx, h * ((o.focusY ?? 0.5) + (r() - 0.5) * 0.06)];
  const theta = pick(
    r,
    lattice === "octagon"
      ? [Math.PI / 4, Math.PI * 0.375, Math.PI / 3.1]
      : lattice === "dodeca"
        ? [Math.PI / 3, Math.PI / 2.6]
        : lattice === "square"
          ? [Math.PI / 3, Math.PI / 2.7]
          : [Math.PI / 3, Math.PI / 2.8],
  );
  const mesh = lattice === "khatam" ? khatam(w, h, f, s) : hankin(tiles(lattice, w, h, f, s), theta);
  const id = "n" + hash([o.seed, kind, w, h, pal.ground, right].join("|")).toString(36);

  // lit tiles: more of them, and brighter, near the focus and along one diagonal
  const reach = Math.max(w, h) * 0.62,
    dir = r() * TAU;
  const lit = (c: Pt): number => {
    const d = dist(c, f) / reach,
      along = ((c[0] - f[0]) * Math.cos(dir) + (c[1] - f[1]) * Math.sin(dir)) / reach;
    return Math.max(0, 1 - d) * 0.62 + Math.max(0, along) * 0.3;
  };
  const bins: Record<string, string[]> = {};
  const put = (k: string, d: string) => (bins[k] ??= []).push(d);
  for (const t of mesh.stars) {
    const v = lit(t.c) * (t.n > 4 ? 1 : 0.7),
      q = r();
    if (q < v * 0.62) put(q < v * 0.16 ? "B" : q < v * 0.36 ? "A" : "a", path(t.p));
  }
  for (const t of mesh.gaps) {
    const v = lit(t.c),
      q = r();
    if (q < v * 0.4) put(q < v * 0.12 ? "b" : "a", path(t.p));
  }
  const tile = (k: string, c: string, op: number) =>
    bins[k] ? `<path d="${bins[k]!.join("")}" fill="${c}" opacity="${op}"/>` : "";

  const lines = mesh.stars.map((t) => path(t.p)).join("");
  const tips = mesh.stars
    .filter((t) => t.n > 4 && r() < lit(t.c) * 0.5)
    .map((t) => dot(t.c, s / 42 + 0.8, pal.line, 'opacity=".9"'))
    .join("");
  const x: Ctx = { w, h, f, s: unit, r, pal, g: mix(pal.ground, pal.ground2, 0.5) };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">` +
    `<defs><linearGradient id="${id}g" x1="${right ? 1 : 0}" y1="0" x2="${right ? 0 : 1}" y2="1"><stop stop-color="${pal.ground}"/><stop offset="1" stop-color="${pal.ground2}"/></linearGradient>` +
    `<radialGradient id="${id}r" gradientUnits="userSpaceOnUse" cx="${n1(f[0])}" cy="${n1(f[1])}" r="${n1(reach)}"><stop stop-color="#fff"/><stop offset=".55" stop-color="#fff" stop-opacity=".62"/><stop offset="1" stop-color="#fff" stop-opacity=".2"/></radialGradient>` +
    (o.quiet
      ? `<linearGradient id="${id}q" x1="${right ? 0 : 1}" x2="${right ? 1 : 0}" y1="0" y2="0"><stop offset="${(o.quiet * 0.72).toFixed(2)}" stop-color="#fff" stop-opacity="0"/><stop offset="${Math.min(1, o.quiet * 1.22).toFixed(2)}" stop-color="#fff"/></linearGradient><mask id="${id}k" maskUnits="userSpaceOnUse" x="0" y="0" width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="url(#${id}q)"/></mask>`
      : "") +
    `<mask id="${id}m" maskUnits="userSpaceOnUse" x="0" y="0" width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="url(#${id}r)"/></mask></defs>` +
    `<rect width="${w}" height="${h}" fill="url(#${id}g)"/>` +
    (o.quiet ? `<g mask="url(#${id}k)">` : "") +
    `<g mask="url(#${id}m)">` +
    tile("a", pal.tileA, pal.dark ? 0.3 : 0.42) +
    tile("A", pal.tileA, 0.78) +
    tile("b", pal.tileB, pal.dark ? 0.2 : 0.5) +
    tile("B", pal.tileB, pal.dark ? 0.62 : 0.8) +
    stroke(lines, pal.line, 1, `opacity="${pal.dark ? 0.72 : 0.78}" stroke-linejoin="round"`) +
    tips +
    `</g>` +
    draw[kind](x) +
    (o.quiet ? "</g>" : "") +
    `</svg>`
  );
}
