import { shares } from "#i18n/money.ts";
import { mkdtempSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { lineTaxes } from "#features/invoices/document.ts";
import { issueCreditNote, issueInvoice, type TaxDocument } from "#features/invoices/issue.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { writeDocument } from "#features/invoices/write-document.server.ts";
import { sellerSettings } from "#features/settings/settings.server.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { downloadTaskFile, readTask, startTask } from "#features/staff/tasks/tasks.server.ts";
import { riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { halalasFromDecimal } from "#i18n/money.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Forbidden, FreshSignInRequired, NotFound, Unauthenticated } from "#platform/errors.ts";
import { address } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { checkDocuments } from "./check.server.ts";
import { listDocuments, readDocument } from "./documents.server.ts";
import { exportDocuments, exportMonths } from "./exports.server.ts";
import { listMonths, readMonth } from "./months.server.ts";

const kinds = [exportDocuments, exportMonths, checkDocuments];
const company = { name: "مستشفى الواحة", vat_number: "310000000000003", address: "Riyadh" };
const page = { page: 1, perPage: 100, sort: "id", order: "desc" } as const;
const halalas = (decimal: string) =>
  (decimal.startsWith("-") ? -1 : 1) * (halalasFromDecimal(decimal.replace("-", "")) ?? Number.NaN);

describe("shares", () => {
  it("add up to the amount; each differs from its exact part by less than a halala", () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 }),
        (amount, weights) => {
          const parts = shares(amount, weights);
          const sum = weights.reduce((a, b) => a + b, 0);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(amount);
          if (sum > 0)
            for (const [index, part] of parts.entries())
              expect(Math.abs(part - (amount * (weights[index] ?? 0)) / sum)).toBeLessThan(1);
        },
      ),
    );
  });
});

describeOnDatabase("finance", (open) => {
  let ctx: TestCtx;
  let finance: TestCtx;
  /** All documents that the test issued, to compare reports with. */
  const ledger: TaxDocument[] = [];
  beforeAll(async () => {
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-finance-")) }) });
    finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
  });

  /** Writes an invoice with these lines, issued at this instant. */
  async function writeInvoice(issuedAt: Date, lines: { course: number; net: number }[]): Promise<TaxDocument> {
    const [orderId = 0] = await paidOrders(ctx, 1, { company });
    const netHalalas = lines.reduce((sum, { net }) => sum + net, 0);
    const taxHalalas = Math.floor((netHalalas * 15 + 50) / 100);
    const taxes = lineTaxes(
      lines.map(({ net }) => net),
      15,
      taxHalalas,
    );
    const seller = await sellerSettings(ctx);
    const facts = {
      kind: "invoice" as const,
      issuedAt,
      currency: "SAR",
      taxPercent: 15,
      netHalalas,
      taxHalalas,
      totalHalalas: netHalalas + taxHalalas,
      seller,
      buyer: { name: "Sara N.", email: "sara@example.com", billing: address, company },
      payment: paidByCard,
      originalNumber: null,
      reason: null,
      lines: lines.map(({ course, net }, index) => ({
        nameEng: `Course ${course}`,
        nameAr: `دورة ${course}`,
        qty: 1,
        unitPriceHalalas: net,
        amountHalalas: net,
        taxHalalas: taxes[index] ?? 0,
      })),
    };
    return inTransaction(ctx, (ctx) => writeDocument(ctx, facts, { orderId, originalId: null, refundId: null }));
  }
  async function issueNote(
    issuedAt: Date,
    { orderId }: TaxDocument,
    amountHalalas: number,
  ): Promise<TaxDocument | null> {
    ctx.clock.now = issuedAt;
    const refund = { id: await refundRow(ctx, orderId, amountHalalas), orderId, amountHalalas, reason: "requested" };
    return inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
  }

  describe("refusals", () => {
    it("P-15 rejects callers without finance.read, an export without a fresh sign-in, and a future month", async () => {
      const support = ctx.asStaff("support");
      const withStaleSignIn = ctx.asStaff("finance", { confirmedAt: new Date(0) });
      const request = { kind: "documents", format: "csv", filter: {} };
      for (const call of [
        (caller: TestCtx) => listMonths(caller, { ...page, filter: {} }),
        (caller: TestCtx) => readMonth(caller, { id: "2026-10" }),
        (caller: TestCtx) => listDocuments(caller, { ...page, filter: {} }),
        (caller: TestCtx) => readDocument(caller, { id: 1 }),
        (caller: TestCtx) => startTask(caller, checkDocuments, {}),
        (caller: TestCtx) => startExport(caller, kinds, request),
      ]) {
        await expect(call(ctx)).rejects.toThrow(Unauthenticated);
        await expect(call(support)).rejects.toThrow(Forbidden);
      }
      await expect(startExport(withStaleSignIn, kinds, request)).rejects.toThrow(FreshSignInRequired);
      await expect(readMonth(finance, { id: "2999-01" })).rejects.toThrow(NotFound);
    });
  });

  it("P-15 month sums equal the documents' exactly, in total, by course and by day, also around midnight in Riyadh", async () => {
    const instant = fc
      .tuple(
        fc.constantFrom("2026-08-31", "2026-09-01", "2026-09-30", "2026-10-01", "2026-10-15"),
        fc.constantFrom("00:00", "00:01", "02:59", "03:00", "12:00", "23:59"),
      )
      .map(([day, time]) => riyadhInstant(day, time));
    const line = fc.record({ course: fc.integer({ min: 1, max: 4 }), net: fc.integer({ min: 1, max: 900_000 }) });
    const purchase = fc.record({
      issuedAt: instant,
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      notes: fc.array(fc.record({ issuedAt: instant, share: fc.integer({ min: 1, max: 100 }) }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(purchase, { minLength: 1, maxLength: 5 }), async (purchases) => {
        for (const { issuedAt, lines, notes } of purchases) {
          const original = await writeInvoice(issuedAt, lines);
          ledger.push(original);
          let left = original.totalHalalas;
          for (const { issuedAt, share } of notes) {
            const amount = Math.ceil((left * share) / 100);
            if (amount === 0) continue;
            left -= amount;
            const note = await issueNote(issuedAt, original, amount);
            if (note) ledger.push(note);
          }
        }
        ctx.clock.now = new Date("2026-11-22T09:00:00Z");
        await expectMonthsToMatch();
      }),
      { numRuns: 6 },
    );
    expect(ledger.filter(({ kind }) => kind === "credit-note").length).toBeGreaterThan(3);
  });

  async function expectMonthsToMatch(): Promise<void> {
    const { data } = await listMonths(finance, { ...page, filter: {} });
    const months = new Set(ledger.map(({ issuedAt }) => riyadhDate(issuedAt).slice(0, 7)));
    expect(data.map(({ id }) => id)).toEqual(["2026-11", ...[...months].toSorted().toReversed()]);
    for (const row of data) {
      const monthDocuments = ledger.filter(({ issuedAt }) => riyadhDate(issuedAt).startsWith(row.id));
      const sum = (kind: string, getAmount: (document: TaxDocument) => number) =>
        monthDocuments.filter((one) => one.kind === kind).reduce((total, one) => total + getAmount(one), 0);
      const expected = {
        sales: sum("invoice", (one) => one.netHalalas),
        salesTax: sum("invoice", (one) => one.taxHalalas),
        refunds: 0 - sum("credit-note", (one) => one.netHalalas),
        refundTax: 0 - sum("credit-note", (one) => one.taxHalalas),
      };
      const total = sum("invoice", (one) => one.totalHalalas) - sum("credit-note", (one) => one.totalHalalas);
      const month = await readMonth(finance, { id: row.id });
      for (const view of [row, month]) {
        for (const [name, value] of Object.entries(expected))
          expect(halalas(view[name as "sales"]), `${row.id} ${name}`).toBe(value);
        expect(halalas(view.total)).toBe(total);
        expect(halalas(view.tax)).toBe(expected.salesTax + expected.refundTax);
      }
      for (const parts of [month.courses, month.days])
        for (const [name, value] of Object.entries({ ...expected, total }))
          expect(
            parts.reduce((sum, part) => sum + halalas(part[name as "sales"]), 0),
            `${row.id} ${name}`,
          ).toBe(value);
      expect([
        month.invoices.count,
        month.creditNotes.count,
        month.invoices.missing,
        month.creditNotes.missing,
      ]).toEqual([
        monthDocuments.filter(({ kind }) => kind === "invoice").length,
        monthDocuments.filter(({ kind }) => kind === "credit-note").length,
        [],
        [],
      ]);
    }
  }

  it("P-15 the export of a month has all its documents, its tax adds up, and Arabic names are intact", async () => {
    const { id } = await startExport(finance, kinds, {
      kind: "documents",
      format: "csv",
      filter: { month: "2026-09" },
    });
    await runQueuedTasks(ctx, kinds);
    const { body, name } = await downloadTaskFile(finance, kinds, { id });
    expect(name).toBe("Tax documents, September 2026 2026-11-22.csv");
    const lines = (await text(body as ReadStream)).trim().split("\r\n").slice(1);
    const monthDocuments = ledger.filter(({ issuedAt }) => riyadhDate(issuedAt).startsWith("2026-09"));
    expect(lines.length).toBe(monthDocuments.length);
    const taxes = lines.map((row) => halalas(row.split(",").at(-2) ?? ""));
    const month = await readMonth(finance, { id: "2026-09" });
    expect(taxes.reduce((a, b) => a + b, 0)).toBe(halalas(month.tax));
    if (lines[0]) expect(lines[0]).toContain("مستشفى الواحة");
  });

  it("P-15 the export of months has a row even for a month without documents", async () => {
    const { id } = await startExport(finance, kinds, { kind: "months", format: "csv", filter: {} });
    await runQueuedTasks(ctx, kinds);
    const { body } = await downloadTaskFile({ ...finance, locale: "ar" }, kinds, { id });
    const months = (await text(body as ReadStream)).trim().split("\r\n").slice(1);
    expect(months.at(-1)).toMatch(/^2026-11,0,0\.00,0\.00,0,0\.00,0\.00,0\.00$/);
  });

  it("documents can be found by kind, month, number, buyer and company", async () => {
    const findDocuments = async (filter: object) => (await listDocuments(finance, { ...page, filter })).data;
    const notes = ledger.filter(({ kind }) => kind === "credit-note");
    expect((await findDocuments({ kind: "credit-note" })).map(({ id }) => id).toSorted()).toEqual(
      notes
        .slice(0)
        .map(({ id }) => id)
        .toSorted(),
    );
    const [first] = ledger;
    expect(await findDocuments({ q: first?.number })).toMatchObject([{ id: first?.id, originalNumber: null }]);
    for (const q of ["الواحة", "3100000000000", "SARA@"])
      expect((await findDocuments({ q })).length, q).toBeGreaterThan(0);
    expect(await findDocuments({ q: "%" })).toEqual([]);
    const monthFilter = { shown_month: "2026-09" };
    expect(await findDocuments(monthFilter)).toEqual(await findDocuments({ month: "2026-09" }));
    expect(await findDocuments({ ...monthFilter, q: first?.number })).toMatchObject([{ id: first?.id }]);
    expect(await findDocuments({ month: "2000-01", q: first?.number })).toEqual([]);
    const [one] = notes;
    expect(await readDocument(finance, { id: one?.id ?? 0 })).toMatchObject({
      kind: "credit-note",
      reason: "requested",
      vat_number: company.vat_number,
    });
  });

  it("P-15 the check finds a changed document, a broken chain and a missing number, and nothing else", async () => {
    const check = async () => {
      const { id } = await startTask(finance, checkDocuments, {});
      await runQueuedTasks(ctx, kinds);
      return readTask(finance, { id });
    };
    expect(await check()).toMatchObject({ state: "done", failed: 0, total: ledger.length, done: ledger.length });
    const orders = await paidOrders(ctx, 5);
    const invoices: TaxDocument[] = [];
    for (const orderId of orders)
      invoices.push(await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard)));
    await ctx.db.execute(sql`alter table tax_document disable trigger user`);
    await ctx.db
      .update(taxDocuments)
      .set({ totalHalalas: 115_100, netHalalas: 100_100 })
      .where(eq(taxDocuments.id, invoices[1]?.id ?? 0));
    await ctx.db.delete(taxDocuments).where(eq(taxDocuments.id, invoices[3]?.id ?? 0));
    await ctx.db.execute(sql`alter table tax_document enable trigger user`);
    const { failures, failed } = await check();
    expect(failures.map(({ what, why_eng }) => [what, why_eng])).toEqual([
      [invoices[1]?.number, "This document has been altered since it was issued."],
      [invoices[4]?.number, "The number before this one is missing."],
      [invoices[4]?.number, "A document before this one is missing or altered."],
    ]);
    expect(failed).toBe(3);
    const month = await readMonth(finance, { id: "2026-11" });
    expect(month.invoices.missing).toEqual([invoices[3]?.sequence]);
    expect(month.check).toMatchObject({ faults: 3 });
  });
});
