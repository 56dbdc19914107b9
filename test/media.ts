/** Creates files that staff upload, in the forms in which they are sent and received. */
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { makePictureSizes } from "#features/content/media/jobs.server.ts";
import { uploadMedia } from "#features/content/media/upload.server.ts";
import { mediaFiles } from "#features/content/media/tables.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { TestCtx } from "./context.ts";

/** Creates a picture of random noise, so that no two pictures have the same bytes. */
export function noise(
  width: number,
  height: number,
  format: "jpeg" | "png" | "webp" | "avif" = "jpeg",
): Promise<Buffer> {
  const background = { r: 40, g: 120, b: 90 };
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background, noise } })
    .toFormat(format, format === "avif" ? { effort: 0 } : {})
    .toBuffer();
}

/** Creates a JPEG of one colour, which has few bytes even with many pixels. */
export const photo = (width: number, height: number, background = "#28785a"): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

export const plainPdf = (comment = "") =>
  Buffer.from(
    `%PDF-1.4\n% ${comment}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
  );

/** Creates a PDF with an object in a compressed object stream, as most programs write PDFs. */
export function packedPdf(object: string, filter = "/Filter/FlateDecode"): Buffer {
  const packed = deflateSync(`3 0 ${object}`);
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n%\u00e2\u00e3\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n4 0 obj<</Type/ObjStm/N 1/First 4/Length ${packed.length}${filter}>>stream\n`,
      "latin1",
    ),
    packed,
    Buffer.from("\nendstream endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"),
  ]);
}

export function toFormData(bytes: Uint8Array, name: string, field = "file"): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Stores the bytes in a file, as the endpoint does before it calls the upload function. */
export async function received(ctx: TestCtx, bytes: Uint8Array, name: string): Promise<UploadedFile> {
  const folder = join(ctx.env.DATA_DIR, "received");
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path, name, bytes: bytes.length, sha256, head: bytes.subarray(0, 64) };
}

/** Uploads a picture, described in both languages. Makes its sizes unless `values` sets the state. */
export async function readyPicture(
  ctx: TestCtx,
  values: Partial<typeof mediaFiles.$inferInsert> = {},
): Promise<{ id: number; key: string; image: string }> {
  const { id } = await uploadMedia(ctx, await received(ctx, await noise(64, 48, "png"), "picture.png"));
  const [row] = await ctx.db
    .update(mediaFiles)
    .set({ state: "queued", altEng: "A hall", altAr: "قاعة", ...values })
    .where(eq(mediaFiles.id, id))
    .returning();
  if (!row) throw new Error("no picture was stored");
  if (values.state === undefined) await makePictureSizes(ctx, { key: row.key });
  return { id, key: row.key, image: `u-${row.key}` };
}
