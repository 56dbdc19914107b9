import { existsSync } from "node:fs";
import type { CreateText, Sharp } from "sharp";
import { getDirection, type Locale } from "#i18n/locale.ts";
import { escapeHtml } from "#platform/escape-html.ts";
import { loadSharp } from "#platform/sharp.server.ts";
import { leafPath, sparkPath, starPath } from "#ui/mark-paths.ts";

const ogImageSize = { width: 1200, height: 630 };
const panelWidth = 536;
const margin = 72;
const titleWidth = ogImageSize.width - panelWidth - 2 * margin;

function backgroundSvg(rtl: boolean): string {
  const { width, height } = ogImageSize;
  const [top, bottom, spark] = ["#0B4A41", "#062B27", "#F2BE5C"];
  const x = rtl ? width - margin - 56 : margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="${rtl ? 1 : 0}" y1="0" x2="${rtl ? 0 : 1}" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/><rect x="${x}" y="${height - margin - 4}" width="56" height="4" rx="2" fill="${spark}"/></svg>`;
}

const ogLogoSvg = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="${size}" height="${size}"><path d="${starPath}" fill="#F4EFE3" stroke="#F4EFE3" stroke-linejoin="round"/><path d="${leafPath}" fill="#062B27"/><path d="${sparkPath}" fill="#C9821A"/></svg>`;

/** Pango markup: the text is escaped. */
function toMarkup(text: string, colour: string): string {
  return `<span foreground="${colour}">${escapeHtml(text.replace(/\p{Cc}/gu, " "))}</span>`;
}

/** Small, because social networks also fetch the picture on phones. */
const maxBytes = 100_000;
const titleHeight = 300;
const titleSizes = [60, 52, 46, 40, 34, 28];
const markSize = 56;

type SharpModule = Awaited<ReturnType<typeof loadSharp>>;

/** Path of a font or drawing in public/share, from the build or, in development, from the sources. */
const shareFile = (name: string) =>
  ["build/client", "public"].map((folder) => `${folder}/share/${name}`).find((file) => existsSync(file));

/** Our own fonts, so that the image is the same on a machine without fonts. */
const fontFile = (script: "latin" | "arabic") => shareFile(`readex-${script}.ttf`) ?? "";

const panelFile = (slug: string) =>
  (/^[\w-]+$/.test(slug) && shareFile(`panels/${slug}.svg`)) || shareFile("panels/site.svg") || "";

interface RenderedText {
  data: Buffer;
  width: number;
  height: number;
}

async function renderText(sharp: SharpModule, options: CreateText): Promise<RenderedText> {
  const { data, info } = await sharp({ text: { dpi: 72, rgba: true, ...options } })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Renders the title in the largest size that fits. A title too long for the smallest size is cropped. */
async function renderTitle(sharp: SharpModule, title: string): Promise<RenderedText> {
  // Pango registers a font with the first text that names its file.
  await renderText(sharp, { text: "a", font: "Readex Pro 12", fontfile: fontFile("latin") });
  let rendered: RenderedText | undefined;
  for (const size of titleSizes) {
    rendered = await renderText(sharp, {
      text: toMarkup(title, "#F4EFE3"),
      font: `Readex Pro ${size}`,
      fontfile: fontFile("arabic"),
      width: titleWidth,
      wrap: "word-char",
      spacing: Math.round(size * 0.12),
    });
    if (rendered.height <= titleHeight && rendered.width <= titleWidth) return rendered;
  }
  if (!rendered) throw new Error("no size to write a title in");
  const { width, height } = {
    width: Math.min(rendered.width, titleWidth),
    height: Math.min(rendered.height, titleHeight),
  };
  return { data: await sharp(rendered.data).extract({ left: 0, top: 0, width, height }).toBuffer(), width, height };
}

/** Crops around the subject of our pictures, at 60 % of their width. */
async function cutPanel(sharp: SharpModule, source: string | Uint8Array): Promise<Buffer> {
  const { height } = ogImageSize;
  const { data, info } = await sharp(source)
    .resize({ width: panelWidth, height, fit: "outside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round(Math.max(0, Math.min(info.width - panelWidth, info.width * 0.6 - panelWidth / 2)));
  return sharp(data)
    .extract({ left, top: Math.floor((info.height - height) / 2), width: panelWidth, height })
    .png()
    .toBuffer();
}

async function compress(picture: Sharp): Promise<Buffer> {
  for (let quality = 80; ; quality -= 8) {
    const bytes = await picture.clone().jpeg({ quality, mozjpeg: true, chromaSubsampling: "4:4:4" }).toBuffer();
    if (bytes.length <= maxBytes || quality <= 40) return bytes;
  }
}

interface SharePicture {
  title: string;
  siteName: string;
  locale: Locale;
  slug: string;
  /** Picture of a course or story, as a path or bytes. Null: the drawing for the slug. */
  picture: string | Uint8Array | null;
}

/** Job of `src/app/worker.ts`: renders a JPEG of 1200 × 630, at most 100 kB, mirrored in Arabic. */
export async function drawSharePicture({
  title,
  siteName,
  locale,
  slug,
  picture: photo,
}: SharePicture): Promise<Buffer> {
  const sharp = await loadSharp();
  const rtl = getDirection(locale) === "rtl";
  const { width, height } = ogImageSize;
  const panel = await cutPanel(sharp, photo ?? panelFile(slug));
  const heading = await renderTitle(sharp, /[^\s\p{Cc}]/u.test(title) ? title : siteName);
  const name = await renderText(sharp, {
    text: toMarkup(siteName, "#B4D9CF"),
    font: "Readex Pro 30",
    fontfile: fontFile("arabic"),
  });
  /** Turns a distance from the start edge into one from the left. */
  const toLeft = (start: number, size: number) => Math.round(rtl ? width - start - size : start);
  const picture = sharp(Buffer.from(backgroundSvg(rtl))).composite([
    { input: panel, left: toLeft(width - panelWidth, panelWidth), top: 0 },
    { input: Buffer.from(ogLogoSvg(markSize)), left: toLeft(margin, markSize), top: margin },
    {
      input: name.data,
      left: toLeft(margin + markSize + 18, name.width),
      top: Math.round(margin + (markSize - name.height) / 2),
    },
    { input: heading.data, left: toLeft(margin, heading.width), top: height - margin - 36 - heading.height },
  ]);
  return compress(sharp(await picture.removeAlpha().png().toBuffer()));
}
