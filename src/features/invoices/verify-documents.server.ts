import { createHash } from "node:crypto";
import { asc, eq, getTableColumns, gt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "#platform/context.server.ts";
import { linesAddUp, type DocumentKind } from "./document.ts";
import { canonical } from "./issuer.ts";
import { taxCounter, taxDocuments } from "./tables.server.ts";

/**
 * A fault in the chain of tax documents. `changed`: the hash does not fit the document. `unchained`: the previous hash
 * is not that of the document before. `missing`: documents before it are missing. `unequal`: its lines do not add up to
 * its sums.
 */
export interface DocumentFault {
  number: string;
  fault: "changed" | "unchained" | "missing" | "unequal";
}

/**
 * Previous hash of the first document: base64 of the hexadecimal SHA-256 of "0", as ZATCA prescribes for e-invoices.
 */
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
  const { sequence: _sequence, issuer: _issuer, hash: _hash, ...hashed } = facts;
  return createHash("sha256").update(canonical(hashed)).digest("base64");
}

/**
 * Position of a verification in the chain: counter, last number of each series and hash of the last verified document.
 */
export interface ChainPosition {
  documents: number;
  sequences: Record<DocumentKind, number>;
  previousHash: string;
}
const chainStart: ChainPosition = {
  documents: 0,
  sequences: { invoice: 0, "credit-note": 0 },
  previousHash: hashBeforeFirst,
};

/**
 * Verifies the next thousand documents after `start`, or from the first document if it is null. The returned `position`
 * is null when there are no more documents.
 */
export async function verifyNextDocuments(
  ctx: Ctx,
  start: ChainPosition | null,
): Promise<{ position: ChainPosition | null; documents: number; faults: DocumentFault[] }> {
  const faults: DocumentFault[] = [];
  let { documents, previousHash } = start ?? chainStart;
  const sequences = { ...(start ?? chainStart).sequences };
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
  const position = { documents, sequences, previousHash };
  if (batch.length === batchSize) return { position, documents: batch.length, faults };
  const [counted] = await ctx.db.select().from(taxCounter);
  // Documents that were written since this batch was read are in the next batch.
  if (batch.length > 0 && counted && counted.documents > documents)
    return { position, documents: batch.length, faults };
  if (counted?.documents !== documents || (documents > 0 && counted.lastHash !== previousHash))
    faults.push({ number: "the counter", fault: "missing" });
  return { position: null, documents: batch.length, faults };
}

/**
 * Verifies hashes, their chain, the numbers of both series and the sums of lines; reads a thousand documents at a time.
 */
export async function verifyDocuments(ctx: Ctx): Promise<{ documents: number; faults: DocumentFault[] }> {
  const faults: DocumentFault[] = [];
  let documents = 0;
  for (let position: ChainPosition | null = null; ;) {
    const next = await verifyNextDocuments(ctx, position);
    documents += next.documents;
    faults.push(...next.faults);
    position = next.position;
    if (position === null) return { documents, faults };
  }
}
