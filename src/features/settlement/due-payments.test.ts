/** Many payments that no webhook reported (O-27). */
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
  async function due() {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const [at, amountHalalas] = [ctx.now(), 100];
    const rows = Array.from({ length: count }, (_, n) => ({
      id: randomUUID(),
      orderId,
      number: n + 2,
      amountHalalas,
      currency: "SAR",
      createdAt: at,
      updatedAt: at,
      checkAt: new Date(at.getTime() - 1_000),
    }));
    await ctx.db.insert(payments).values(rows);
    return ctx;
  }

  it("O-27 one run looks at all of them, however many rounds that takes", async () => {
    const ctx = await due();
    const seen = new Set<string>();
    await forDuePayments(ctx, "card", async (ctx, id) => {
      seen.add(id);
      await ctx.db.update(payments).set({ checkAt: null }).where(eq(payments.id, id));
    });
    expect(seen.size).toBe(count);
    expect(await ctx.db.$count(payments, isNotNull(payments.checkAt))).toBe(0);
  });

  it("a round in which nothing succeeds is the last: the provider is away", async () => {
    const ctx = await due();
    let callCount = 0;
    await forDuePayments(ctx, "card", async () => {
      callCount += 1;
      throw new Error("the provider is away");
    });
    expect(callCount).toBe(100);
  });
});
