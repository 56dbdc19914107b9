/** Tax documents: numbers without gaps, documents that nothing can change, and requests that race for a number. */
import { type SQL, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createHash } from "node:crypto";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase, openTestDatabase } from "#test/database.ts";
import { withoutStatement } from "#test/two-pools.ts";
import { issueMissingDocuments } from "#features/settlement/jobs.server.ts";
import { sellerSettings } from "#features/settings/settings.server.ts";
import { address } from "#test/buyer.ts";
import { canonical } from "./issuer.ts";
import { issueCreditNote, issueInvoice, type TaxDocument } from "./issue.server.ts";
import { taxCounter, taxDocuments } from "./tables.server.ts";
import { verifyDocuments } from "./verify-documents.server.ts";
import { DocumentSumsError, writeDocument } from "./write-document.server.ts";

const queryRows = async <T extends Record<string, unknown>>(ctx: Ctx, query: SQL): Promise<T[]> =>
  (await ctx.db.execute<T>(query)).rows;
const readSequences = async (ctx: Ctx, kind: string) =>
  (
    await queryRows<{ sequence: number }>(
      ctx,
      sql`select sequence from tax_document where kind = ${kind} order by sequence`,
    )
  ).map((row) => row.sequence);
/** Computes the hash of a stored invoice from its contents. */
function hashFacts({
  id: _id,
  orderId: _order,
  originalId: _original,
  refundId: _refund,
  sequence: _sequence,
  issuer: _issuer,
  hash: _hash,
  ...facts
}: TaxDocument): string {
  return createHash("sha256")
    .update(canonical({ ...facts, originalNumber: null }))
    .digest("base64");
}
const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);

describeOnDatabase("tax documents", (open) => {
  it("an order gets one invoice with the facts of its time, however often it is issued", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const first = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const again = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    expect(again.id).toBe(first.id);
    await ctx.db.execute(sql`update "user" set name = 'Another Name'`);
    const [document] = await queryRows<{ buyer: { name: string }; number: string; total: number }>(
      ctx,
      sql`select buyer, number, total_halalas as total from tax_document`,
    );
    expect(document).toMatchObject({
      buyer: { name: "Sara N." },
      number: `INV-${riyadhDate(ctx.clock.now).slice(0, 4)}-000001`,
      total: 115_000,
    });
    expect(first).toMatchObject({
      payment: paidByCard,
      counter: 1,
      typeCode: "388",
      nameCode: "0200000",
      seller: { vatNumber: "300000000000003" },
    });
  });

  it("F-28 stores the VAT and supply dates of each line as of the day of issue", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    await ctx.db.execute(sql`update course_run set start_date = '2027-01-12', end_date = '2027-01-14'`);
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    await ctx.db.execute(sql`update course_run set start_date = '2027-03-01', end_date = '2027-03-03'`);
    const stored = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    for (const { lines } of [invoice, stored])
      expect(lines).toMatchObject([
        { amountHalalas: 100_000, taxHalalas: 15_000, supplyFrom: "2027-01-12", supplyTo: "2027-01-14" },
      ]);
    expect(stored.seller).toMatchObject({ email: "hello@example.com", phone: "+966 11 000 0000" });
    const id = await refundRow(ctx, orderId, 33_333);
    const creditNote = await inTransaction(ctx, (ctx) =>
      issueCreditNote(ctx, { id, orderId, amountHalalas: 33_333, reason: "requested" }),
    );
    expect(creditNote?.lines).toMatchObject([
      { amountHalalas: 28_985, taxHalalas: 4348, supplyFrom: "2027-01-12", supplyTo: "2027-01-14" },
    ]);
  });

  it("X-05 shows a line's discount on invoice and credit note, but not on a partial credit", async () => {
    const ctx = testContext(await open());
    const [orderId = 0, partlyCredited = 0] = await paidOrders(ctx, 2);
    await ctx.db.execute(sql`
      update order_line set unit_price_halalas = 125000, discount_halalas = 25000, discount_kind = 'code',
        discount_percent = 20, discount_code = 'TEAM20'`);
    const discount = { halalas: 25_000, percent: 20, code: "TEAM20" };
    const line = { unitPriceHalalas: 125_000, amountHalalas: 100_000, taxHalalas: 15_000, discount };
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    expect(invoice.lines).toMatchObject([line]);
    const credit = async (orderId: number, amountHalalas: number) => {
      const [row] = await queryRows<{ run: number }>(
        ctx,
        sql`select run_id run from order_line where order_id = ${orderId}`,
      );
      const refund = { id: await refundRow(ctx, orderId, amountHalalas), orderId, amountHalalas, reason: "requested" };
      return inTransaction(ctx, (ctx) => issueCreditNote(ctx, { ...refund, cancelled: [row?.run ?? 0] }));
    };
    expect((await credit(orderId, 115_000))?.lines).toMatchObject([line]);
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, partlyCredited, paidByCard));
    const [half] = (await credit(partlyCredited, 57_500))?.lines ?? [];
    expect(half).toMatchObject({ unitPriceHalalas: 50_000, amountHalalas: 50_000 });
    expect(half).not.toHaveProperty("discount");
  });

  it("O4-05 an order whose lines do not add up gets no document and uses no number", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const issue = () => inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    await ctx.db.execute(sql`update order_line set unit_price_halalas = 125000`);
    await expect(issue()).rejects.toThrow(DocumentSumsError);
    expect(await queryRows(ctx, sql`select documents from tax_counter`)).toEqual([{ documents: 0 }]);
    await ctx.db.execute(sql`
      update order_line set discount_halalas = 25000, discount_kind = 'code', discount_percent = 20, discount_code = 'A20'`);
    expect(await issue()).toMatchObject({ netHalalas: 100_000, counter: 1 });
    expect(await verifyDocuments(ctx)).toEqual({ documents: 1, faults: [] });
  });

  it("O4-05 the chain check finds a document with a valid hash whose lines do not add up", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const lines = invoice.lines.map((line) => ({ ...line, unitPriceHalalas: 125_000, amountHalalas: 125_000 }));
    const hash = hashFacts({ ...invoice, lines });
    await ctx.db.execute(sql`alter table tax_document disable trigger user`);
    await ctx.db.update(taxDocuments).set({ lines, hash });
    await ctx.db.execute(sql`alter table tax_document enable trigger user`);
    await ctx.db.update(taxCounter).set({ lastHash: hash });
    expect(await verifyDocuments(ctx)).toEqual({
      documents: 1,
      faults: [{ number: invoice.number, fault: "unequal" }],
    });
  });

  it("F-28 a document from before lines had VAT and dates keeps its hash, and its chain is unbroken", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const issuedAt = new Date("2026-11-01T09:00:00Z");
    const { email: _email, phone: _phone, ...seller } = await sellerSettings(ctx);
    const line = { nameEng: "Patient safety", nameAr: null, qty: 1, unitPriceHalalas: 100_000, amountHalalas: 100_000 };
    const facts = {
      kind: "invoice" as const,
      issuedAt,
      currency: "SAR",
      taxPercent: 15,
      netHalalas: 100_000,
      taxHalalas: 15_000,
      totalHalalas: 115_000,
      seller,
      buyer: { name: "Sara N.", email: "sara@example.com", billing: address, company: null },
      payment: { cardScheme: null, cardMasked: null },
      lines: [line],
      originalNumber: null,
      reason: null,
    };
    const old = await inTransaction(ctx, (ctx) =>
      writeDocument(ctx, facts, { orderId, originalId: null, refundId: null }),
    );
    const stored = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    expect(hashFacts(stored)).toBe(stored.hash);
    expect(stored.lines).toEqual([line]);
    const id = await refundRow(ctx, orderId, 115_000);
    const creditNote = await inTransaction(ctx, (ctx) =>
      issueCreditNote(ctx, { id, orderId, amountHalalas: 115_000, reason: "requested" }),
    );
    expect(creditNote).toMatchObject({ previousHash: old.hash, lines: [line], taxHalalas: 15_000 });
  });

  it("issued documents cannot be changed, deleted or truncated, and the counter cannot go back", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const attempts = [
      sql`update tax_document set total_halalas = 1`,
      sql`delete from tax_document`,
      sql`truncate tax_document cascade`,
      sql`update tax_counter set invoices = 0`,
      sql`delete from tax_counter`,
    ];
    for (const attempt of attempts)
      await expect(ctx.db.execute(attempt)).rejects.toMatchObject({ cause: { code: "23001" } });
    expect(await readSequences(ctx, "invoice")).toEqual([1]);
  });

  it("a rollback leaves no gap; the two series share one chain", async () => {
    const ctx = testContext(await open());
    const orders = await paidOrders(ctx, 3);
    for (const orderId of orders) {
      const fails = inTransaction(ctx, async (ctx) => {
        await issueInvoice(ctx, orderId, paidByCard);
        throw new Error("after the number was taken");
      });
      await expect(fails).rejects.toThrow("after the number");
      await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
      const id = await refundRow(ctx, orderId, 115_000);
      await inTransaction(ctx, (ctx) =>
        issueCreditNote(ctx, { id, orderId, amountHalalas: 115_000, reason: "requested" }),
      );
    }
    expect(await readSequences(ctx, "invoice")).toEqual([1, 2, 3]);
    expect(await readSequences(ctx, "credit-note")).toEqual([1, 2, 3]);
    const chain = await queryRows<{ hash: string; previous: string }>(
      ctx,
      sql`select hash, previous_hash as previous from tax_document order by counter`,
    );
    expect(chain.slice(1).map((row) => row.previous)).toEqual(chain.slice(0, -1).map((row) => row.hash));
  });

  it("the hash computed from the stored document equals its stored hash", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const stored = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    expect(stored).toEqual(invoice);
    expect(hashFacts(stored)).toBe(stored.hash);
  });

  it("credit notes refer to their invoice and are issued in parts up to its total; none without an invoice", async () => {
    const ctx = testContext(await open());
    const [orderId = 0, unpaid = 0] = await paidOrders(ctx, 2);
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const issueNote = async (order: number, amountHalalas: number, reason: string) => {
      const id = await refundRow(ctx, order, amountHalalas, reason);
      return inTransaction(ctx, (ctx) => issueCreditNote(ctx, { id, orderId: order, amountHalalas, reason }));
    };
    const part = await issueNote(orderId, 33_333, "one");
    expect(part).toMatchObject({
      kind: "credit-note",
      originalId: invoice.id,
      typeCode: "381",
      netHalalas: 28_985,
      taxHalalas: 4348,
      reason: "one",
    });
    await expect(issueNote(orderId, 81_668, "too much")).rejects.toThrow(/cannot be credited/);
    const rest = await issueNote(orderId, 81_667, "two");
    expect(rest).toMatchObject({ netHalalas: 100_000 - 28_985, taxHalalas: 15_000 - 4348 });
    expect(await readSequences(ctx, "credit-note")).toEqual([1, 2]);
    expect(await issueNote(unpaid, 100, "sold-out")).toBeNull();
  });

  it("orders paid before invoices existed get theirs once, with credit notes of their refunds", async () => {
    const ctx = testContext(await open());
    const [refunded = 0] = await paidOrders(ctx, 3);
    await refundRow(ctx, refunded, 115_000);
    await issueMissingDocuments(ctx);
    await issueMissingDocuments(ctx);
    expect(await readSequences(ctx, "invoice")).toEqual([1, 2, 3]);
    expect(await readSequences(ctx, "credit-note")).toEqual([1]);
  });
});

/** The same database without the counter's lock: the next number is read, not taken. */
const withoutCounterLock = (database: Database) =>
  withoutStatement(database, /update "tax_counter" set .*"documents"/, async (tx) => {
    const { rows } = await tx.execute(
      sql`select documents + 1 as documents, invoices + 1 as invoices, credit_notes as "creditNotes", last_hash as "lastHash" from tax_counter`,
    );
    return rows;
  });

describe("50 orders become paid at once", () => {
  const issueTogether = async (database: Database, ctx: Ctx, orders: number[]) => {
    const raceCtx = testContext(database);
    return Promise.allSettled(
      orders.map((orderId) => inTransaction(raceCtx, (tx) => issueInvoice(tx, orderId, paidByCard))),
    ).then(async (results) => ({
      failed: results.filter(({ status }) => status === "rejected").length,
      numbers: await readSequences(ctx, "invoice"),
    }));
  };

  it("get the numbers 1 to 50 without gaps or duplicates, though every fifth is rolled back and retried", async () => {
    const database = await openTestDatabase();
    try {
      const ctx = testContext(database);
      const orders = await paidOrders(ctx, 50);
      const rolledBack = orders
        .filter((_, at) => at % 5 === 0)
        .map((orderId) =>
          inTransaction(ctx, async (tx) => {
            await issueInvoice(tx, orderId, paidByCard);
            throw new Error("rolled back");
          }).catch(() => null),
        );
      const [result] = await Promise.all([issueTogether(database, ctx, orders), ...rolledBack]);
      expect(result).toEqual({ failed: 0, numbers: upTo(50) });
    } finally {
      await database.close();
    }
  });

  it("negative control: without the lock numbers collide, and the database rejects them", async () => {
    const database = await openTestDatabase();
    try {
      const ctx = testContext(database);
      const result = await issueTogether(withoutCounterLock(database), ctx, await paidOrders(ctx, 50));
      expect(result.failed).toBeGreaterThan(0);
    } finally {
      await database.close();
    }
  });
});
