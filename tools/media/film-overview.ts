/**
 * Digital health overview: what a ward, a laboratory and a pharmacy enter once meets in one record and is seen at the
 * bedside and in the indicators.
 */
import { art } from "../art/art.ts";
import { path, type Pt } from "../art/geometry.ts";
import { palettes } from "../../src/ui/art/palettes.ts";
import { mix } from "../art/mix.ts";
import { dot } from "../art/strokes.ts";
import { height, width, type Film } from "./film.ts";
import { along, drawn, ease, opacity } from "./motion.ts";
import { beds, card, columns, hub, list, trace, wells, type Card } from "./overview-cards.ts";
import { polygonsOf } from "./polygons.ts";

const colours = palettes.palm;
const plain = mix(colours.ground, colours.ground2, 0.5);
const centre: Pt = [480, 270];
const ward: Card = { x: 60, y: 44, w: 212, h: 116 };
const laboratory: Card = { x: 60, y: 212, w: 212, h: 116 };
const pharmacy: Card = { x: 60, y: 380, w: 212, h: 116 };
const bedside: Card = { x: 650, y: 62, w: 250, h: 168 };
const indicators: Card = { x: 650, y: 310, w: 250, h: 168 };

const white = colours.accent,
  saffron = colours.spark,
  lilac = colours.tileB;
interface Line {
  line: Pt[];
  colour: string;
  begins: number;
}
const fromWard: Line = { line: [[272, 102], [334, 102], [456, 224], centre], colour: white, begins: 2.6 };
const fromLaboratory: Line = { line: [[272, 270], centre], colour: saffron, begins: 3 };
const fromPharmacy: Line = { line: [[272, 438], [334, 438], [456, 316], centre], colour: lilac, begins: 3.4 };
const toBedside: Line = { line: [centre, [528, 222], [604, 146], [650, 146]], colour: white, begins: 5 };
const toIndicators: Line = { line: [centre, [528, 318], [604, 394], [650, 394]], colour: white, begins: 5.3 };

/** What travels: from which card, to which, and when it sets out; 1.4 s to the middle and as long beyond it. */
const half = 1.4;
const messages = [
  { from: fromLaboratory, to: toBedside, at: 6.2 },
  { from: fromWard, to: toIndicators, at: 7.6 },
  { from: fromPharmacy, to: toBedside, at: 9 },
  { from: fromLaboratory, to: toIndicators, at: 10.2 },
  { from: fromWard, to: toBedside, at: 11.6 },
  { from: fromPharmacy, to: toIndicators, at: 12.8 },
  { from: fromLaboratory, to: toBedside, at: 14 },
];

const ground = art({
  seed: "overview-film-1",
  kind: "plain",
  palette: "palm",
  lattice: "octagon",
  scale: 0.92,
  focus: "center",
  width,
  height,
});
const tiles = polygonsOf(ground, colours.line).filter(({ corners }) => corners > 8);

function traveller({ from, to, at }: { from: Line; to: Line; at: number }, t: number): string {
  const share = (t - at) / half;
  if (share <= 0 || share >= 2) return "";
  const place = share < 1 ? along(from.line, ease(share, 0, 1)) : along(to.line, ease(share, 1, 2));
  return dot(place, 11, saffron, 'opacity=".3"') + dot(place, 5.2, saffron);
}

export const overviewFilm: Film = {
  name: "digital-health",
  seconds: 18,
  ground,
  posterAt: 13.6,
  frame(t) {
    const passing = Math.max(0, ...messages.map(({ at }) => 1 - Math.abs(t - at - half) / 0.45));
    const glow = tiles.map(({ d, centre: c }) => {
      const away = Math.hypot(c[0] - centre[0], c[1] - centre[1]);
      const light = Math.max(
        0,
        ...messages.map(({ at }) => {
          const wave = (t - at - half) * 240;
          return wave > 0 && wave < 700 ? Math.exp(-(((away - wave) / 60) ** 2)) * (1 - wave / 700) : 0;
        }),
      );
      return light > 0.04 ? `<path d="${d}" fill="${colours.tileA}" opacity="${opacity(light * 0.8)}"/>` : "";
    });
    const lines = [fromWard, fromLaboratory, fromPharmacy, toBedside, toIndicators].map(
      ({ line, colour, begins }) =>
        drawn(path(line, false), ease(t, begins, begins + 1.3), plain, 11) +
        drawn(path(line, false), ease(t, begins, begins + 1.3), colour, 2.6),
    );
    const up = (from: number) => ease(t, from, from + 0.8);
    return (
      glow.join("") +
      lines.join("") +
      messages.map((message) => traveller(message, t)).join("") +
      hub(centre, ease(t, 0.2, 1.4), passing, plain) +
      card(ward, up(1), beds(ward, t, [4.6, 7.4, 11.4])) +
      card(laboratory, up(1.5), wells(laboratory, t, 3.8)) +
      card(pharmacy, up(2), list(pharmacy, t, [5.4, 8.8, 12.6])) +
      card(bedside, up(5.6), trace(bedside, t, 6.2)) +
      card(indicators, up(6), columns(indicators, t, 6.8, 13))
    );
  },
};
