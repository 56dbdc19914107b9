import { eq, sql, type SQL } from "drizzle-orm";
import { sellerSettings } from "#features/settings/settings.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { taxDocuments } from "../tables.server.ts";
import { creditTotals, lineTaxes, supplyRange, type DocumentBuyer, type DocumentLine, type DocumentPayment, type DocumentSeller, type DocumentTotals } from "./document.ts";
import { takeNumber, writeDocument, type TakenNumber, type TaxDocument } from "./write-document.server.ts";

export type { TaxDocument };

export interface OrderFacts extends DocumentTotals {
  orderId: number;
  invoiceId: number | null;
  currency: string;
  taxPercent: number;
  buyer: DocumentBuyer;
  payment: DocumentPayment;
  lines: DocumentLine[];
}

/** What the invoice of an order `o` says, as `OrderFacts`. */
export const readOrderFacts = (where: SQL): SQL => sql`
  select o.id as "orderId", o.currency, o.tax_percent::float8 as "taxPercent", o.sub_total_halalas as "netHalalas", o.tax_halalas as "taxHalalas", o.total_halalas as "totalHalalas",
    (select d.id from tax_document d where d.order_id = o.id and d.kind = 'invoice') as "invoiceId",
    jsonb_build_object('name', u.name, 'email', u.email, 'billing', o.billing, 'company', o.company) as buyer,
    jsonb_build_object('cardScheme', a.card_scheme, 'cardMasked', a.card_masked) as payment,
    (select jsonb_agg(jsonb_build_object('nameEng', l.name_eng, 'nameAr', l.name_ar, 'qty', l.qty, 'unitPriceHalalas', l.unit_price_halalas, 'amountHalalas', l.qty * l.unit_price_halalas,
      'supplyFrom', r.start_date, 'supplyTo', r.end_date) order by l.id) from order_line l join course_run r on r.id = l.run_id where l.order_id = o.id) as lines
  from "order" o join "user" u on u.id = o.user_id left join payment_attempt a on a.order_id = o.id where ${where}`;

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
  const { rows } = await ctx.db.execute(readOrderFacts(sql`o.id = ${orderId}`));
  const facts = rows[0] as unknown as OrderFacts | undefined;
  if (!facts) throw new Error(`Order ${orderId} is gone`);
  if (facts.invoiceId !== null) return readDocument(ctx, facts.invoiceId);
  const seller = await sellerSettings(ctx);
  const taken = await ctx.db.execute(takeNumber("invoice"));
  return writeInvoice(ctx, facts, seller, taken.rows as unknown as TakenNumber[], card);
}

/** Writes the invoice whose number was just taken, of an order that has none; the last statement of its transaction. */
export async function writeInvoice(ctx: Ctx, { orderId, invoiceId: _none, ...facts }: OrderFacts, seller: DocumentSeller, taken: TakenNumber[], card?: DocumentPayment): Promise<TaxDocument> {
  const taxes = lineTaxes(facts.lines.map(({ amountHalalas }) => amountHalalas), facts.taxPercent, facts.taxHalalas);
  const lines = facts.lines.map((line, at) => ({ ...line, taxHalalas: taxes[at] ?? 0 }));
  const payment = card ? { cardScheme: card.cardScheme, cardMasked: card.cardMasked } : facts.payment;
  return writeDocument(ctx, { ...facts, lines, payment, kind: "invoice", issuedAt: ctx.now(), seller, originalNumber: null, reason: null }, { orderId, originalId: null, refundId: null }, taken);
}

/** A refund's amount as one line, where it is not the whole invoice. */
function partLine(invoice: TaxDocument, { netHalalas, taxHalalas }: DocumentTotals): DocumentLine {
  const supply = supplyRange(invoice.lines);
  return {
    nameEng: `Partial refund of invoice ${invoice.number}`,
    nameAr: `استرداد جزئي من الفاتورة ${invoice.number}`,
    qty: 1,
    unitPriceHalalas: netHalalas,
    amountHalalas: netHalalas,
    taxHalalas,
    ...(supply && { supplyFrom: supply.from, supplyTo: supply.to }),
  };
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
  const lines = totals.totalHalalas === invoice.totalHalalas ? invoice.lines : [partLine(invoice, totals)];
  const { currency, taxPercent, buyer, payment } = invoice;
  // The seller of the note is the seller of the invoice, whatever the settings say by now.
  const taken = await ctx.db.execute(takeNumber("credit-note"));
  return writeDocument(ctx, { ...totals, kind: "credit-note", issuedAt: ctx.now(), currency, taxPercent, seller: invoice.seller, buyer, payment, lines, originalNumber: invoice.number, reason: refund.reason }, { orderId: refund.orderId, originalId: invoice.id, refundId: refund.id }, taken.rows as unknown as TakenNumber[]);
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
