import type { Pt } from "../art/geometry.ts";

/** The tiles of a drawn lattice, read back from its hairlines, so that a film can light them one by one. */
export function polygonsOf(svg: string, line: string): { d: string; corners: number; centre: Pt }[] {
  const lattice = svg.match(new RegExp(`<path d="([^"]+)" fill="none" stroke="${line}" stroke-width="1"`))?.[1] ?? "";
  return lattice.split(/(?=M)/).map((d) => {
    const points = d
      .replace(/[MZ]/g, "")
      .split("L")
      .map((pair) => pair.split(" ").map(Number));
    const sum = (axis: number) => points.reduce((total, point) => total + (point[axis] ?? 0), 0) / points.length;
    return { d, corners: points.length, centre: [sum(0), sum(1)] as const };
  });
}
