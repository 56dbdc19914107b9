/** The VAT summary of a month or quarter (P-15). */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Forbidden, NotFound, Unauthenticated } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, withTickingClock, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { monthSums } from "./months.server.ts";
import { periodMonths } from "./months.ts";
import { readVatSummary, vatSummary } from "./vat-summary.server.ts";

describeOnDatabase("the VAT summary", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
  });
  const issueInvoicesAt = async (instant: string, count: number) => {
    ctx.clock.now = new Date(instant);
    const ids = await paidOrders(ctx, count);
    for (const id of ids) await inTransaction(ctx, (ctx) => issueInvoice(ctx, id, paidByCard));
    return ids;
  };

  describe("refusals", () => {
    it("P-15 P-03 rejects callers without finance.export and a future month", async () => {
      ctx.clock.now = new Date("2026-10-05T09:00:00Z");
      const request = { id: "2026-10", of: "month" } as const;
      await expect(vatSummary(ctx, request)).rejects.toThrow(Unauthenticated);
      await expect(vatSummary(ctx.asStaff("support"), request)).rejects.toThrow(Forbidden);
      await expect(vatSummary(ctx.asStaff("finance"), { ...request, id: "2026-11" })).rejects.toThrow(NotFound);
      expect(await ctx.db.select().from(auditEvents)).toEqual([]);
    });
  });

  it("P-15 sums the documents of a quarter by month and rate, to the halala, with negative credit notes", async () => {
    await issueInvoicesAt("2026-09-30T20:59:59Z", 1);
    const [orderId = 0] = await issueInvoicesAt("2026-09-30T21:00:00Z", 2);
    await issueInvoicesAt("2026-11-10T09:00:00Z", 1);
    const refund = { id: await refundRow(ctx, orderId, 11_500), orderId, amountHalalas: 11_500, reason: "requested" };
    await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    const { lines, months, dueOn, isOpen } = await readVatSummary(ctx, "2026-11", "quarter");
    expect(months).toEqual(["2026-10", "2026-11", "2026-12"]);
    expect([dueOn, isOpen]).toEqual(["2027-01-31", true]);
    expect(lines.map(({ month, kind, documents }) => [month, kind, documents])).toEqual([
      ["2026-10", "invoice", 2],
      ["2026-11", "invoice", 1],
      ["2026-11", "credit-note", 1],
    ]);
    expect(lines.at(-1)).toMatchObject({ net: -10_000, tax: -1_500, taxPercent: 15 });
    const sums = (await monthSums(ctx)).filter(({ month }) => months.includes(month));
    const due = sums.reduce((sum, { salesTax, refundTax }) => sum + salesTax - refundTax, 0);
    expect(lines.reduce((sum, { tax }) => sum + tax, 0)).toBe(due);
    expect((await readVatSummary(ctx, "2026-09", "month")).lines).toHaveLength(1);
    expect(periodMonths("2026-03", "quarter")).toEqual(["2026-01", "2026-02", "2026-03"]);
  });

  it("A-07: simultaneous requests share one PDF, and each is in the audit log", async () => {
    ctx.clock.now = new Date("2026-10-05T09:00:00Z");
    const lina = await signedIn(withTickingClock(ctx), (await makeStaff(ctx, "finance")).id);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => lina.call("GET months/2026-09/vat-summary")),
    );
    expect(first?.status).toBe(200);
    for (const { bytes } of others) expect(Buffer.from(bytes).equals(Buffer.from(first?.bytes ?? []))).toBe(true);
    const countLogged = async () =>
      (await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "month.vat-summary"))).length;
    expect(await countLogged()).toBe(6);
  });

  it("P-15 returns a PDF named by its period and adds each download to the audit log", async () => {
    await issueInvoicesAt("2026-10-05T09:00:00Z", 1);
    const lina = await signedIn(ctx, (await makeStaff(ctx, "finance")).id);
    for (const [of, name] of [
      ["month", "2026-10"],
      ["quarter", "2026-10%202026-12"],
    ] as const) {
      const { status, headers, bytes } = await lina.call("GET months/2026-10/vat-summary", { of });
      expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
      expect(headers.get("content-disposition")).toContain(name);
      expect(new TextDecoder("latin1").decode(bytes.slice(0, 5))).toBe("%PDF-");
    }
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "month.vat-summary"));
    expect(events.map(({ after }) => after)).toEqual([
      { months: ["2026-10"] },
      { months: ["2026-10", "2026-11", "2026-12"] },
    ]);
    expect(await ctx.db.select().from(taxDocuments)).toHaveLength(1);
  });
});
