/**
 * Radar: three turns over one hospital. In the first, reports light up; in the second each finds someone who takes it;
 * in the third all are closed.
 */
import { art } from "../art/art.ts";
import { at, dist, n1, path, star, TAU, type Pt } from "../art/geometry.ts";
import { palettes } from "../../src/ui/art/palettes.ts";
import { dot, stroke } from "../art/strokes.ts";
import { height, width, type Film } from "./film.ts";
import { polygonsOf } from "./polygons.ts";
import { ease, fromTop, opacity, slice, turned } from "./motion.ts";

const colours = palettes.night;
const centre: Pt = [width / 2, height / 2];
const radius = 232;
const turn = 6;
const incidents = [
  [0.09, 0.72],
  [0.17, 0.44],
  [0.25, 0.86],
  [0.34, 0.58],
  [0.46, 0.78],
  [0.55, 0.4],
  [0.66, 0.68],
  [0.74, 0.88],
  [0.83, 0.5],
  [0.89, 0.8],
] as const;
const places = incidents.map(([share, reach]) => ({ share, place: at(centre, radius * reach, fromTop(share)) }));

const rings = [1, 0.75, 0.5, 0.25]
  .map(
    (part) =>
      `<circle cx="${centre[0]}" cy="${centre[1]}" r="${n1(radius * part)}" fill="none" stroke="${colours.line}" stroke-width="${part === 1 ? 1.8 : 0.9}" opacity="${part === 1 ? 1 : 0.6}"/>`,
  )
  .join("");
const ticks = Array.from({ length: 72 }, (_, i) =>
  stroke(
    path(
      [at(centre, radius * 1.03, (i * TAU) / 72), at(centre, radius * (i % 9 ? 1.05 : 1.09), (i * TAU) / 72)],
      false,
    ),
    colours.line,
    1.1,
  ),
).join("");
const still =
  dot(centre, radius, "#06201F", 'opacity=".86"') +
  rings +
  ticks +
  stroke(path(star(centre, radius * 0.16, 8, 2)), colours.accent, 1.4);

const ground = art({
  seed: "radar-film-2",
  kind: "plain",
  palette: "night",
  lattice: "octagon",
  scale: 0.98,
  focus: "center",
  width,
  height,
});
/** The stars around the disc; the sweep brings them up as it passes. */
const around = polygonsOf(ground, colours.line).filter(
  ({ corners, centre: c }) => corners > 8 && dist(c, centre) > radius * 1.12,
);

function sweep(angle: number): string {
  const steps = 26,
    span = 1.4;
  // Laid over each other from the same edge, so that no seam shows between two slices.
  const wedges = Array.from(
    { length: steps },
    (_, i) =>
      `<path d="${slice(centre, radius, angle - span * ((i + 1) / steps) ** 1.6, angle)}" fill="${colours.accent}" opacity=".014"/>`,
  );
  return (
    wedges.join("") +
    stroke(path([centre, at(centre, radius, angle)], false), colours.accent, 2, 'stroke-linecap="round"')
  );
}

/**
 * What one report looks like `t` seconds after the start: dark, open (saffron), taken (a line to the middle), closed (a
 * quiet star).
 */
function incident(place: Pt, share: number, t: number): string {
  const seen = share * turn,
    taken = seen + turn,
    closed = seen + 2 * turn;
  const open = ease(t, seen, seen + 0.25) * (1 - ease(t, closed, closed + 0.5));
  const ripple = (t - seen) / 1.6,
    beat = 0.75 + 0.25 * Math.sin((t - seen) * 5);
  const link = ease(t, taken, taken + 0.8) * (1 - ease(t, closed, closed + 0.6));
  const calm = ease(t, closed, closed + 0.5) * (1 - ease(t, 3 * turn - 0.9, 3 * turn - 0.05));
  const to: Pt = [place[0] + (centre[0] - place[0]) * link * 0.84, place[1] + (centre[1] - place[1]) * link * 0.84];
  return (
    (link > 0 ? stroke(path([place, to], false), colours.accent, 1.3, `opacity="${opacity(0.55 * link)}"`) : "") +
    (ripple > 0 && ripple < 1
      ? `<circle cx="${n1(place[0])}" cy="${n1(place[1])}" r="${n1(8 + 34 * ripple)}" fill="none" stroke="${colours.spark}" stroke-width="1.6" opacity="${opacity(0.8 * (1 - ripple))}"/>`
      : "") +
    (open > 0
      ? dot(place, 15, colours.spark, `opacity="${opacity(0.26 * open * (link > 0.5 ? 1 : beat))}"`) +
        dot(place, 5.5, colours.spark, `opacity="${opacity(open)}"`)
      : "") +
    (calm > 0 ? `<path d="${path(star(place, 9, 8, 2))}" fill="${colours.accent}" opacity="${opacity(calm)}"/>` : "")
  );
}

export const radarFilm: Film = {
  name: "radar",
  seconds: 3 * turn,
  ground,
  posterAt: 10.4,
  frame(t) {
    const angle = fromTop(t / turn);
    const stars = around.map(({ d, centre: c }) => {
      const light = Math.exp(-turned(angle - Math.atan2(c[1] - centre[1], c[0] - centre[0])) * 1.1) * 0.5;
      return light < 0.02 ? "" : `<path d="${d}" fill="${colours.tileA}" opacity="${opacity(light)}"/>`;
    });
    return stars.join("") + still + sweep(angle) + places.map(({ place, share }) => incident(place, share, t)).join("");
  },
};
