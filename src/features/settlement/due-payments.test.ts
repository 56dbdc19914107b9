/** Processes hundreds of due payments that no webhook reported (O-27). */
import { randomUUID } from "node:crypto";
import { eq, isNotNull } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeOnDatabase } from "#test/database.ts";
import { testContext } from "#test/context.ts";
import { paidOrders } from "#test/paid-order.ts";
import { payments } from "#features/payments/tables.server.ts";
import { forDuePayments } from "./jobs.server.ts";

describeOnDatabase("due payments", (open) => {
  const count = 250;
  async function insertDuePayments() {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const [now, amountHalalas] = [ctx.now(), 100];
    const rows = Array.from({ length: count }, (_, n) => ({
      id: randomUUID(),
      orderId,
      number: n + 2,
      amountHalalas,
      currency: "SAR",
      createdAt: now,
      updatedAt: now,
      checkAt: new Date(now.getTime() - 1_000),
    }));
    await ctx.db.insert(payments).values(rows);
    return ctx;
  }

  it("O-27 handles all due payments in one run, over several rounds", async () => {
    const ctx = await insertDuePayments();
    const handledIds = new Set<string>();
    await forDuePayments(ctx, "card", async (ctx, id) => {
      handledIds.add(id);
      await ctx.db.update(payments).set({ checkAt: null }).where(eq(payments.id, id));
    });
    expect(handledIds.size).toBe(count);
    expect(await ctx.db.$count(payments, isNotNull(payments.checkAt))).toBe(0);
  });

  it("stops after a round in which every payment failed, as when the provider is down", async () => {
    const ctx = await insertDuePayments();
    let callCount = 0;
    await forDuePayments(ctx, "card", async () => {
      callCount += 1;
      throw new Error("the provider is down");
    });
    expect(callCount).toBe(100);
  });
});
