/** The star lattices: regular tilings opened by Hankin's "polygons in contact", and the star-and-cross pattern. */
import { centre, dist, mid, ngon, star, TAU, type Poly, type Pt } from "./geometry.ts";

export type Lattice = "khatam" | "octagon" | "square" | "hexagon" | "trihex" | "dodeca";

function grid(w: number, h: number, o: Pt, u: Pt, v: Pt, pad: number): Pt[] {
  const out: Pt[] = [],
    det = u[0] * v[1] - u[1] * v[0];
  const corner: Pt[] = [
    [-pad, -pad],
    [w + pad, -pad],
    [-pad, h + pad],
    [w + pad, h + pad],
  ];
  const ij = corner.map(([x, y]) => [
    ((x - o[0]) * v[1] - (y - o[1]) * v[0]) / det,
    ((y - o[1]) * u[0] - (x - o[0]) * u[1]) / det,
  ]);
  const lo = (k: number) => Math.floor(Math.min(...ij.map((q) => q[k]!))),
    hi = (k: number) => Math.ceil(Math.max(...ij.map((q) => q[k]!)));
  for (let i = lo(0); i <= hi(0); i++)
    for (let j = lo(1); j <= hi(1); j++) {
      const p: Pt = [o[0] + i * u[0] + j * v[0], o[1] + i * u[1] + j * v[1]];
      if (p[0] > -pad && p[0] < w + pad && p[1] > -pad && p[1] < h + pad) out.push(p);
    }
  return out;
}

/** regular tiles covering w x h, with a tile centred on o; s = lattice period */
export function tiles(lattice: Lattice, w: number, h: number, o: Pt, s: number): Poly[] {
  const pad = s * 1.2,
    out: Poly[] = [],
    r3 = Math.sqrt(3);
  const hexU: Pt = [s, 0],
    hexV: Pt = [s / 2, (s * r3) / 2];
  switch (lattice) {
    case "square":
      for (const c of grid(w, h, o, [s, 0], [0, s], pad)) out.push(ngon(c, s / Math.SQRT2, 4, Math.PI / 4));
      break;
    case "octagon":
    case "khatam": {
      const a = s / (1 + Math.SQRT2),
        R = a / (2 * Math.sin(Math.PI / 8));
      for (const c of grid(w, h, o, [s, 0], [0, s], pad)) {
        out.push(ngon(c, R, 8, Math.PI / 8));
        out.push(ngon([c[0] + s / 2, c[1] + s / 2], a / Math.SQRT2, 4, 0));
      }
      break;
    }
    case "hexagon":
      for (const c of grid(w, h, o, hexU, hexV, pad)) out.push(ngon(c, s / r3, 6, Math.PI / 6));
      break;
    case "trihex":
      for (const c of grid(w, h, o, hexU, hexV, pad)) {
        out.push(ngon(c, s / 2, 6, 0));
        out.push(ngon([c[0] + s / 2, c[1] + (s * r3) / 6], s / (2 * r3), 3, (Math.PI / 2) * 3 + Math.PI));
        out.push(ngon([c[0] + s / 2, c[1] - (s * r3) / 6], s / (2 * r3), 3, (Math.PI / 2) * 3));
      }
      break;
    case "dodeca": {
      const a = s / (2 + r3),
        R = a / (2 * Math.sin(Math.PI / 12));
      for (const c of grid(w, h, o, hexU, hexV, pad)) {
        out.push(ngon(c, R, 12, Math.PI / 12));
        out.push(ngon([c[0] + s / 2, c[1] + (s * r3) / 6], a / r3, 3, -Math.PI / 2));
        out.push(ngon([c[0] + s / 2, c[1] - (s * r3) / 6], a / r3, 3, Math.PI / 2));
      }
      break;
    }
  }
  return out;
}

export interface Mesh {
  stars: { p: Poly; c: Pt; n: number }[];
  gaps: { p: Poly; c: Pt }[];
}

/** Hankin: from each edge midpoint two rays at `theta`; they meet on the corner bisectors */
export function hankin(polys: Poly[], theta: number): Mesh {
  const corners = new Map<string, { v: Pt; pts: Pt[] }>();
  const stars = polys.map((poly) => {
    const n = poly.length,
      c = centre(poly),
      R = dist(c, poly[0]!),
      half = dist(poly[0]!, poly[1]!) / 2;
    const alpha = Math.PI - TAU / n,
      d = Math.min((half * Math.sin(theta)) / Math.sin(theta + alpha / 2), R * 0.92);
    const p: Pt[] = [];
    for (let i = 0; i < n; i++) {
      const v = poly[i]!,
        prev = mid(poly[(i + n - 1) % n]!, v),
        next = mid(v, poly[(i + 1) % n]!);
      const q: Pt = [v[0] + ((c[0] - v[0]) * d) / R, v[1] + ((c[1] - v[1]) * d) / R];
      p.push(q, next);
      const key = Math.round(v[0] * 2) + ":" + Math.round(v[1] * 2);
      const slot = corners.get(key) ?? { v, pts: [] };
      for (const m of [prev, q, next]) if (!slot.pts.some((x) => dist(x, m) < 0.6)) slot.pts.push(m);
      corners.set(key, slot);
    }
    return { p, c, n };
  });
  const gaps = [...corners.values()]
    .filter((k) => k.pts.length > 5)
    .map(({ v, pts }) => ({
      c: v,
      p: pts.slice().sort((a, b) => Math.atan2(a[1] - v[1], a[0] - v[0]) - Math.atan2(b[1] - v[1], b[0] - v[0])),
    }));
  return { stars, gaps };
}

/** the star-and-cross pattern drawn directly: stars touch tip to tip, crosses between */
export function khatam(w: number, h: number, o: Pt, s: number): Mesh {
  const R = s / 2,
    stars: Mesh["stars"] = [],
    gaps: Mesh["gaps"] = [];
  for (const c of grid(w, h, o, [s, 0], [0, s], s)) {
    stars.push({ p: star(c, R, 8, 2), c, n: 8 });
    gaps.push({ c: [c[0] + R, c[1] + R], p: crossTile([c[0] + R, c[1] + R], R) });
  }
  return { stars, gaps };
}

/** the cross left between four {8/2} stars of circumradius R */
export function crossTile(c: Pt, R: number): Poly {
  const k = R / Math.SQRT2,
    g = R - k;
  const arm: Pt[] = [
    [-g, -g],
    [-g, -k],
    [0, -R],
    [g, -k],
  ];
  return [0, 1, 2, 3].flatMap((i) =>
    arm.map(([px, py]): Pt => {
      const a = (i * Math.PI) / 2,
        cs = Math.cos(a),
        sn = Math.sin(a);
      return [c[0] + px * cs - py * sn, c[1] + px * sn + py * cs];
    }),
  );
}
