import { loadSharp } from "#platform/sharp.server.ts";
import { maxPixels } from "./upload-kinds.ts";

export type PictureProblem = "too-many-pixels" | "broken" | "other-kind";

/** With `failOn`, a file that ends too early is an error instead of a picture that is grey at the bottom. */
const readOptions = { limitInputPixels: maxPixels, failOn: "error", sequentialRead: true } as const;

const formats: Record<string, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heif: "image/avif",
};

/**
 * Reads a picture's size in pixels, turned upright as people see it, or why the picture must be refused. Decodes the
 * whole picture once, because the job that makes its sizes must be able to decode it.
 */
export async function readPicture(
  file: string,
  type: string,
): Promise<{ width: number; height: number } | { problem: PictureProblem }> {
  const sharp = await loadSharp();
  try {
    const { format, width, height, autoOrient } = await sharp(file, {
      ...readOptions,
      limitInputPixels: false,
    }).metadata();
    if (formats[format] !== type) return { problem: "other-kind" };
    if (width * height > maxPixels) return { problem: "too-many-pixels" };
    await sharp(file, readOptions).resize(16, 16, { fit: "fill" }).raw().toBuffer();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    return { problem: "broken" };
  }
}

/** Maximum height as a multiple of the width, so that a long strip does not become a hundred screens high. */
const maxRatio = 2;

/**
 * A job of `src/app/worker.ts`: makes one size of a picture, upright, in sRGB, without the file's metadata. Null when
 * the picture cannot be decoded.
 */
export async function makeSize(
  original: Uint8Array,
  width: number,
  format: "avif" | "webp",
): Promise<Uint8Array<ArrayBuffer> | null> {
  const sharp = await loadSharp();
  try {
    // Decodes and shrinks first and encodes second, because both at once need more memory than a worker has.
    const { data, info } = await sharp(original, readOptions)
      .autoOrient()
      .resize({ width, height: width * maxRatio, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Not all of `info` is passed on: it says that transparent pixels are premultiplied, which is no longer true.
    const { width: madeWidth, height, channels } = info;
    const picture = sharp(data, { raw: { width: madeWidth, height, channels } });
    const encoded = format === "webp" ? picture.webp({ quality: 80 }) : picture.avif({ quality: 55, effort: 2 });
    return new Uint8Array(await encoded.toBuffer());
  } catch {
    return null;
  }
}
