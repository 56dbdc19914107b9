import pLimit from "p-limit";
import { loadSharp } from "#platform/sharp.server.ts";
import { mostPixels } from "./upload-kinds.ts";

/** One picture at a time is decoded or written, of uploads and of the job: the other processor renders pages. */
const drawing = pLimit(1);

export type PictureProblem = "too-many-pixels" | "broken" | "other-kind";

/** A picture that is not taken, and why. */
export class UnreadablePicture extends Error {
  override name = "UnreadablePicture";
  readonly problem: PictureProblem;
  constructor(problem: PictureProblem, cause?: unknown) {
    super(`The picture is not taken: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** `failOn`: a file that ends too early is broken, not grey at the bottom. */
export const readOptions = { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true } as const;

const formats: Record<string, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heif: "image/avif",
};

/**
 * Size of a picture as it is seen, upright, in pixels. All of it has been decoded, small, so that the job which makes
 * its sizes can. Throws UnreadablePicture.
 */
export async function readPicture(file: string, type: string): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp();
  try {
    const { format, width, height, autoOrient } = await sharp(file, {
      ...readOptions,
      limitInputPixels: false,
    }).metadata();
    if (formats[format] !== type) throw new UnreadablePicture("other-kind");
    if (width * height > mostPixels) throw new UnreadablePicture("too-many-pixels");
    await drawing(() => sharp(file, readOptions).resize(16, 16, { fit: "fill" }).raw().toBuffer());
    return { width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    throw error instanceof UnreadablePicture ? error : new UnreadablePicture("broken", error);
  }
}

export interface MadeSize {
  width: number;
  format: "avif" | "webp";
  bytes: Buffer<ArrayBuffer>;
}

/** At most twice as high as wide: a strip of paper is not a hundred screens long. */
const mostHigh = 2;

/**
 * The sizes of a picture, one at a time, the largest first: decoded once, upright, in sRGB, with nothing of the file's
 * metadata. Throws UnreadablePicture.
 */
export async function* makeSizes(original: Buffer, widths: readonly number[]): AsyncGenerator<MadeSize> {
  const sharp = await loadSharp();
  const [largest = 0] = widths.toSorted((a, b) => b - a);
  const inside = (width: number) =>
    ({ width, height: width * mostHigh, fit: "inside", withoutEnlargement: true }) as const;
  const { data, info } = await drawing(() =>
    sharp(original, readOptions)
      .autoOrient()
      .resize(inside(largest))
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true }),
  ).catch((error: unknown) => {
    throw new UnreadablePicture("broken", error);
  });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const width of widths.toSorted((a, b) => b - a))
    for (const format of ["webp", "avif"] as const) {
      const picture = sharp(data, { raw }).resize(inside(width));
      const encoded = format === "webp" ? picture.webp({ quality: 80 }) : picture.avif({ quality: 55, effort: 2 });
      yield { width, format, bytes: (await drawing(() => encoded.toBuffer())) as Buffer<ArrayBuffer> };
    }
}
