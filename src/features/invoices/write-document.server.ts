import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { taxCounter, taxDocuments } from "./tables.server.ts";
import { documentCodes, documentNumber, linesAddUp, type DocumentKind } from "./document.ts";
import { phase1Local, type InvoiceIssuer, type NumberedDocument } from "./issuer.ts";

export type TaxDocument = typeof taxDocuments.$inferSelect;
type Facts = Omit<NumberedDocument, "number" | "uuid" | "typeCode" | "nameCode" | "counter" | "previousHash">;

const issuer: InvoiceIssuer = phase1Local;

/**
 * Takes the next number. The counter's row stays locked until the transaction ends, so write the document directly
 * afterwards, as the last step of the transaction.
 */
async function reserveNumber(ctx: Ctx, kind: DocumentKind) {
  const { documents, invoices, creditNotes, lastHash } = taxCounter;
  const kindCounter =
    kind === "invoice" ? { invoices: sql`${invoices} + 1` } : { creditNotes: sql`${creditNotes} + 1` };
  const [counter] = await ctx.db
    .update(taxCounter)
    .set({ documents: sql`${documents} + 1`, ...kindCounter })
    .where(eq(taxCounter.id, 1))
    .returning({ documents, invoices, creditNotes, lastHash });
  if (!counter) throw new Error("The counter of tax documents is gone");
  return counter;
}

/**
 * Thrown when the lines of a document do not add up, for example because a newer version priced the order (decision
 * 040).
 */
export class DocumentSumsError extends Error {
  override name = "DocumentSumsError";
}

/**
 * Numbers a document, adds QR code and hash, and writes it. Call it last in the transaction. Throws DocumentSumsError
 * for a document whose lines do not add up, because a written document can never be changed; the caller's work is
 * retried.
 */
export async function writeDocument(
  ctx: Ctx,
  facts: Facts,
  links: { orderId: number; originalId: number | null; refundId: number | null },
): Promise<TaxDocument> {
  if (!linesAddUp(facts))
    throw new DocumentSumsError(`The lines of the ${facts.kind} of order ${links.orderId} do not add up to its sums`);
  const reserved = await reserveNumber(ctx, facts.kind);
  const sequence = facts.kind === "invoice" ? reserved.invoices : reserved.creditNotes;
  const document: NumberedDocument = {
    ...facts,
    ...documentCodes(facts.kind, facts.buyer.company),
    number: documentNumber(facts.kind, sequence, facts.issuedAt),
    uuid: randomUUID(),
    counter: reserved.documents,
    previousHash: reserved.lastHash,
  };
  const { originalNumber: _known, ...columns } = document;
  const row = { ...columns, ...links, ...issuer.createQrAndHash(document), sequence, issuer: issuer.name };
  // One statement, because all buyers wait until this transaction ends.
  const chained = ctx.db
    .$with("chained")
    .as(ctx.db.update(taxCounter).set({ lastHash: row.hash }).where(eq(taxCounter.id, 1)));
  const [written] = await ctx.db.with(chained).insert(taxDocuments).values(row).returning();
  if (!written) throw new Error("A tax document was not written");
  return written;
}
