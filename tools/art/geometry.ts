export type Pt = readonly [number, number];
export type Poly = Pt[];

export const TAU = Math.PI * 2;
/** One decimal: enough for a hairline, and a third of the bytes. */
export const n1 = (v: number): string => String(Math.round(v * 10) / 10);
export const at = (c: Pt, r: number, a: number): Pt => [c[0] + r * Math.cos(a), c[1] + r * Math.sin(a)];
export const dist = (a: Pt, b: Pt): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const mid = (a: Pt, b: Pt): Pt => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
/**
 * As relative steps: a repeated figure is the same text again, which a picture compresses to a quarter. Each step leads
 * to the rounded point, so that no error adds up.
 */
export function path(p: Poly, close = true): string {
  const round = (v: number) => Math.round(v * 10);
  const steps = p.slice(1).map(([x, y], i) => {
    const [from, below] = [round(p[i]?.[0] ?? 0), round(p[i]?.[1] ?? 0)];
    return `l${(round(x) - from) / 10} ${(round(y) - below) / 10}`;
  });
  return `M${n1(p[0]?.[0] ?? 0)} ${n1(p[0]?.[1] ?? 0)}${steps.join("")}${close ? "z" : ""}`;
}
export const ngon = (c: Pt, r: number, n: number, turn = 0): Poly =>
  Array.from({ length: n }, (_, i) => at(c, r, turn + (i * TAU) / n));
export const centre = (p: Poly): Pt => [
  p.reduce((s, q) => s + q[0], 0) / p.length,
  p.reduce((s, q) => s + q[1], 0) / p.length,
];

/** {n/k} star outline (the silhouette only, 2n points) */
export function star(c: Pt, r: number, n = 8, k = 2, turn = 0): Poly {
  const inner = (r * Math.cos((Math.PI * k) / n)) / Math.cos((Math.PI * (k - 1)) / n);
  return Array.from({ length: 2 * n }, (_, i) => at(c, i % 2 ? inner : r, turn + (i * Math.PI) / n));
}
