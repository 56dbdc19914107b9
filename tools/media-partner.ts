/**
 * Draws the partner logo, one colour and all outlines, into public/media/partner.svg: `node tools/media-partner.ts`.
 * Needs pdftocairo (poppler-utils).
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { at, path, star, TAU } from "./art/geometry.ts";
import { findChromium } from "../scripts/chromium.ts";

const ink = "#0C564C",
  width = 300,
  height = 80;
const folder = mkdtempSync(join(tmpdir(), "partner-"));
const font = (script: string) =>
  `@font-face{font-family:R${script};src:url(${pathToFileURL(`node_modules/@fontsource-variable/readex-pro/files/readex-pro-${script}-wght-normal.woff2`).href});font-weight:160 700}`;
const words = `<!doctype html><style>${font("latin")}${font("arabic")}@page{size:${width}px ${height}px;margin:0}body{margin:0}p{position:absolute;margin:0;left:88px;white-space:nowrap;color:#000}</style>
<p style="top:11px;font:400 26px/1.2 Rlatin;letter-spacing:-.01em">Nama Fellowship</p><p dir="rtl" style="top:41px;font:400 19px/1.4 Rarabic">زمالة نماء</p>`;
writeFileSync(join(folder, "words.html"), words);
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(pathToFileURL(join(folder, "words.html")).href);
await page.evaluate(() => document.fonts.ready);
await page.pdf({ path: join(folder, "words.pdf"), preferCSSPageSize: true });
await browser.close();

// Letters as outlines: a picture cannot load a face.
const outlined = execFileSync("pdftocairo", ["-svg", join(folder, "words.pdf"), "-"], { encoding: "utf8" });
rmSync(folder, { recursive: true });
const round = (text: string) => text.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
const glyphs = new Map(
  [...outlined.matchAll(/id="(glyph\d+-\d+)">\s*<path [^>]*d="([^"]*)"/g)].map(([, id, d]) => [id, d ?? ""]),
);
const letters = [...outlined.matchAll(/<use xlink:href="#(glyph\d+-\d+)" x="([\d.]+)" y="([\d.]+)"/g)].map(
  ([, id, x, y]) =>
    `<path transform="translate(${round(x ?? "0")} ${round(y ?? "0")})" d="${round(glyphs.get(id) ?? "").trim()}"/>`,
);
if (letters.length < 20) throw new Error(`Only ${letters.length} letters were read back`);

const centre = [40, 40] as const;
const leaf = (angle: number) => {
  const tip = at(centre, 21, angle),
    side = (turn: number) =>
      at(at(centre, 12, angle), 5.4, angle + turn)
        .map((v) => v.toFixed(1))
        .join(" ");
  const base = at(centre, 4.4, angle)
    .map((v) => v.toFixed(1))
    .join(" ");
  return `M${base}Q${side(-TAU / 4)} ${tip.map((v) => v.toFixed(1)).join(" ")}Q${side(TAU / 4)} ${base}Z`;
};
const ring = `${path(star(centre, 36, 12, 3))}${path(star(centre, 31.5, 12, 3))}`;
const mark = `<path fill-rule="evenodd" d="${ring}"/><path d="${Array.from({ length: 6 }, (_, i) => leaf(-TAU / 4 + (i * TAU) / 6)).join("")}"/>`;
// A PDF counts in points, 96 pixels to 72.
writeFileSync(
  "public/media/partner.svg",
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Nama Fellowship" fill="${ink}">${mark}<g transform="scale(${4 / 3})">${letters.join("")}</g></svg>\n`,
);
