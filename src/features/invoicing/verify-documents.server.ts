import { createHash } from "node:crypto";
import { asc, eq, getTableColumns, gt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "#platform/context.server.ts";
import { canonical } from "./issuer.ts";
import { taxCounter, taxDocuments } from "./tables.server.ts";

/** `changed`: wrong hash. `unchained`: wrong previous hash. `missing`: a number never written, or removed. */
export interface DocumentFault {
  number: string;
  fault: "changed" | "unchained" | "missing";
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

function hashOf(row: Row): string {
  const { id: _id, orderId: _order, originalId: _original, refundId: _refund, ...facts } = row;
  const { sequence: _sequence, issuer: _issuer, hash: _hash, ...sealed } = facts;
  return createHash("sha256").update(canonical(sealed)).digest("base64");
}

/** Verifies hashes, their chain and the numbers of both series; reads a thousand documents at a time. */
export async function verifyDocuments(ctx: Ctx): Promise<{ documents: number; faults: DocumentFault[] }> {
  const faults: DocumentFault[] = [];
  const sequences = { invoice: 0, "credit-note": 0 };
  let [documents, previousHash] = [0, hashBeforeFirst];
  for (;;) {
    const batch = await readBatch(ctx, documents);
    for (const row of batch) {
      const { number, kind, sequence, counter } = row;
      if (counter !== documents + 1 || sequence !== sequences[kind] + 1) faults.push({ number, fault: "missing" });
      if (row.previousHash !== previousHash) faults.push({ number, fault: "unchained" });
      if (hashOf(row) !== row.hash) faults.push({ number, fault: "changed" });
      documents = counter;
      sequences[kind] = sequence;
      previousHash = row.hash;
    }
    if (batch.length < batchSize) break;
  }
  const [counted] = await ctx.db.select().from(taxCounter);
  if (counted?.documents !== documents || (documents > 0 && counted.lastHash !== previousHash))
    faults.push({ number: "the counter", fault: "missing" });
  return { documents, faults };
}
