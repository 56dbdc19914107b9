/** Sums by discount code agree with the documents and their export, to the halala. */
import { text } from "node:stream/consumers";
import type { ReadStream } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { priceOrder } from "#features/orders/pricing.ts";
import { refunds } from "#features/payments/tables.server.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { downloadTaskFile } from "#features/staff/tasks/tasks.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { exportDocuments } from "./exports.server.ts";
import { readMonth } from "./months.server.ts";

const halalas = (decimal: string) => Math.round(Number(decimal) * 100);

/** Gives an order a discount: changes its line and its totals, but adds no seats. */
async function discountOrder(
  ctx: TestCtx,
  orderId: number,
  change: Partial<typeof orderLines.$inferInsert> & { discountHalalas: number },
) {
  const line = { qty: 1, unitPriceHalalas: 100_000, ...change };
  const totals = priceOrder([line], 15);
  await ctx.db.update(orderLines).set(line).where(eq(orderLines.orderId, orderId));
  await ctx.db.update(orders).set(totals).where(eq(orders.id, orderId));
  return totals;
}

describeOnDatabase("the month by discount code", (open) => {
  it("X-05 adds up to the halala: discounts on invoices, on credit notes and in the export", async () => {
    const ctx = testContext(await open());
    ctx.clock.now = new Date("2026-10-10T09:00:00Z");
    const finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
    const [plain = 0, partlyRefunded = 0, fullyRefunded = 0, group = 0] = await paidOrders(ctx, 4);
    const code = { discountKind: "code" as const, discountCode: "TEAM10" };
    await discountOrder(ctx, partlyRefunded, { ...code, qty: 3, discountHalalas: 33_333 });
    const totals = await discountOrder(ctx, fullyRefunded, { ...code, discountHalalas: 10_001 });
    await discountOrder(ctx, group, { discountKind: "group", discountPercent: 15, qty: 5, discountHalalas: 75_000 });
    for (const id of [plain, partlyRefunded, fullyRefunded, group])
      await inTransaction(ctx, (ctx) => issueInvoice(ctx, id, paidByCard));
    const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, partlyRefunded));
    const credit = async (orderId: number, amountHalalas: number, seatIds: number[]) => {
      const id = await refundRow(ctx, orderId, amountHalalas);
      await ctx.db.update(refunds).set({ seatIds }).where(eq(refunds.id, id));
      const refund = {
        id,
        orderId,
        amountHalalas,
        reason: "requested",
        cancelled: seatIds.map(() => seat?.runId ?? 0),
      };
      await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    };
    // Refunds one of three seats at its discounted price, SAR 888.89 plus VAT, and all of another order.
    await credit(partlyRefunded, 102_222, [seat?.id ?? 0]);
    await credit(fullyRefunded, totals.totalHalalas, []);
    const month = await readMonth(finance, { id: "2026-10" });
    expect(month.codes).toMatchObject([
      { code: null, seats: 5, discount: "750.00", sales: "4250.00", refunds: "0.00" },
      { code: "TEAM10", seats: 4, discount: "222.22", sales: "3566.66", refunds: "-1788.88" },
    ]);
    const documents = await ctx.db.select().from(taxDocuments);
    for (const { lines, netHalalas } of documents) {
      const sum = lines.reduce(
        (all, line) => all + line.qty * line.unitPriceHalalas - (line.discount?.halalas ?? 0),
        0,
      );
      expect(sum).toBe(netHalalas);
    }
    const totalDiscount = month.codes.reduce((sum, { discount }) => sum + halalas(discount), 0);
    const { id } = await startExport(finance, [exportDocuments], {
      kind: "documents",
      format: "csv",
      filter: { month: "2026-10" },
    });
    await runQueuedTasks(ctx, [exportDocuments]);
    const { body } = await downloadTaskFile(finance, [exportDocuments], { id });
    const [head = "", ...rows] = (await text(body as ReadStream)).trim().split("\r\n");
    const column = head.split(",").findIndex((name) => name.startsWith("Discount before VAT"));
    expect(rows.reduce((sum, row) => sum + halalas(row.split(",")[column] ?? ""), 0)).toBe(totalDiscount);
    const plainSales = 100_000;
    const sales = month.codes.reduce((sum, one) => sum + halalas(one.sales), plainSales);
    expect([sales, halalas(month.refunds)]).toEqual([halalas(month.sales), halalas(month.codes[1]?.refunds ?? "")]);
  });
});
