/** What is inside the cards of the overview film. No words: the film is the same in both languages. */
import { n1, path, star, type Pt } from "../art/geometry.ts";
import { palettes } from "../../src/ui/art/palettes.ts";
import { dot, stroke } from "../art/strokes.ts";
import { drawn, ease, opacity } from "./motion.ts";

export interface Card {
  x: number;
  y: number;
  w: number;
  h: number;
}

const colours = palettes.palm;
const paper = "#FBFCFA",
  line = "#DDE5E1",
  free = "#CDEBDD",
  busy = "#F1F5F2",
  leaving = "#FCE3B0";

const box = (x: number, y: number, w: number, h: number, fill: string, radius: number, extra = ""): string =>
  `<rect x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(h)}" rx="${radius}" fill="${fill}" ${extra}/>`;

/** A white card that comes up from below; `inside` is drawn on it. */
export function card({ x, y, w, h }: Card, shown: number, inside: string): string {
  if (shown <= 0) return "";
  const shadow = box(x, y + 10, w, h, "#04201B", 14, 'opacity=".28"');
  return `<g opacity="${opacity(shown)}" transform="translate(0 ${n1((1 - shown) * 18)})">${shadow}${box(x, y, w, h, paper, 14)}${box(x + 14, y + 14, w * 0.36, 6, "#0C6155", 3)}${box(x + w - 34, y + 14, 20, 6, line, 3)}${inside}</g>`;
}

/** Eight beds; at each moment of `changes` one is freed, one is leaving. */
export function beds({ x, y, w, h }: Card, t: number, changes: readonly number[]): string {
  const gap = 7,
    cell = (w - 28 - 3 * gap) / 4,
    tall = (h - 48 - gap) / 2;
  return Array.from({ length: 8 }, (_, i) => {
    const at: Pt = [x + 14 + (i % 4) * (cell + gap), y + 34 + Math.floor(i / 4) * (tall + gap)];
    const turn = changes[[2, 5, 0].indexOf(i)];
    const after = turn === undefined ? 0 : ease(t, turn, turn + 0.5);
    return (
      box(...at, cell, tall, i === 6 ? leaving : busy, 6) +
      (after > 0 ? box(...at, cell, tall, i === 5 ? leaving : free, 6, `opacity="${opacity(after)}"`) : "") +
      box(at[0] + 7, at[1] + 7, cell * 0.4, 4, "#5A6D68", 2, 'opacity=".7"')
    );
  }).join("");
}

/** A plate of wells that fills as the analyser reads it; one value is out of its limits. */
export function wells({ x, y, w, h }: Card, t: number, from: number): string {
  const columns = 9,
    rows = 4,
    across = (w - 28) / columns,
    down = (h - 46) / rows;
  return Array.from({ length: columns * rows }, (_, i) => {
    const c: Pt = [x + 14 + across * ((i % columns) + 0.5), y + 36 + down * (Math.floor(i / columns) + 0.5)];
    const read = ease(t, from + i * 0.06, from + 0.3 + i * 0.06);
    const high = i === 22;
    return (
      `<circle cx="${n1(c[0])}" cy="${n1(c[1])}" r="5.6" fill="none" stroke="${line}" stroke-width="1.4"/>` +
      (read > 0 ? dot(c, 5.6 * read, high ? colours.spark : i % 5 === 0 ? "#17897A" : "#7FCDBD") : "")
    );
  }).join("");
}

/** Three lines of a list, ticked one after another. */
export function list({ x, y, w }: Card, t: number, ticks: readonly number[]): string {
  return ticks
    .map((moment, i) => {
      const top = y + 36 + i * 21,
        done = ease(t, moment, moment + 0.45);
      const tick = drawn(
        path(
          [
            [x + 18, top + 6],
            [x + 21.5, top + 9.5],
            [x + 27, top + 3],
          ],
          false,
        ),
        done,
        "#0C6155",
        2,
      );
      return (
        box(x + 14, top - 1, 15, 15, done > 0.1 ? "#E4F3EE" : busy, 5) +
        tick +
        box(x + 40, top + 4, (w - 60) * (0.85 - 0.17 * i), 5, "#5A6D68", 2.5, `opacity="${opacity(0.35 + 0.4 * done)}"`)
      );
    })
    .join("");
}

const bump = (v: number, at: number, wide: number): number => Math.exp(-(((v - at) / wide) ** 2));
/** One heartbeat: height at `share` of the beat. */
const beat = (v: number): number =>
  0.16 * bump(v, 0.24, 0.05) -
  0.14 * bump(v, 0.455, 0.014) +
  bump(v, 0.5, 0.018) -
  0.34 * bump(v, 0.545, 0.016) +
  0.26 * bump(v, 0.76, 0.07);

/** The trace of one patient, written from start to end again and again; time runs left to right. */
export function trace({ x, y, w, h }: Card, t: number, from: number): string {
  if (t < from) return "";
  const across = w - 28,
    speed = across / 3.2,
    head = ((t - from) * speed) % across,
    first = t - from < 3.2;
  const at = (px: number): Pt => [x + 14 + px, y + h * 0.68 - h * 0.42 * beat((px / (across / 2.5)) % 1)];
  const run = (a: number, b: number): Pt[] =>
    Array.from({ length: Math.max(0, Math.floor((b - a) / 1.5)) + 1 }, (_, i) => at(Math.min(b, a + i * 1.5)));
  const grid = [0.3, 0.5, 0.7, 0.9]
    .map((part) => `<path d="M${n1(x + 14)} ${n1(y + h * part)}h${n1(across)}" stroke="${line}" stroke-width="1"/>`)
    .join("");
  const pen = 'stroke-linejoin="round" stroke-linecap="round"';
  const old =
    first || head + 16 > across
      ? ""
      : stroke(path(run(head + 16, across), false), "#0C6155", 2.2, `${pen} opacity=".35"`);
  return grid + old + stroke(path(run(0, head), false), "#0C6155", 2.2, pen) + dot(at(head), 4.4, colours.spark);
}

/** Indicators by unit: five columns that grow; the fourth is above its limit until someone acts. */
export function columns({ x, y, w, h }: Card, t: number, from: number, acted: number): string {
  const heights = [0.42, 0.58, 0.5, 0.9, 0.36],
    wide = (w - 28) / heights.length,
    floor = y + h - 16,
    tall = h - 58;
  const limit = floor - tall * 0.7;
  const bars = heights.map((share, i) => {
    const grown = ease(t, from + i * 0.18, from + 1 + i * 0.18),
      better = i === 3 ? ease(t, acted, acted + 1.2) : 0;
    const high = tall * grown * (share - 0.34 * better);
    return (
      box(x + 14 + wide * (i + 0.22), floor - high, wide * 0.56, high, "#17897A", 4) +
      (i === 3
        ? box(
            x + 14 + wide * (i + 0.22),
            floor - high,
            wide * 0.56,
            high,
            colours.spark,
            4,
            `opacity="${opacity(grown * (1 - better))}"`,
          )
        : "")
    );
  });
  return (
    bars.join("") +
    `<path d="M${n1(x + 14)} ${n1(limit)}h${n1(w - 28)}" stroke="#5A6D68" stroke-width="1.3" stroke-dasharray="4 4" opacity=".7"/>`
  );
}

/** The star in the middle that everything passes; it grows a little when something does. */
export function hub(c: Pt, shown: number, pulse: number, ground: string): string {
  const size = 46 * shown * (1 + 0.06 * pulse);
  if (size < 1) return "";
  return (
    `<path d="${path(star(c, size, 8, 2))}" fill="${ground}" stroke="${colours.accent}" stroke-width="2.2" stroke-linejoin="round"/><path d="${path(star(c, size * 0.42, 8, 2))}" fill="${colours.accent}"/>` +
    (pulse > 0
      ? `<path d="${path(star(c, size * 0.42, 8, 2))}" fill="${colours.spark}" opacity="${opacity(pulse)}"/>`
      : "")
  );
}
