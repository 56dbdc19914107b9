import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "#platform/context.server.ts";
import { deleteFilesBefore, cacheFile } from "#platform/file-cache.server.ts";
import type { CreditedInvoice } from "./document.ts";
import { drawInTurn } from "./draw-in-turn.server.ts";
import type { TaxDocument } from "./write-document.server.ts";
import { taxDocumentPdf, type DownloadFile } from "./pdf.server.ts";

/** Part of the file name: raise it when the drawing changes. */
const drawing = 4;
/** Invoices are downloaded in their first weeks; later they are drawn again. */
const cacheDays = 90;
const sweepEveryMs = 60 * 60 * 1000;

const swept = new Map<string, number>();

async function sweep(ctx: Ctx, folder: string): Promise<void> {
  const now = ctx.now().getTime();
  if (now - (swept.get(folder) ?? 0) < sweepEveryMs) return;
  swept.set(folder, now);
  await deleteFilesBefore(folder, new Date(now - cacheDays * 24 * 60 * 60 * 1000));
}

/**
 * Draws a PDF once and caches it in DATA_DIR; documents never change. `credited`: the invoice of a credit note. Throws
 * QueueFull, not for work in the background.
 */
export async function cachedTaxPdf(
  ctx: Ctx,
  document: TaxDocument,
  credited: CreditedInvoice | null,
  turn?: { isBackground?: boolean },
): Promise<DownloadFile> {
  const { locale } = ctx;
  const mark = createHash("sha256")
    .update(JSON.stringify([drawing, document.uuid, document.hash, credited, locale]))
    .digest("hex")
    .slice(0, 32);
  const folder = join(ctx.env.DATA_DIR, "documents");
  const file = join(folder, `${mark}.pdf`);
  const kept = await readFile(file).catch(() => null);
  if (kept) return { bytes: kept, filename: `${document.number}.pdf` };
  const draw = async () => {
    const made = await taxDocumentPdf(document, credited, locale);
    await cacheFile(ctx, file, made.bytes);
    await sweep(ctx, folder);
    return made;
  };
  return drawInTurn(file, draw, turn);
}
