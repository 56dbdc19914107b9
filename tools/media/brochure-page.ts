/** The brochure as one HTML document; printed it is four sheets of A4. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { demoSettings } from "../../db/demo/settings.ts";
import { art, type ArtOptions } from "../art/art.ts";
import { path, star } from "../art/geometry.ts";
import { mark } from "../art/marks.ts";
import { brochureStyle } from "./brochure-style.ts";
import type { Brochure } from "./brochure-texts.ts";

type Locale = "en" | "ar";

const face = (family: string, file: string, weight: string, range: string) =>
  `@font-face{font-family:"${family}";src:url(${pathToFileURL(`node_modules/${file}`).href});font-weight:${weight};unicode-range:${range}}`;
const latin = "U+0-5FF,U+2000-22FF",
  arabic = "U+600-6FF,U+200C-200E,U+FB50-FEFF";
const faces = [
  face("Readex Pro", "@fontsource-variable/readex-pro/files/readex-pro-latin-wght-normal.woff2", "160 700", latin),
  face("Readex Pro", "@fontsource-variable/readex-pro/files/readex-pro-arabic-wght-normal.woff2", "160 700", arabic),
  ...[400, 500, 600].flatMap((weight) => [
    face(
      "IBM Plex Sans",
      `@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff2`,
      String(weight),
      latin,
    ),
    face(
      "IBM Plex Sans Arabic",
      `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff2`,
      String(weight),
      arabic,
    ),
  ]),
].join("");

/** A drawing as JPEG: printed as SVG, its soft masks would be stored as pictures four times as heavy. */
async function drawing(options: ArtOptions): Promise<string> {
  const picture = await sharp(Buffer.from(art(options)), { density: 72 * 1.9 })
    .flatten()
    .jpeg({ quality: 70, mozjpeg: true })
    .toBuffer();
  return `<img alt="" src="data:image/jpeg;base64,${picture.toString("base64")}">`;
}

const bullet = (colour: string) =>
  `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${path(star([10, 10], 10, 8, 2))}" fill="${colour}"/></svg>`;
/** Letters of the other script, numbers and times keep their own direction. */
const isolate = (text: string, locale: Locale) =>
  locale === "ar"
    ? text.replace(/[A-Za-z][A-Za-z0-9 ]*[A-Za-z0-9]|\+[\d ]+|\d\d:\d\d/g, (part) => `<bdi dir="ltr">${part}</bdi>`)
    : text;

const bedStates = [
  "used",
  "used",
  "free",
  "used",
  "leaving",
  "used",
  "cleaning",
  "used",
  "used",
  "free",
  "used",
  "leaving",
] as const;

export async function brochurePage(text: Brochure, locale: Locale): Promise<string> {
  const rtl = locale === "ar";
  const ground = async (options: ArtOptions) => `<div class="ground">${await drawing({ ...options, rtl })}</div>`;
  const [used, free, leaving, cleaning] = text.beds.states;
  const stateWords = { used, free, leaving, cleaning };
  const icon = (name: string) =>
    readFileSync(`node_modules/lucide-static/icons/${name}.svg`, "utf8").replace(
      'stroke-width="2"',
      'stroke-width="1.3" aria-hidden="true"',
    );
  const modules = text.modules.map(
    ({ icon: name, name: title, text: line, points }) =>
      `<li>${icon(name)}<h3>${title}</h3><p>${line}</p><ul class="points">${points.map((point) => `<li>${bullet("#17897A")}${point}</li>`).join("")}</ul></li>`,
  );
  const footer = (page: number) =>
    `<footer aria-hidden="true"><span>${text.brand} · ${text.kind}</span><bdi dir="ltr">${page} / 4</bdi></footer>`;
  const pairs = (items: Brochure["underneath"]) =>
    items.map(([name, line]) => `<li><h3>${name}</h3><p>${isolate(line, locale)}</p></li>`).join("");
  const logo = (colours: { star: string; leaf: string; spark: string }) =>
    `<p class="logo">${mark(colours)}<span>${text.brand}</span></p>`;

  const body = `
<section class="cover">
  ${await ground({ seed: "his-hero-4", kind: "plain", palette: "night", lattice: "dodeca", width: 794, height: 1123, focusY: 0.72, scale: 0.62 })}
  ${logo({ star: "#F4EFE3", leaf: "#062B27", spark: "#C9821A" })}
  <p class="kind">${bullet("#F2BE5C")}${text.kind}</p>
  <h1>${text.cover}</h1>
  <p class="lead">${text.coverLead}</p>
  <div class="board">
    <header><h2>${text.beds.heading}</h2><span>${isolate(text.beds.time, locale)}</span></header>
    <ul class="bedlist">${bedStates.map((state, i) => `<li class="${state}"><b>${String(i + 1).padStart(2, "0")}</b>${stateWords[state]}</li>`).join("")}</ul>
    <ul class="tasks">${text.beds.tasks.map(([bed, line, who]) => `<li><b>${bed}</b><span>${isolate(line, locale)}</span><i>${who}</i></li>`).join("")}</ul>
  </div>
</section>
<section><h2>${text.modulesHeading}</h2><p class="lead">${text.modulesLead}</p><ul class="modules">${modules.join("")}</ul>${footer(2)}</section>
<section class="stone">
  <h2>${text.storyHeading}</h2><p class="lead">${text.storyLead}</p>
  <ol class="story">${text.story.map(([time, who, line]) => `<li><time>${time}</time><b>${who}</b><span>${line}</span></li>`).join("")}</ol>
  <div class="strip">${await drawing({ seed: "his-demo-6", kind: "flow", palette: "palm", width: 794, height: 174, rtl, focus: "center", scale: 1.5 })}</div>
  <h2 class="next">${text.underneathHeading}</h2><ul class="four">${pairs(text.underneath)}</ul>
  <h2 class="next">${text.hostingHeading}</h2><ul class="three">${pairs(text.hosting)}</ul>
  ${footer(3)}
</section>
<section>
  <h2>${text.startHeading}</h2><p class="lead">${text.startLead}</p>
  <table><thead><tr>${text.startColumns.map((column) => `<th scope="col">${column}</th>`).join("")}</tr></thead><tbody>${text.start.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</tbody></table>
  <p class="note">${text.startNote}</p>
  <div class="ask">${await ground({ seed: "demo-band", kind: "rosette", palette: "khuzama", lattice: "octagon", width: 660, height: 234, quiet: 0.5, scale: 0.84 })}<h2>${text.askHeading}</h2><p>${text.askText}</p></div>
  <dl><div><dt>${text.phone}</dt><dd><bdi dir="ltr">${demoSettings.phone}</bdi></dd></div><div><dt>${text.email}</dt><dd><bdi dir="ltr">${demoSettings.email}</bdi></dd></div><div><dt>${text.address}</dt><dd>${isolate(rtl ? demoSettings.addressAr : demoSettings.addressEng, locale)}</dd></div></dl>
  <p class="note last">${text.example}</p>
  ${footer(4)}
</section>`;
  return `<!doctype html><html lang="${locale}" dir="${rtl ? "rtl" : "ltr"}"><head><meta charset="utf-8"><title>${text.title}</title><style>${faces}${brochureStyle}</style></head><body>${body}</body></html>`;
}
