/** The nine medical lines, and the plain ground; each draws on a canvas whose focus and unit it is given. */
import type { Motif } from "../../src/ui/art/palettes.ts";
import { at, dist, n1, ngon, path, star, TAU, type Poly, type Pt } from "./geometry.ts";
import type { Lattice } from "./lattice.ts";
import { rosette } from "./rosette.ts";
import { cut, dot, stroke, type Ctx } from "./strokes.ts";

export const motifs: Motif[] = ["cross", "ecg", "molecule", "radar", "helix", "wells", "flow", "frond", "rosette"];

/** the lattice each motif sits on most naturally */
export const home: Record<Motif, Lattice[]> = {
  cross: ["khatam"],
  ecg: ["octagon", "khatam"],
  molecule: ["hexagon"],
  radar: ["octagon", "dodeca"],
  helix: ["trihex", "dodeca"],
  wells: ["square"],
  flow: ["khatam", "octagon"],
  frond: ["octagon", "dodeca"],
  rosette: ["octagon", "dodeca"],
  plain: ["octagon", "khatam", "dodeca", "trihex"],
};

/** one heartbeat in units of beat width and amplitude: soft P and T waves, a sharp QRS */
const bump = (x: number, at: number, wd: number, hi: number): number => hi * Math.exp(-(((x - at) / wd) ** 2));
const QRS: Pt[] = [
  [0.452, 0],
  [0.468, 0.13],
  [0.5, -1],
  [0.54, 0.36],
  [0.566, 0],
];
const BEAT: Pt[] = [
  ...Array.from({ length: 19 }, (_, i): Pt => {
    const x = (i * 0.44) / 18;
    return [x, -bump(x, 0.26, 0.052, 0.15)];
  }),
  ...QRS,
  ...Array.from({ length: 19 }, (_, i): Pt => {
    const x = 0.6 + (i * 0.4) / 18;
    return [x, -bump(x, 0.77, 0.07, 0.24)];
  }),
];

function ecg(w: number, y: number, beat: number, amp: number, peak: number): Poly {
  const pts: Pt[] = [[-20, y]],
    start = peak - beat / 2,
    first = -1 - Math.floor(start / beat);
  for (let b = first; start + b * beat < w + beat; b++)
    if (((b % 2) + 2) % 2 === 0) for (const [x, v] of BEAT) pts.push([start + b * beat + x * beat, y + v * amp]);
  pts.push([w + 20, y]);
  return pts.filter((p) => p[0] >= -20 && p[0] <= w + 20);
}

export const draw: Record<Motif, (x: Ctx) => string> = {
  plain: () => "",

  cross: (x) => {
    const R = x.s * 1.06,
      k = R * 0.36,
      c = x.f,
      a = R;
    const plus = (a: number, k: number): Poly =>
      [
        [-k, -a],
        [k, -a],
        [k, -k],
        [a, -k],
        [a, k],
        [k, k],
        [k, a],
        [-k, a],
        [-k, k],
        [-a, k],
        [-a, -k],
        [-k, -k],
      ].map(([px, py]): Pt => [c[0] + px!, c[1] + py!]);
    const big = star(c, R * 1.78, 8, 2);
    return (
      `<path d="${path(big)}" fill="${x.g}"/>` +
      stroke(path(big), x.pal.accent, 1.6) +
      stroke(path(star(c, R * 1.62, 8, 2)), x.pal.line, 0.8, 'opacity=".7"') +
      `<path d="${path(plus(a, k))}" fill="${x.pal.accent}"/>` +
      `<path d="${path(star(c, k * 0.78, 8, 2))}" fill="${x.pal.spark}"/>`
    );
  },

  ecg: (x) => {
    const y = x.f[1] + x.s * 0.1,
      beat = x.s * 1.9,
      amp = x.s * 1.25;
    const line = ecg(x.w, y, beat, amp, x.f[0]),
      peak: Pt = [x.f[0], y - amp];
    return (
      cut(path(line, false), x, Math.max(2.2, x.s / 34)) + dot(peak, x.s / 9, x.g) + dot(peak, x.s / 15, x.pal.spark)
    );
  },

  molecule: (x) => {
    const R = x.s / Math.sqrt(3),
      nodes = new Map<string, Pt>(),
      bonds: [Pt, Pt][] = [];
    const add = (p: Pt): Pt => {
      const k = Math.round(p[0]) + ":" + Math.round(p[1]);
      const q = nodes.get(k) ?? p;
      nodes.set(k, q);
      return q;
    };
    let c: Pt = x.f;
    const used = new Set<string>(),
      seen: Pt[] = [c];
    for (let i = 0; i < 5; i++) {
      const v = ngon(c, R, 6, Math.PI / 6).map(add);
      v.forEach((p, j) => {
        const q = v[(j + 1) % 6]!;
        const k = [p, q]
          .map((t) => Math.round(t[0]) + ":" + Math.round(t[1]))
          .sort()
          .join();
        if (!used.has(k)) {
          used.add(k);
          bonds.push([p, q]);
        }
      });
      const turn = Math.floor(x.r() * 6),
        next = [0, 1, 2, 3, 4, 5]
          .map((j) => at(c, x.s, ((turn + j) * TAU) / 6))
          .find(
            (p) =>
              p[1] > R * 1.25 &&
              p[1] < x.h - R * 1.25 &&
              p[0] > R &&
              p[0] < x.w - R &&
              !seen.some((q) => dist(q, p) < 1),
          );
      if (!next) break;
      seen.push(next);
      c = next;
    }
    const d = bonds.map((b) => path(b as Poly, false)).join("");
    const ring = ngon(x.f, R * 0.74, 6, Math.PI / 6);
    return (
      cut(d, x, Math.max(2, x.s / 34)) +
      stroke(path(ring), x.pal.accent, 1.2, 'opacity=".6"') +
      [...nodes.values()]
        .map((p, i) => dot(p, x.s / 11, x.g) + dot(p, x.s / 15, i % 5 === 2 ? x.pal.spark : x.pal.accent))
        .join("")
    );
  },

  radar: (x) => {
    const R = x.s * 2.08,
      c = x.f,
      out: string[] = [];
    out.push(dot(c, R, x.g, 'opacity=".82"'));
    const a0 = -Math.PI / 5 + x.r() * 0.5,
      N = 56,
      span = 1.5;
    for (let i = 0; i < N; i++) {
      const a = a0 - (i * span) / N,
        b = a - span / N - 0.0012;
      out.push(
        `<path d="M${n1(c[0])} ${n1(c[1])}L${at(c, R, a).map(n1).join(" ")}A${n1(R)} ${n1(R)} 0 0 0 ${at(c, R, b).map(n1).join(" ")}Z" fill="${x.pal.accent}" opacity="${(0.34 * (1 - i / N) ** 1.6).toFixed(3)}"/>`,
      );
    }
    for (const k of [1, 0.75, 0.5, 0.25])
      out.push(
        `<circle cx="${n1(c[0])}" cy="${n1(c[1])}" r="${n1(R * k)}" fill="none" stroke="${x.pal.line}" stroke-width="${k === 1 ? 1.8 : 0.9}" opacity="${k === 1 ? 1 : 0.75}"/>`,
      );
    out.push(stroke(path(star(c, R * 0.25, 8, 2)), x.pal.accent, 1.4));
    for (let i = 0; i < 72; i++) {
      const a = (i * TAU) / 72;
      out.push(stroke(path([at(c, R * 1.03, a), at(c, R * (i % 9 ? 1.055 : 1.1), a)], false), x.pal.line, 1.1));
    }
    out.push(cut(path([c, at(c, R, a0)], false), { ...x, g: "none" }, 2));
    for (let i = 0; i < 6; i++) {
      const p = at(c, R * (0.3 + 0.62 * x.r()), a0 - 0.15 - x.r() * 2.4);
      out.push(dot(p, x.s / 9, x.pal.spark, 'opacity=".22"') + dot(p, x.s / 24, i % 3 ? x.pal.accent : x.pal.spark));
    }
    return out.join("");
  },

  helix: (x) => {
    const y = x.f[1],
      amp = x.s * 0.95,
      period = x.s * 4,
      ph = x.f[0];
    const wave = (o: number): Poly =>
      Array.from({ length: 121 }, (_, i): Pt => {
        const px = -20 + (i * (x.w + 40)) / 120;
        return [px, y + amp * Math.sin(((px - ph) * TAU) / period + o)];
      });
    const rungs: string[] = [],
      ends: string[] = [];
    for (let px = ph - Math.ceil(x.w / 10) * 10; px < x.w + 20; px += period / 16) {
      const v = amp * Math.sin(((px - ph) * TAU) / period);
      if (Math.abs(v) < amp * 0.2) continue;
      rungs.push(
        path(
          [
            [px, y - v],
            [px, y + v],
          ],
          false,
        ),
      );
      ends.push(dot([px, y + v], 2.6, x.pal.spark));
    }
    const band: Poly = [...wave(0), ...wave(Math.PI).reverse()];
    return (
      `<path d="${path(band)}" fill="${x.g}" opacity=".8"/>` +
      stroke(rungs.join(""), x.pal.line, 1.4) +
      cut(path(wave(Math.PI), false), x, 2) +
      cut(path(wave(0), false), x, Math.max(2.4, x.s / 30)) +
      ends.join("")
    );
  },

  wells: (x) => {
    const cols = 12,
      rows = 8,
      p = Math.min(x.s / 2, (x.h * 0.8) / (rows + 0.6), (x.w * 0.62) / (cols + 0.6)),
      out: string[] = [];
    const ox = Math.min(x.f[0] - ((cols - 1) * p) / 2, x.w - (cols + 1) * p),
      oy = x.f[1] - ((rows - 1) * p) / 2;
    const rx = ox - p * 0.8,
      ry = oy - p * 0.8,
      rw = (cols - 1) * p + p * 1.6,
      rh = (rows - 1) * p + p * 1.6;
    out.push(
      `<rect x="${n1(rx)}" y="${n1(ry)}" width="${n1(rw)}" height="${n1(rh)}" rx="${n1(p * 0.45)}" fill="${x.g}" stroke="${x.pal.line}" stroke-width="1.4"/>`,
    );
    const k: Pt = [ox + p * (3 + 6 * x.r()), oy + p * (2 + 4 * x.r())];
    for (let i = 0; i < cols; i++)
      for (let j = 0; j < rows; j++) {
        const c: Pt = [ox + i * p, oy + j * p],
          v = Math.exp(-((dist(c, k) / (p * 3.1)) ** 2)) + (x.r() - 0.5) * 0.3;
        out.push(
          v > 0.62
            ? dot(c, p * 0.34, v > 0.95 ? x.pal.spark : x.pal.accent)
            : v > 0.3
              ? dot(c, p * 0.34, x.pal.tileA)
              : `<circle cx="${n1(c[0])}" cy="${n1(c[1])}" r="${n1(p * 0.32)}" fill="none" stroke="${x.pal.line}" stroke-width="1" opacity=".75"/>`,
        );
      }
    return out.join("");
  },

  flow: (x) => {
    const u = x.s / 2,
      out: string[] = [],
      cols = [x.pal.accent, x.pal.spark, x.pal.dark ? x.pal.tileB : x.pal.line];
    for (let k = 0; k < 3; k++) {
      const y0 = x.f[1] + (k - 1) * u * 1.5,
        drop = (k - 1) * -u * 1.5,
        x0 = x.f[0] - u * 1.2 - Math.abs(drop);
      const x1 = x.f[0] + u * 1.2,
        up = (1 - k) * u * (x.r() > 0.5 ? 2.2 : 1.3);
      const line: Poly = [
        [-20, y0],
        [x0, y0],
        [x0 + Math.abs(drop), y0 + drop],
        [x1, x.f[1]],
        [x1 + Math.abs(up), x.f[1] - up],
        [x.w + 20, x.f[1] - up],
      ];
      out.push(cut(path(line, false), x, Math.max(2.4, x.s / 28), cols[k]));
      const stop: Pt = [k === 1 ? x0 - u : x0 - u * 0.4, y0];
      out.push(
        dot(stop, x.s / 9, x.g) +
          `<circle cx="${n1(stop[0])}" cy="${n1(stop[1])}" r="${n1(x.s / 12)}" fill="${x.g}" stroke="${cols[k]}" stroke-width="2.4"/>`,
      );
    }
    const hub = star(x.f, x.s * 0.62, 8, 2);
    out.push(
      `<path d="${path(hub)}" fill="${x.g}" stroke="${x.pal.accent}" stroke-width="2.2" stroke-linejoin="round"/>` +
        `<path d="${path(star(x.f, x.s * 0.26, 8, 2))}" fill="${x.pal.accent}"/>`,
    );
    return out.join("");
  },

  frond: (x) => {
    const out: string[] = [],
      base: Pt = [x.f[0], x.h + x.s * 0.3],
      N = 7,
      len = Math.max(x.h - x.f[1] + x.s * 0.9, x.s * 3.4);
    const leaf = (a: Pt, ang: number, l: number, wd: number): string => {
      const b = at(a, l, ang),
        m = at(a, l * 0.46, ang),
        p = at(m, wd, ang - Math.PI / 2),
        q = at(m, wd, ang + Math.PI / 2);
      return `M${a.map(n1).join(" ")}Q${p.map(n1).join(" ")} ${b.map(n1).join(" ")}Q${q.map(n1).join(" ")} ${a.map(n1).join(" ")}Z`;
    };
    const up = -Math.PI / 2,
      fills = [x.pal.accent, x.pal.tileA, x.pal.tileB];
    for (let i = 0; i < N; i++) {
      const p = at(base, len * (0.3 + (0.62 * i) / N), up),
        l = x.s * (1.75 - 0.13 * i),
        wd = x.s * 0.36;
      for (const sgn of [-1, 1]) {
        const d = leaf(p, up + sgn * (1.02 - i * 0.07), l, wd);
        out.push(
          `<path d="${d}" fill="${i % 3 === 0 ? fills[0] : i % 3 === 1 ? fills[1] : fills[2]}" stroke="${x.g}" stroke-width="2.5"/>`,
        );
      }
    }
    out.push(
      `<path d="${leaf(at(base, len * 0.9, up), up, x.s * 1.25, x.s * 0.32)}" fill="${x.pal.spark}" stroke="${x.g}" stroke-width="2.5"/>`,
    );
    out.unshift(stroke(path([base, at(base, len * 0.95, up)], false), x.pal.accent, 2.4));
    return out.join("");
  },

  rosette: (x) => rosette(x.f, x.s * 2.5, 16, x.pal, x.g),
};
