/** Drawn pictures as files: every width as AVIF with a WebP fallback, under a name that changes with the drawing. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { art, type ArtOptions } from "../art/art.ts";

/** Options of a picture; `suffix` tells the forms of one picture apart (`-ar`, `-lead`). */
export interface Form extends ArtOptions {
  width: number;
  height: number;
  suffix: string;
  widths: readonly number[];
}

const SVG_DPI = 72;

/**
 * The lowest qualities at which a drawing's hairlines hold. Wider than it is drawn, a picture is for dense screens,
 * whose pixels hide more: a sixth less bytes.
 */
const encoders = {
  avif: (picture: Sharp, isDense: boolean) => picture.avif({ quality: isDense ? 30 : 38, effort: 6 }),
  webp: (picture: Sharp) => picture.webp({ quality: 60, effort: 6, smartSubsample: true }),
};

export function contentHash(...parts: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 8);
}

/** Removes what is not of these pictures any more. */
export async function keepOnly(folder: URL, bases: readonly string[]): Promise<void> {
  for (const file of await readdir(folder))
    if (!bases.some((base) => file.startsWith(base))) await rm(new URL(file, folder));
}

/** Writes all forms of one picture where they are missing; answers with the name they share, `slide-01-0af37b2c`. */
export async function writePicture(folder: URL, name: string, forms: readonly Form[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const drawn = forms.map((form) => ({ form, svg: Buffer.from(art(form)) }));
  const base = `${name}-${contentHash(...drawn.map(({ svg }) => svg))}`;
  for (const { form, svg } of drawn) {
    for (const width of form.widths) {
      // Rasterised at the wanted size, so that hairlines stay sharp instead of being scaled.
      const picture = sharp(svg, { density: (SVG_DPI * width) / form.width })
        .resize({ width })
        .removeAlpha();
      for (const [type, encode] of Object.entries(encoders)) {
        const file = new URL(`${base}${form.suffix}-${width}.${type}`, folder);
        if (!existsSync(file)) await writeFile(file, await encode(picture.clone(), width > form.width).toBuffer());
      }
    }
  }
  return base;
}
