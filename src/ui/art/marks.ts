/** The small members of the family: monogram, hairline band, logo mark. */
import { esc } from "./art.ts";
import { at, n1, path, star, TAU, type Pt } from "./geometry.ts";
import { coverPalettes, mix, palettes, type PaletteName } from "./palettes.ts";
import { pick, random } from "./seed.ts";
import { stroke } from "./strokes.ts";

/** team avatar: a monogram in a khatam frame; initials may be Latin or Arabic */
export function avatar(o: {
  seed: string;
  initials: string;
  palette?: PaletteName;
  size?: number;
  font?: string;
}): string {
  const r = random(o.seed),
    pal = palettes[o.palette ?? pick(r, coverPalettes)],
    c: Pt = [60, 60],
    size = o.size ?? 120;
  const turn = pick(r, [0, Math.PI / 8]),
    ring = Array.from({ length: 8 }, (_, i) => path(star(at(c, 74, turn + (i * TAU) / 8), 28.5, 8, 2, turn))).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="${size}" height="${size}" aria-hidden="true">` +
    `<rect width="120" height="120" fill="${mix(pal.ground, pal.ground2, 0.35)}"/>` +
    stroke(ring, pal.line, 0.9, 'opacity=".7"') +
    `<path d="${path(star(c, 43, 8, 2, turn))}" fill="${pal.dark ? pal.tileA : "#fff"}" fill-opacity="${pal.dark ? 0.55 : 0.8}" stroke="${pal.line}" stroke-width="1.2"/>` +
    `<text x="60" y="61" text-anchor="middle" dominant-baseline="central" font-family="${esc(o.font ?? "'Readex Pro Variable','Readex Pro',sans-serif")}" font-weight="500" font-size="27" fill="${pal.accent}">${esc(o.initials)}</text></svg>`
  );
}

/** a seamless hairline band of stars and crosses (footer edge, certificate border) */
export function band(o: { color: string; size?: number; height?: number }): { svg: string; width: number } {
  const s = o.size ?? 48,
    rows = Math.max(1, Math.round((o.height ?? s) / s));
  const d = Array.from({ length: rows }, (_, j) => path(star([s / 2, s / 2 + j * s], s / 2, 8, 2))).join("");
  return {
    width: s,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${s}" height="${rows * s}" viewBox="0 0 ${s} ${rows * s}">${stroke(d, o.color, 1, 'stroke-linejoin="round"')}</svg>`,
  };
}

/** the Nama mark: a khatam holding a cross of four leaves */
export function mark(o: { size?: number; star?: string; leaf?: string; spark?: string } = {}): string {
  const c: Pt = [24, 24],
    leaf = (a: number, l: number, wd: number): string => {
      const s = at(c, 2.2, a),
        e = at(c, l, a),
        m = at(c, l * 0.56, a),
        p = at(m, wd, a - Math.PI / 2),
        q = at(m, wd, a + Math.PI / 2);
      return `M${s.map(n1).join(" ")}Q${p.map(n1).join(" ")} ${e.map(n1).join(" ")}Q${q.map(n1).join(" ")} ${s.map(n1).join(" ")}Z`;
    };
  const leaves = [1, 2, 3].map((i) => leaf(-Math.PI / 2 + (i * Math.PI) / 2, 15, 6.6)).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="${o.size ?? 40}" height="${o.size ?? 40}" aria-hidden="true">` +
    `<path d="${path(star(c, 23.5, 8, 2))}" fill="${o.star ?? "#0C564C"}" stroke="${o.star ?? "#0C564C"}" stroke-width="1" stroke-linejoin="round"/>` +
    `<path d="${leaves}" fill="${o.leaf ?? "#fff"}"/><path d="${leaf(-Math.PI / 2, 15, 6.6)}" fill="${o.spark ?? "#F2BE5C"}"/></svg>`
  );
}
