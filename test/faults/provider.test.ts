/**
 * A failing provider while the site fetches a payment, and payments that no one reports, on the real clock
 * (reliability rows 5 and 27).
 */
import { setTimeout as wait } from "node:timers/promises";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { updatePaymentStatus } from "#features/settlement/report-payment.server.ts";
import { watchPayments } from "#features/settlement/watch-payments.server.ts";
import { Unavailable } from "#platform/errors.ts";
import { createJobRunner, type JobTable } from "#platform/jobs-runner.server.ts";
import { address, pay, paymentsAt, postCard } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";

let sandbox: Sandbox;
let database: TestDatabase;
let visitor: TestCtx;
let runId: number;
beforeAll(async () => {
  sandbox = await startSandbox();
  database = await openTestDatabase();
  visitor = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
  runId = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 100 })).id;
});
afterAll(async () => {
  await database.close();
  await sandbox.close();
});

/** Begins an order and pays it at the provider. The site has not heard of the payment yet. */
async function payAtProvider() {
  const ctx = testContext(database, { env: visitor.env }).as(await makeUser(database.db));
  const begun = await beginCheckout(ctx, { items: [{ runId, qty: 1 }], billing: address });
  await pay(begun);
  return { ctx, begun };
}
const readStatus = async (orderId: number) =>
  (
    (await database.executeSql(`select status from "order" where id = $1`, [orderId])).rows[0] as unknown as {
      status: string;
    }
  ).status;

describe("row 27: during requests of the site", () => {
  it.each(["error_500", "error_503", "rate_limit_429", "html_403", "malformed_json", "drop_before_commit"] as const)(
    "%s: rejects as unavailable, changes nothing, and the job settles the payment later",
    async (kind) => {
      const { ctx, begun } = await payAtProvider();
      sandbox.control.fault({ route: "fetch", kind });
      await expect(updatePaymentStatus(ctx, { id: begun.given_id })).rejects.toThrow(Unavailable);
      expect(await readStatus(begun.order_id)).toBe("pending");
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 45_000);
      await reconcile(ctx);
      expect(await readStatus(begun.order_id)).toBe("paid");
    },
  );

  it("hanging: rejects within 11 s, while others can buy", { timeout: 40_000 }, async () => {
    const { ctx, begun } = await payAtProvider();
    sandbox.control.fault({ route: "fetch", kind: "hang" });
    // This timer is on the same machine as the site's own, so load delays both.
    const tooLate = wait(11_000, "too late", { ref: false });
    const answer = expect(updatePaymentStatus(ctx, { id: begun.given_id })).rejects.toThrow(Unavailable);
    while (sandbox.control.hanging() === 0) await new Promise(setImmediate);
    const other = await payAtProvider();
    expect(await updatePaymentStatus(other.ctx, { id: other.begun.given_id })).toMatchObject({ status: "paid" });
    expect(sandbox.control.hanging()).toBe(1);
    expect(await Promise.race([answer.then(() => "in time"), tooLate])).toBe("in time");
    expect(await updatePaymentStatus(ctx, { id: begun.given_id })).toMatchObject({ status: "paid" });
  });

  it("a payment id sent twice is refused by the provider, and changes nothing here", async () => {
    const { ctx, begun } = await payAtProvider();
    const again = await postCard(begun);
    expect([again.status, ((await again.json()) as { type: string }).type]).toEqual([400, "used_given_id"]);
    expect(await updatePaymentStatus(ctx, { id: begun.given_id })).toMatchObject({ status: "paid" });
  });

  it("rejects a response about another payment", async () => {
    const { ctx, begun } = await payAtProvider();
    const other = await payAtProvider();
    const wrong = {
      ...visitor.env,
      PAYMENTS_API_URL: `${visitor.env.PAYMENTS_API_URL}/payments/${other.begun.given_id}?x=`,
    };
    await expect(updatePaymentStatus({ ...ctx, env: wrong }, { id: begun.given_id })).rejects.toThrow(Unavailable);
    expect(await readStatus(begun.order_id)).toBe("pending");
  });
});

/** Returns a context on the real clock, like that of a running site. */
const createLiveContext = () => ({ ...visitor, now: () => new Date() });

/** Opens an order for one seat, not yet paid. */
async function beginOnLiveSite() {
  const buyer = { ...createLiveContext(), viewer: await makeUser(database.db) };
  return beginCheckout(buyer, { items: [{ runId, qty: 1 }], billing: address });
}

/** Runs `work` while the site does these jobs on the real clock. */
async function whileJobsRun(table: JobTable, work: () => Promise<void>): Promise<void> {
  const runner = createJobRunner(database, pino({ level: "silent" }));
  await runner.prepare(table);
  await runner.start(table, createLiveContext);
  try {
    await work();
  } finally {
    await runner.stop();
  }
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000);

it("row 5: without browser and webhook, an order is paid within 60 s of the real clock", { timeout: 90_000 }, () =>
  whileJobsRun({ "sales.reconcile": { work: reconcile, everySeconds: 15 } }, async () => {
    const begun = await beginOnLiveSite();
    await pay(begun);
    const paidAt = performance.now();
    await expect.poll(() => readStatus(begun.order_id), { timeout: 60_000, interval: 250 }).toBe("paid");
    console.log(`recorded ${secondsSince(paidAt)} s after the payment`);
  }),
);

it(
  "F-01 without browser and webhook, a payment after its order ended is refunded within 60 s of the real clock",
  { timeout: 90_000 },
  async () => {
    const begun = await beginOnLiveSite();
    await postCard(begun);
    // The order ended two hours ago, its price has changed since, and its payment is checked again in an hour.
    await database.executeSql(
      `update "order" set status = 'expired', expires_at = now() - interval '2 hours' where id = $1`,
      [begun.order_id],
    );
    await database.executeSql(
      "update payment set check_at = now() + interval '1 hour', checks = 3 where order_id = $1",
      [begun.order_id],
    );
    await database.executeSql(
      "update order_line set unit_price_halalas = unit_price_halalas - 100 where order_id = $1",
      [begun.order_id],
    );
    const table = {
      "sales.reconcile": { work: reconcile, everySeconds: 15 },
      "sales.watch-payments": { work: watchPayments, everySeconds: 20 },
    };
    await whileJobsRun(table, async () => {
      // The buyer pays just after a round of the job, so that the next one is a whole pause away.
      await expect
        .poll(
          async () =>
            (
              await database.executeSql(
                "select 1 from pgboss.job where name = 'sales.watch-payments' and state = 'completed'",
              )
            ).rows.length,
          { timeout: 30_000, interval: 100 },
        )
        .toBe(1);
      sandbox.control.finish(begun.given_id);
      const paidAt = performance.now();
      await expect
        .poll(() => sandbox.control.payment(begun.given_id).refunded, { timeout: 60_000, interval: 250 })
        .toBe(begun.amount);
      console.log(`returned ${secondsSince(paidAt)} s after the payment`);
    });
  },
);

it(
  "F-09 a payment made by hand for our order is refunded within 5 minutes of the real clock",
  { timeout: 90_000 },
  async () => {
    const begun = await beginOnLiveSite();
    await whileJobsRun({ "sales.watch-payments": { work: watchPayments, everySeconds: 20 } }, async () => {
      const id = crypto.randomUUID();
      // The site leaves a payment alone for its first 60 s. By the provider's clock, 45 s of them have passed.
      sandbox.control.advance(-45_000);
      await pay({ ...begun, given_id: id }, undefined, { amount: 100 });
      sandbox.control.advance(45_000);
      const paidAt = performance.now() - 45_000;
      await expect.poll(() => sandbox.control.payment(id).refunded, { timeout: 80_000, interval: 250 }).toBe(100);
      console.log(`returned ${secondsSince(paidAt)} s after the payment`);
    });
  },
);
