/** Sums by course: a credit note counts for the course that it refunds (A15). */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { refunds } from "#features/payments/tables.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { readMonth } from "./months.server.ts";

const practice = "Good clinical practice";

describeOnDatabase("the month by course", (open) => {
  let ctx: TestCtx;
  let finance: TestCtx;
  let orderId: number;
  beforeEach(async () => {
    ctx = testContext(await open());
    ctx.clock.now = new Date("2026-10-10T09:00:00Z");
    finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
    [orderId = 0] = await paidOrders(ctx, 1);
    await addSecondCourse();
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
  });

  /** Adds a course to the order, for 2,000.00 before VAT. */
  async function addSecondCourse(): Promise<void> {
    const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id);
    const line = { orderId, runId, qty: 1, unitPriceHalalas: 200_000, slug: "gcp", nameEng: practice, nameAr: null };
    const [created] = await ctx.db.insert(orderLines).values(line).returning();
    const now = ctx.now();
    const seat = { seat: 1, state: "confirmed" as const, heldUntil: now, createdAt: now, confirmedAt: now };
    await ctx.db.insert(enrolments).values({ orderId, runId, orderLineId: created?.id ?? 0, ...seat });
    const sums = { subTotalHalalas: 300_000, taxHalalas: 45_000, totalHalalas: 345_000 };
    await ctx.db.update(orders).set(sums).where(eq(orders.id, orderId));
  }
  async function creditOrder(
    amountHalalas: number,
    { runIds = [], seatIds = [] }: { runIds?: number[]; seatIds?: number[] } = {},
  ) {
    const id = await refundRow(ctx, orderId, amountHalalas);
    await ctx.db.update(refunds).set({ runIds, seatIds }).where(eq(refunds.id, id));
    const refund = { id, orderId, amountHalalas, reason: "requested" };
    await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
  }
  const readRefundsByCourse = async () =>
    Object.fromEntries(
      (await readMonth(finance, { id: "2026-10" })).courses.map(({ name_eng, refunds }) => [name_eng, refunds]),
    );
  const findSeat = async (name: string) =>
    (
      await ctx.db
        .select({ id: enrolments.id, runId: enrolments.runId })
        .from(enrolments)
        .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
        .where(eq(orderLines.nameEng, name))
    )[0] ?? { id: 0, runId: 0 };

  const safety = "Patient safety essentials for clinical teams";

  it("A15: credits the refund of a seat to its course alone", async () => {
    await creditOrder(230_000, { seatIds: [(await findSeat(practice)).id] });
    expect(await readRefundsByCourse()).toEqual({ [practice]: "-2000.00", [safety]: "0.00" });
  });

  it("A15: credits the refund of all seats of a run to its course alone", async () => {
    await creditOrder(115_000, { runIds: [(await findSeat(safety)).runId] });
    expect(await readRefundsByCourse()).toEqual({ [practice]: "0.00", [safety]: "-1000.00" });
  });

  it("A15: lists an amount without a course separately, under the text of the credit note", async () => {
    await creditOrder(11_500);
    expect(await readRefundsByCourse()).toEqual({
      [practice]: "0.00",
      [safety]: "0.00",
      "Partial refund of invoice INV-2026-000001": "-100.00",
    });
  });

  it("A15: credits the refund of a whole order to each of its courses", async () => {
    await creditOrder(345_000);
    expect(await readRefundsByCourse()).toEqual({ [practice]: "-2000.00", [safety]: "-1000.00" });
  });
});
