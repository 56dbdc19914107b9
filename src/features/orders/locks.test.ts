import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inSavepoint, inTransaction, onCommit } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { buyerLock, lockOrders, lockRuns, lockRunsOfOrder } from "./locks.server.ts";
import { lockConfirmedRuns } from "./seats/seats.server.ts";
import { lockOrder, lockPayment } from "./settle/locked-order.server.ts";
import { orders } from "./tables.server.ts";

let database: TestDatabase;
let ctx: TestCtx;
beforeAll(async () => {
  database = await openTestDatabase();
  ctx = testContext(database);
});
afterAll(() => database.close());

it("locks are refused outside a transaction, which would free them at once", async () => {
  const all = (inside: Pick<TestCtx, "db">) => inside.db.select({ id: orders.id }).from(orders).$dynamic();
  const refusal = "has to be called inside a transaction";
  expect(() => lockOrders(ctx, all(ctx))).toThrow(refusal);
  await expect(lockRuns(ctx, [1])).rejects.toThrow(refusal);
  await expect(lockRunsOfOrder(ctx, 1)).rejects.toThrow(refusal);
  await expect(lockConfirmedRuns(ctx, 1)).rejects.toThrow(refusal);
  await expect(lockOrder(ctx, { orderId: 1 })).rejects.toThrow(refusal);
  await expect(lockPayment(ctx, randomUUID())).rejects.toThrow(refusal);
  await inTransaction(ctx, async (ctx) => {
    expect(await lockOrders(ctx, all(ctx))).toEqual([]);
    await lockRuns(ctx, [1]);
    await lockRunsOfOrder(ctx, 1);
    await lockConfirmedRuns(ctx, 1);
    expect([await lockOrder(ctx, { orderId: 1 }), await lockPayment(ctx, randomUUID())]).toEqual([null, null]);
  });
});

it("an advisory lock is the outermost transaction's alone", async () => {
  const work = inTransaction(ctx, (ctx) => inTransaction(ctx, async () => {}, buyerLock("one")));
  await expect(work).rejects.toThrow("cannot take an advisory lock");
});

it("effects of a part that is undone are dropped, the others wait for the commit of the whole", async () => {
  const done: string[] = [];
  await inTransaction(ctx, async (ctx) => {
    await inSavepoint(ctx, async (ctx) => onCommit(ctx, () => done.push("kept")));
    const undone = inSavepoint(ctx, async (ctx) => {
      onCommit(ctx, () => done.push("undone"));
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect(done).toEqual([]);
  });
  expect(done).toEqual(["kept"]);
});
