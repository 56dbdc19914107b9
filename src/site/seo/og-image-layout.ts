import { escapeHtml } from "#platform/escape-html.ts";
import { palettes } from "#ui/art/palettes.ts";
import { leafPath, sparkPath, starPath } from "#ui/mark-paths.ts";

export const ogImageSize = { width: 1200, height: 630 };
export const panelWidth = 536;
export const margin = 72;
export const titleWidth = ogImageSize.width - panelWidth - 2 * margin;

export function ground(rtl: boolean): string {
  const { width, height } = ogImageSize;
  const { ground: top, ground2: bottom, spark } = palettes.palm;
  const x = rtl ? width - margin - 56 : margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="${rtl ? 1 : 0}" y1="0" x2="${rtl ? 0 : 1}" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/><rect x="${x}" y="${height - margin - 4}" width="56" height="4" rx="2" fill="${spark}"/></svg>`;
}

export const ogLogoSvg = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="${size}" height="${size}"><path d="${starPath}" fill="#F4EFE3" stroke="#F4EFE3" stroke-linejoin="round"/><path d="${leafPath}" fill="#062B27"/><path d="${sparkPath}" fill="#C9821A"/></svg>`;

/** Pango markup: the text is escaped. */
export function markup(text: string, colour: string): string {
  return `<span foreground="${colour}">${escapeHtml(text.replace(/\p{Cc}/gu, " "))}</span>`;
}
