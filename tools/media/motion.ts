/** Small functions of time for the films; all times in seconds. */
import { at, n1, TAU, type Pt } from "../art/geometry.ts";

export const clamp = (v: number): number => Math.min(1, Math.max(0, v));

/** 0 before `from`, 1 after `to`, soft at both ends. */
export function ease(t: number, from: number, to: number): number {
  const v = clamp((t - from) / (to - from));
  return v * v * (3 - 2 * v);
}

/** The angle in [0, 2π). */
export const turned = (a: number): number => ((a % TAU) + TAU) % TAU;

/** An angle on the clock of a film, 0 at the top, as SVG's. */
export const fromTop = (share: number): number => share * TAU - Math.PI / 2;

export const opacity = (v: number): string => v.toFixed(3);

/** The point at `share` of a line's length. */
export function along(points: readonly Pt[], share: number): Pt {
  const lengths = points.slice(1).map((p, i) => Math.hypot(p[0] - (points[i]?.[0] ?? 0), p[1] - (points[i]?.[1] ?? 0)));
  let left = clamp(share) * lengths.reduce((sum, length) => sum + length, 0);
  for (const [i, length] of lengths.entries()) {
    const from = points[i],
      to = points[i + 1];
    if (from && to && (left <= length || i === lengths.length - 1))
      return [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length];
    left -= length;
  }
  return points[0] ?? [0, 0];
}

/** A line drawn from its beginning to `share` of it: dashes tell how far. */
export const drawn = (d: string, share: number, colour: string, size: number, extra = ""): string =>
  share <= 0.001
    ? ""
    : `<path d="${d}" pathLength="1000" fill="none" stroke="${colour}" stroke-width="${n1(size)}" stroke-linecap="${share > 0.01 ? "round" : "butt"}" stroke-linejoin="round" ${share >= 0.999 ? "" : `stroke-dasharray="${n1(share * 1000)} 2000"`} ${extra}/>`;

/** A slice of a disc between two angles. */
export const slice = (c: Pt, r: number, from: number, to: number): string =>
  `M${n1(c[0])} ${n1(c[1])}L${at(c, r, from).map(n1).join(" ")}A${n1(r)} ${n1(r)} 0 0 1 ${at(c, r, to).map(n1).join(" ")}Z`;
