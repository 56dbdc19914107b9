/** Fellowship: a year as a rosette that draws itself, chord by chord, from the rim to the star in the middle. */
import { art } from "../art/art.ts";
import { at, n1, ngon, path, star, TAU, type Pt } from "../art/geometry.ts";
import { palettes } from "../../src/ui/art/palettes.ts";
import { mix } from "../art/mix.ts";
import { dot, stroke } from "../art/strokes.ts";
import { height, width, type Film } from "./film.ts";
import { along, drawn, ease, fromTop, opacity } from "./motion.ts";
import { polygonsOf } from "./polygons.ts";

const colours = palettes.night;
const plain = mix(colours.ground, colours.ground2, 0.5);
const centre: Pt = [width / 2, height / 2];
const radius = 236;
const points = 16;
const core = radius * Math.cos((Math.PI * (points / 2 - 2)) / points);
const corner = (i: number): Pt => at(centre, radius, fromTop(i / points));

const ground = art({
  seed: "fellowship-film-3",
  kind: "plain",
  palette: "night",
  lattice: "dodeca",
  scale: 0.95,
  focus: "center",
  width,
  height,
});
const around = polygonsOf(ground, colours.line).filter(
  ({ corners, centre: c }) => corners > 16 && Math.hypot(c[0] - centre[0], c[1] - centre[1]) > radius * 1.1,
);

/** One layer of chords, each begun a little after the one before; the pen's tip is seen while it draws. */
function chords(step: number, t: number, from: number, to: number, colour: string, size: number, extra = ""): string {
  const each = (to - from) * 0.3;
  return Array.from({ length: points }, (_, i) => {
    const begin = from + ((to - from - each) * i) / (points - 1);
    const share = ease(t, begin, begin + each);
    const line = [corner(i), corner(i + step)];
    return (
      drawn(path(line, false), share, colour, size, extra) +
      (share > 0.02 && share < 0.98 ? dot(along(line, share), 3, colours.spark) : "")
    );
  }).join("");
}

export const fellowshipFilm: Film = {
  name: "fellowship",
  seconds: 18,
  ground,
  posterAt: 17.5,
  frame(t) {
    const rim = ease(t, 0.2, 2.2);
    const filled = ease(t, 11.2, 12.6),
      middle = ease(t, 12, 13.4),
      spark = ease(t, 13.2, 14.4);
    const lights = around.map(({ d, centre: c }, i) => {
      const far = Math.hypot(c[0] - centre[0], c[1] - centre[1]) / radius;
      const light = ease(t, 13.6 + far, 14.8 + far);
      return light > 0
        ? `<path d="${d}" fill="${i % 3 === 1 ? colours.tileB : colours.tileA}" opacity="${opacity(light * 0.34)}"/>`
        : "";
    });
    const rings = [0, 1].map((i) => {
      const share = (t - 13.6 - i * 0.7) / 2.2;
      return share > 0 && share < 1
        ? `<circle cx="${centre[0]}" cy="${centre[1]}" r="${n1(radius * (1 + share * 0.6))}" fill="none" stroke="${colours.spark}" stroke-width="1.4" opacity="${opacity(0.5 * (1 - share))}"/>`
        : "";
    });
    const turn = Math.PI / 8;
    return (
      lights.join("") +
      rings.join("") +
      dot(centre, radius, plain, `opacity="${opacity(0.9 * ease(t, 0, 1.5))}"`) +
      (filled > 0
        ? `<path d="${path(star(centre, radius, points, points / 2 - 2, -Math.PI / 2))}" fill="${colours.tileA}" opacity="${opacity(0.42 * filled)}"/>`
        : "") +
      chords(3, t, 2, 5.4, colours.line, 0.9, 'opacity=".75"') +
      chords(points / 2 - 3, t, 4.8, 8.6, colours.line, 1, 'opacity=".9"') +
      chords(points / 2 - 2, t, 8, 11.8, colours.accent, 1.5) +
      drawn(path(ngon(centre, radius, points, -Math.PI / 2)), rim, colours.accent, 1.8) +
      Array.from({ length: points }, (_, i) =>
        dot(corner(i), 3.4 * ease(t, 0.2 + (2 * i) / points, 0.6 + (2 * i) / points), colours.accent),
      ).join("") +
      (middle > 0
        ? `<path d="${path(star(centre, core * (0.6 + 0.4 * middle), 8, 2, turn))}" fill="${plain}" opacity="${opacity(middle)}"/>` +
          drawn(path(star(centre, core, 8, 2, turn)), middle, colours.accent, 1.7)
        : "") +
      (spark > 0
        ? `<path d="${path(star(centre, core * 0.52 * spark, 8, 2, turn + ((1 - spark) * TAU) / 8))}" fill="${colours.spark}"/>`
        : "") +
      stroke(path(star(centre, core * 0.78, 8, 2, turn)), colours.line, 0.8, `opacity="${opacity(0.6 * spark)}"`)
    );
  },
};
