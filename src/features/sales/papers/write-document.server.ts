import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import type { taxDocuments } from "../tables.server.ts";
import { documentCodes, documentNumber, type DocumentKind } from "./document.ts";
import { phase1Local, type InvoiceIssuer, type UnsealedDocument } from "./issuer.ts";

export type TaxDocument = typeof taxDocuments.$inferSelect;
type Facts = Omit<UnsealedDocument, "number" | "uuid" | "typeCode" | "nameCode" | "counter" | "previousHash">;

/** One of these seals every document of this site. */
const issuer: InvoiceIssuer = phase1Local;

/** What `takeNumber` answers, as one row. */
export interface TakenNumber {
  documents: number;
  invoices: number;
  creditNotes: number;
  lastHash: string;
}

/** Takes the next number of a series. The counter's row stays locked until the transaction ends, so the document is written at once, and last. */
export const takeNumber = (kind: DocumentKind): SQL => sql`
  update tax_counter set documents = documents + 1, invoices = invoices + ${kind === "invoice" ? 1 : 0}, credit_notes = credit_notes + ${kind === "invoice" ? 0 : 1}
  where id = 1 returning documents, invoices, credit_notes as "creditNotes", last_hash as "lastHash"`;

/** Seals and writes the document that the number just taken is for. */
export async function writeDocument(ctx: Ctx, facts: Facts, links: { orderId: number; originalId: number | null; refundId: number | null }, [taken]: TakenNumber[]): Promise<TaxDocument> {
  if (!taken) throw new Error("The counter of tax documents is gone");
  const sequence = facts.kind === "invoice" ? taken.invoices : taken.creditNotes;
  const document: UnsealedDocument = { ...facts, ...documentCodes(facts.kind, facts.buyer.company), number: documentNumber(facts.kind, sequence, facts.issuedAt), uuid: randomUUID(), counter: taken.documents, previousHash: taken.lastHash };
  const { originalNumber: _known, ...columns } = document;
  const row = { ...columns, ...links, ...issuer.seal(document), sequence, issuer: issuer.name };
  // One statement for both: whoever waits for the counter waits for each way to the database. By hand: it is on the way of every sale.
  const { rows } = await ctx.database.executeSql(
    `with chained as (update tax_counter set last_hash = $1 where id = 1)
     insert into tax_document (hash, kind, sequence, number, uuid, type_code, name_code, order_id, original_id, refund_id, reason, issued_at, currency, tax_percent,
       net_halalas, tax_halalas, total_halalas, seller, buyer, lines, payment, counter, previous_hash, qr, issuer)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::jsonb, $19::jsonb, $20::jsonb, $21::jsonb, $22, $23, $24, $25) returning id`,
    [
      row.hash, row.kind, row.sequence, row.number, row.uuid, row.typeCode, row.nameCode, row.orderId, row.originalId, row.refundId, row.reason, row.issuedAt.toISOString(), row.currency, row.taxPercent,
      row.netHalalas, row.taxHalalas, row.totalHalalas, JSON.stringify(row.seller), JSON.stringify(row.buyer), JSON.stringify(row.lines), JSON.stringify(row.payment), row.counter, row.previousHash, row.qr, row.issuer,
    ],
  );
  const written = rows[0] as { id: number } | undefined;
  if (!written) throw new Error("A tax document was not written");
  return { ...row, ...written };
}
