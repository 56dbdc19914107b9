/** A month can be closed once, after its checks passed; its sums are then stored (P-15). */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Conflict, Forbidden, NotFound, Unauthenticated } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { closeMonth, readMonth } from "./months.server.ts";

const month = "2026-10";

describeOnDatabase("closing a month", (open) => {
  let ctx: TestCtx;
  let lina: TestCtx;
  let orderId: number;
  beforeEach(async () => {
    ctx = testContext(await open());
    ctx.clock.now = new Date("2026-10-15T09:00:00Z");
    lina = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id, name: "Lina K." });
    [orderId = 0] = await paidOrders(ctx, 1);
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
  });
  /** Stores a finished comparison and a finished check, each with `failed` faults. */
  const recordChecks = async (failed = 0) => {
    const now = ctx.now();
    const finished = {
      state: "done" as const,
      failed,
      createdAt: now,
      updatedAt: now,
      endedAt: now,
      locale: "en" as const,
    };
    const starter = { startedBy: lina.actor.kind === "staff" ? lina.actor.id : "", title: { eng: "x", ar: "س" } };
    await ctx.db.insert(staffTasks).values([
      { ...finished, ...starter, kind: "finance.compare", input: { month } },
      { ...finished, ...starter, kind: "finance.check", input: {} },
    ]);
  };
  const moveToNovember = (instant = "2026-11-02T09:00:00Z") => void (ctx.clock.now = new Date(instant));

  describe("refusals", () => {
    it("P-15 rejects a caller without finance.close and a future month", async () => {
      await expect(closeMonth(ctx, { month })).rejects.toThrow(Unauthenticated);
      await expect(closeMonth(ctx.asStaff("auditor"), { month })).rejects.toThrow(Forbidden);
      await expect(closeMonth(lina, { month: "2999-01" })).rejects.toThrow(NotFound);
    });

    it("P-15 rejects a month that is not over, whose checks ran too early or failed, or with an open refund", async () => {
      await recordChecks();
      await expect(closeMonth(lina, { month })).rejects.toThrow(Conflict);
      moveToNovember();
      // The checks ran before the month's end.
      await expect(closeMonth(lina, { month })).rejects.toThrow(Conflict);
      await recordChecks(1);
      await expect(closeMonth(lina, { month })).rejects.toThrow(Conflict);
      await recordChecks();
      const refund = await refundRow(ctx, orderId, 100);
      await ctx.db.execute(sql`update refund set status = 'requested', created_at = '2026-10-20' where id = ${refund}`);
      await expect(closeMonth(lina, { month })).rejects.toThrow(Conflict);
      expect((await readMonth(lina, { id: month })).closed).toBeNull();
    });
  });

  it("P-15 P-04 closes a month once; stores who, when and the sums, also in the audit log", async () => {
    moveToNovember();
    await recordChecks();
    expect(await readMonth(lina, { id: month })).toMatchObject({ isReady: true, closed: null });
    await closeMonth(lina, { month });
    await expect(closeMonth(lina, { month })).rejects.toThrow(Conflict);
    expect((await readMonth(lina, { id: month })).closed).toMatchObject({
      by: { name: "Lina K." },
      at: "2026-11-02T09:00:00.000Z",
      differences: [],
    });
    const events = (await ctx.db.select().from(auditEvents)).filter(({ action }) => action === "month.closed");
    expect(events.map(({ entityId, after }) => [entityId, after])).toEqual([
      [month, { invoices: 1, creditNotes: 0, sales: 100_000, salesTax: 15_000, refunds: 0, refundTax: 0 }],
    ]);
  });

  it("P-15 negative control: shows a stored sum that differs from today’s", async () => {
    moveToNovember();
    await recordChecks();
    await closeMonth(lina, { month });
    await ctx.db.execute(sql`update closed_month set totals = jsonb_set(totals, '{sales}', '100001')`);
    expect((await readMonth(lina, { id: month })).closed?.differences).toEqual([
      { figure: "sales", kept: "1000.01", now: "1000.00" },
    ]);
  });
});
