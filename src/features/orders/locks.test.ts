import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { bookByTransfer } from "#features/checkout/book-by-transfer.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { bank } from "#test/bank.ts";
import { address } from "#test/buyer.ts";
import { inSavepoint, inTransaction, onCommit } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { withStatements } from "#test/two-pools.ts";
import { buyerLock, lockOrders, lockRuns, lockOrderRuns } from "./locks.server.ts";
import { lockConfirmedRuns } from "#features/seats/seats.server.ts";
import { lockOrder, lockPayment } from "#features/payments/locked-order.server.ts";
import { orders } from "./tables.server.ts";

let database: TestDatabase;
let ctx: TestCtx;
beforeAll(async () => {
  database = await openTestDatabase();
  ctx = testContext(database);
});
afterAll(() => database.close());

it("locks throw outside a transaction", async () => {
  const all = (inside: Pick<TestCtx, "db">) => inside.db.select({ id: orders.id }).from(orders).$dynamic();
  const refusal = "has to be called inside a transaction";
  expect(() => lockOrders(ctx, all(ctx))).toThrow(refusal);
  await expect(lockRuns(ctx, [1])).rejects.toThrow(refusal);
  await expect(lockOrderRuns(ctx, 1)).rejects.toThrow(refusal);
  await expect(lockConfirmedRuns(ctx, 1)).rejects.toThrow(refusal);
  await expect(lockOrder(ctx, { orderId: 1 })).rejects.toThrow(refusal);
  await expect(lockPayment(ctx, randomUUID())).rejects.toThrow(refusal);
  await inTransaction(ctx, async (ctx) => {
    expect(await lockOrders(ctx, all(ctx))).toEqual([]);
    await lockRuns(ctx, [1]);
    await lockOrderRuns(ctx, 1);
    await lockConfirmedRuns(ctx, 1);
    expect([await lockOrder(ctx, { orderId: 1 }), await lockPayment(ctx, randomUUID())]).toEqual([null, null]);
  });
});

it("checkout and booking by transfer lock the run, then the network, then the discount code", async () => {
  const company = { name: "Example Hospital", vat_number: "300000000000003", address: "Riyadh" };
  await changeSetting(ctx.asStaff("owner"), "transfers", bank);
  const startDate = addDays(riyadhDate(ctx.now()), 30);
  const dates = { startDate, endDate: startDate, days: 1, capacity: 60, priceHalalas: 240_000 };
  const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, dates);
  await makeCode(ctx.db, "TEAM10");
  const order = { items: [{ runId, qty: 3 }], billing: address, discountCode: "TEAM10" };
  const recordLocks = async (act: (who: TestCtx) => Promise<unknown>): Promise<string[]> => {
    const locks: string[] = [];
    const watched = withStatements(database, ({ sql, params }) => {
      const [key] = params;
      if (sql.includes("pg_advisory_xact_lock")) locks.push(String(key).split(":")[0] ?? "");
      else if (sql.endsWith(" for update")) locks.push(/from "(\w+)"/.exec(sql)?.[1] ?? "");
      return undefined;
    });
    await act({ ...ctx.as(await makeUser(ctx.db)), database: watched, db: watched.db });
    return [...new Set(locks)];
  };
  const totalHalalas = Math.round(240_000 * 3 * 0.9 * 1.15);
  const inOrder = ["course_run", "holder", "discount_code"];
  expect(await recordLocks((who) => beginCheckout(who, order))).toEqual(inOrder);
  expect(await recordLocks((who) => bookByTransfer(who, { ...order, company, totalHalalas }))).toEqual(inOrder);
});

it("advisory locks throw inside a nested transaction", async () => {
  const work = inTransaction(ctx, (ctx) => inTransaction(ctx, async () => {}, buyerLock("one")));
  await expect(work).rejects.toThrow("cannot take an advisory lock");
});

it("onCommit drops effects of a rolled-back savepoint and runs the others after the outer commit", async () => {
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
