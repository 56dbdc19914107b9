import { createHash } from "node:crypto";
import { asc, eq, getTableColumns, gt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "#platform/context.server.ts";
import { linesAddUp, type DocumentKind } from "./document.ts";
import { canonical } from "./issuer.ts";
import { taxCounter, taxDocuments } from "./tables.server.ts";

/**
 * `changed`: wrong hash. `unchained`: wrong previous hash. `missing`: a number never written, or removed. `unequal`: its
 * lines do not add up to its sums.
 */
export interface DocumentFault {
  number: string;
  fault: "changed" | "unchained" | "missing" | "unequal";
}

/** Base64 of the hexadecimal SHA-256 of "0" (ZATCA's PIH). */
const hashBeforeFirst = Buffer.from(createHash("sha256").update("0").digest("hex")).toString("base64");
const batchSize = 1000;

const originals = alias(taxDocuments, "original");
type Row = typeof taxDocuments.$inferSelect & { originalNumber: string | null };

function readBatch(ctx: Ctx, afterCounter: number): Promise<Row[]> {
  return ctx.db
    .select({ ...getTableColumns(taxDocuments), originalNumber: originals.number })
    .from(taxDocuments)
    .leftJoin(originals, eq(originals.id, taxDocuments.originalId))
    .where(gt(taxDocuments.counter, afterCounter))
    .orderBy(asc(taxDocuments.counter))
    .limit(batchSize);
}

function hashDocument(row: Row): string {
  const { id: _id, orderId: _order, originalId: _original, refundId: _refund, ...facts } = row;
  const { sequence: _sequence, issuer: _issuer, hash: _hash, ...sealed } = facts;
  return createHash("sha256").update(canonical(sealed)).digest("base64");
}

/** Progress of a verification: counter, last numbers and last hash so far. */
export interface ChainPlace {
  documents: number;
  sequences: Record<DocumentKind, number>;
  previousHash: string;
}
const chainStart: ChainPlace = {
  documents: 0,
  sequences: { invoice: 0, "credit-note": 0 },
  previousHash: hashBeforeFirst,
};

/**
 * Verifies the next thousand documents after `place`, from the first without it; `place` is null when there are no
 * more.
 */
export async function verifyNextDocuments(
  ctx: Ctx,
  from: ChainPlace | null,
): Promise<{ place: ChainPlace | null; documents: number; faults: DocumentFault[] }> {
  const faults: DocumentFault[] = [];
  let { documents, previousHash } = from ?? chainStart;
  const sequences = { ...(from ?? chainStart).sequences };
  const batch = await readBatch(ctx, documents);
  for (const row of batch) {
    const { number, kind, sequence, counter } = row;
    if (counter !== documents + 1 || sequence !== sequences[kind] + 1) faults.push({ number, fault: "missing" });
    if (row.previousHash !== previousHash) faults.push({ number, fault: "unchained" });
    if (hashDocument(row) !== row.hash) faults.push({ number, fault: "changed" });
    else if (!linesAddUp(row)) faults.push({ number, fault: "unequal" });
    documents = counter;
    sequences[kind] = sequence;
    previousHash = row.hash;
  }
  const place = { documents, sequences, previousHash };
  if (batch.length === batchSize) return { place, documents: batch.length, faults };
  const [counted] = await ctx.db.select().from(taxCounter);
  // Documents written since the batch was read are in the next one.
  if (batch.length > 0 && counted && counted.documents > documents) return { place, documents: batch.length, faults };
  if (counted?.documents !== documents || (documents > 0 && counted.lastHash !== previousHash))
    faults.push({ number: "the counter", fault: "missing" });
  return { place: null, documents: batch.length, faults };
}

/** Verifies hashes, their chain, the numbers of both series and the sums of lines; reads a thousand documents at a time. */
export async function verifyDocuments(ctx: Ctx): Promise<{ documents: number; faults: DocumentFault[] }> {
  const faults: DocumentFault[] = [];
  let documents = 0;
  for (let place: ChainPlace | null = null; ;) {
    const next = await verifyNextDocuments(ctx, place);
    documents += next.documents;
    faults.push(...next.faults);
    place = next.place;
    if (place === null) return { documents, faults };
  }
}
