/** Staff resend the documents of selected orders, in a background task (P-12, P-20). */
import { eq, like } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { orders } from "#features/orders/tables.server.ts";
import { readTask } from "#features/staff/tasks/tasks.server.ts";
import { Forbidden, Unauthenticated } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { resendMany, startResending } from "./resend-mail.server.ts";

describeOnDatabase("resending documents of many orders", (open) => {
  let ctx: TestCtx;
  let omar: TestCtx;
  let ids: number[];
  const listMails = () => ctx.db.select().from(outboxMails).where(like(outboxMails.key, "%again%"));
  beforeEach(async () => {
    ctx = testContext(await open());
    omar = ctx.asStaff("support", { id: (await makeStaff(ctx, "support")).id });
    ids = await paidOrders(ctx, 12);
  });

  it("P-12 P-03 rejects callers without orders.resend; sends nothing", async () => {
    const auditor = ctx.asStaff("auditor", { id: (await makeStaff(ctx, "auditor")).id });
    await expect(startResending(ctx, { order_ids: ids })).rejects.toThrow(Unauthenticated);
    await expect(startResending(auditor, { order_ids: ids })).rejects.toThrow(Forbidden);
    expect(await listMails()).toEqual([]);
  });

  it("P-12 P-20 sends each order's documents once more; reports unpaid and unknown orders as failed", async () => {
    const [unpaid = 0] = ids;
    await ctx.db.update(orders).set({ status: "expired" }).where(eq(orders.id, unpaid));
    const { id } = await startResending(omar, { order_ids: [...ids, 999_999] });
    await runQueuedTasks(ctx, [resendMany]);
    expect(await readTask(omar, { id })).toMatchObject({
      state: "done",
      total: 13,
      done: 11,
      failed: 2,
      failures: [{ what: `#${unpaid}` }, { what: "#999999" }],
    });
    expect(await listMails()).toHaveLength(11);
  });
});
