/** The logo mark. */
import { at, n1, path, star, type Pt } from "./geometry.ts";

/** The Nama mark: a khatam holding a cross of four leaves */
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
