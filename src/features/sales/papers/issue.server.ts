import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { sellerSettings } from "#features/settings/settings.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { taxCounter, taxDocuments } from "../tables.server.ts";
import { creditTotals, documentCodes, documentNumber, type DocumentBuyer, type DocumentLine, type DocumentPayment, type DocumentTotals } from "./document.ts";
import { phase1Local, type InvoiceIssuer, type UnsealedDocument } from "./issuer.ts";

export type TaxDocument = typeof taxDocuments.$inferSelect;
type Facts = Omit<UnsealedDocument, "number" | "uuid" | "typeCode" | "nameCode" | "counter" | "previousHash">;

/** One of these seals every document of this site. */
const issuer: InvoiceIssuer = phase1Local;

/** Takes the next number of a series and writes the document. The counter's row stays locked until the transaction ends, so this comes last in it. */
async function writeDocument(ctx: Ctx, facts: Facts, links: { orderId: number; originalId: number | null; refundId: number | null }): Promise<TaxDocument> {
  const isInvoice = facts.kind === "invoice";
  const { rows } = await ctx.db.execute(sql`
    update tax_counter set documents = documents + 1, invoices = invoices + ${isInvoice ? 1 : 0}, credit_notes = credit_notes + ${isInvoice ? 0 : 1}
    where id = 1 returning documents, invoices, credit_notes as "creditNotes", last_hash as "lastHash"`);
  const counted = rows[0] as unknown as { documents: number; invoices: number; creditNotes: number; lastHash: string };
  const sequence = isInvoice ? counted.invoices : counted.creditNotes;
  const document: UnsealedDocument = { ...facts, ...documentCodes(facts.kind, facts.buyer.company), number: documentNumber(facts.kind, sequence, facts.issuedAt), uuid: randomUUID(), counter: counted.documents, previousHash: counted.lastHash };
  const { originalNumber: _known, ...columns } = document;
  const seal = issuer.seal(document);
  // One statement for both: whoever waits for the counter waits for each round trip.
  const chained = ctx.db.$with("chained").as(ctx.db.update(taxCounter).set({ lastHash: seal.hash }).where(eq(taxCounter.id, 1)));
  const row = { ...columns, ...links, ...seal, sequence, issuer: issuer.name };
  const [written] = await ctx.db.with(chained).insert(taxDocuments).values(row).returning({ id: taxDocuments.id });
  if (!written) throw new Error("A tax document was not written");
  return { ...row, ...written };
}

interface OrderFacts extends DocumentTotals {
  invoiceId: number | null;
  currency: string;
  taxPercent: number;
  buyer: DocumentBuyer;
  payment: DocumentPayment;
  lines: DocumentLine[];
}

async function orderFacts(ctx: Ctx, orderId: number): Promise<OrderFacts> {
  const { rows } = await ctx.db.execute(sql`
    select o.currency, o.tax_percent::float8 as "taxPercent", o.sub_total_halalas as "netHalalas", o.tax_halalas as "taxHalalas", o.total_halalas as "totalHalalas",
      (select d.id from tax_document d where d.order_id = o.id and d.kind = 'invoice') as "invoiceId",
      jsonb_build_object('name', u.name, 'email', u.email, 'billing', o.billing, 'company', o.company) as buyer,
      jsonb_build_object('cardScheme', a.card_scheme, 'cardMasked', a.card_masked) as payment,
      (select jsonb_agg(jsonb_build_object('nameEng', l.name_eng, 'nameAr', l.name_ar, 'qty', l.qty, 'unitPriceHalalas', l.unit_price_halalas, 'amountHalalas', l.qty * l.unit_price_halalas) order by l.id)
       from order_line l where l.order_id = o.id) as lines
    from "order" o join "user" u on u.id = o.user_id left join payment_attempt a on a.order_id = o.id where o.id = ${orderId}`);
  const found = rows[0] as unknown as OrderFacts | undefined;
  if (!found) throw new Error(`Order ${orderId} is gone`);
  return found;
}

/** The document of that id. Throws when there is none. */
async function readDocument(ctx: Ctx, id: number): Promise<TaxDocument> {
  const [found] = await ctx.db.select().from(taxDocuments).where(eq(taxDocuments.id, id));
  if (!found) throw new Error(`Tax document ${id} is gone`);
  return found;
}

/**
 * Issues the tax invoice of an order, inside the transaction that makes it paid and that has locked it; once per order: a second call answers with
 * the first document. `card` is how it was paid, where the attempt's row does not know that yet. Call it last: other buyers wait for the number.
 */
export async function issueInvoice(ctx: Ctx, orderId: number, card?: DocumentPayment): Promise<TaxDocument> {
  const { invoiceId, payment, ...facts } = await orderFacts(ctx, orderId);
  if (invoiceId !== null) return readDocument(ctx, invoiceId);
  const paidWith = card ? { cardScheme: card.cardScheme, cardMasked: card.cardMasked } : payment;
  return writeDocument(ctx, { ...facts, payment: paidWith, kind: "invoice", issuedAt: ctx.now(), seller: { ...(await sellerSettings(ctx)) }, originalNumber: null, reason: null }, { orderId, originalId: null, refundId: null });
}

/** A refund's amount as one line, where it is not the whole invoice. */
function partLine(number: string, netHalalas: number): DocumentLine {
  return { nameEng: `Partial refund of invoice ${number}`, nameAr: `استرداد جزئي من الفاتورة ${number}`, qty: 1, unitPriceHalalas: netHalalas, amountHalalas: netHalalas };
}

/**
 * Issues the credit note of a refund, inside the transaction that records it as done and that has locked its order; once per refund. Null when
 * the order has no invoice: money of a payment that never bought anything goes back without papers. Throws CreditAboveInvoiceError.
 */
export async function issueCreditNote(ctx: Ctx, refund: { id: number; orderId: number; amountHalalas: number; reason: string }): Promise<TaxDocument | null> {
  const { rows } = await ctx.db.execute(sql`
    select i.id as "invoiceId", (select n.id from tax_document n where n.refund_id = ${refund.id}) as "noteId",
      coalesce(sum(c.net_halalas), 0)::int as "netHalalas", coalesce(sum(c.tax_halalas), 0)::int as "taxHalalas", coalesce(sum(c.total_halalas), 0)::int as "totalHalalas"
    from tax_document i left join tax_document c on c.original_id = i.id where i.order_id = ${refund.orderId} and i.kind = 'invoice' group by i.id`);
  const credited = rows[0] as unknown as (DocumentTotals & { invoiceId: number; noteId: number | null }) | undefined;
  if (!credited) return null;
  if (credited.noteId !== null) return readDocument(ctx, credited.noteId);
  const invoice = await readDocument(ctx, credited.invoiceId);
  const totals = creditTotals(invoice, credited, refund.amountHalalas);
  const lines = totals.totalHalalas === invoice.totalHalalas ? invoice.lines : [partLine(invoice.number, totals.netHalalas)];
  const { currency, taxPercent, buyer, payment } = invoice;
  // The seller of the note is the seller of the invoice, whatever the settings say by now.
  return writeDocument(ctx, { ...totals, kind: "credit-note", issuedAt: ctx.now(), currency, taxPercent, seller: invoice.seller, buyer, payment, lines, originalNumber: invoice.number, reason: refund.reason }, { orderId: refund.orderId, originalId: invoice.id, refundId: refund.id });
}

/** Job: gives paid orders of the time before there were papers their invoice, and their refunds the credit note. Idempotent; each order in its own transaction. */
export async function issueMissingPapers(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select o.id from "order" o where (o.paid_at is not null or o.status in ('paid', 'partially_refunded')) and not exists (select 1 from tax_document d where d.order_id = o.id and d.kind = 'invoice')
    union select o.id from "order" o join payment_attempt a on a.order_id = o.id join refund f on f.attempt_id = a.id and f.status = 'done'
      where o.paid_at is not null and not exists (select 1 from tax_document d where d.refund_id = f.id) order by 1 limit 500`);
  for (const { id } of rows as unknown as { id: number }[]) {
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.execute(sql`select id from "order" where id = ${id} for update`);
      await issueInvoice(ctx, id);
      const done = await ctx.db.execute(sql`
        select f.id, f.amount_halalas as "amountHalalas", f.reason from refund f join payment_attempt a on a.id = f.attempt_id where a.order_id = ${id} and f.status = 'done' order by f.id`);
      for (const refund of done.rows as unknown as { id: number; amountHalalas: number; reason: string }[]) await issueCreditNote(ctx, { ...refund, orderId: id });
    });
  }
}
