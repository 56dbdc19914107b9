/**
 * Paid card payments without an order, made by hand with the publishable key or by another installation: returned
 * automatically or left to staff, once.
 */
import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import type { Database } from "#platform/db/database.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { openTwoPools, type TwoPools } from "#test/two-pools.ts";
import { openSandbox } from "#test/sandbox.ts";
import { comparePayments } from "#features/settlement/cases/compare.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { resyncOrder } from "#features/order-views/staff/resync-order.server.ts";
import { settlePayment } from "./settle.server.ts";
import { foreignPayments } from "#features/payments/tables.server.ts";
import { findDiscrepancies } from "#features/payments/discrepancies.server.ts";
import { watchPayments } from "./watch-payments.server.ts";

const sandbox = await openSandbox();

const yesterday = () => new Date(Date.now() - 86_400_000);

/** An order that waits for its payment; `hasSold`: after another one was sold. */
async function openOrder(database: Database, { hasSold = true } = {}) {
  const ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) }).as(await makeUser(database.db));
  if (hasSold) {
    ctx.clock.now = new Date(ctx.clock.now.getTime() - 60_000);
    await paidOrders(ctx, 1);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
  }
  const run = await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 5 });
  return { ctx, begun: await beginCheckout(ctx, { items: [{ runId: run.id, qty: 1 }], billing: address }) };
}
type Begun = Awaited<ReturnType<typeof beginCheckout>>;

/** Charges a card outside the checkout, with an id of its own. `change` replaces fields of the payment. */
async function payByHand(begun: Begun, change: Record<string, unknown> = {}): Promise<string> {
  const id = crypto.randomUUID();
  await pay({ ...begun, given_id: id }, undefined, { amount: 100, ...change });
  return id;
}
function passSeconds(ctx: TestCtx, seconds: number) {
  ctx.clock.now = new Date(ctx.clock.now.getTime() + seconds * 1000);
  sandbox.control.advance(seconds * 1000);
}
const refunded = (id: string) => sandbox.control.payment(id).refunded;
const rows = async <Row>(ctx: TestCtx, query: SQL) => (await ctx.db.execute(query)).rows as Row[];
const readForeignPayments = (ctx: TestCtx) =>
  rows<{ id: string; status: string; problem: string | null }>(
    ctx,
    sql`select id, status, problem from foreign_payment`,
  );
const mails = (ctx: TestCtx) =>
  rows(
    ctx,
    sql`select template, "to", locale, props ->> 'reason' as reason, props ->> 'refunded' as refunded from outbox_mail order by id`,
  );

describeOnDatabase("foreign payments", (open) => {
  it("F-09 returns a payment that names our order once and notifies its buyer, but not in its first minute", async () => {
    const { ctx, begun } = await openOrder(await open());
    const id = await payByHand(begun);
    passSeconds(ctx, 50);
    await watchPayments(ctx);
    expect([refunded(id), await readForeignPayments(ctx)]).toEqual([0, []]);
    passSeconds(ctx, 20);
    for (let round = 0; round < 3; round++) await watchPayments(ctx);
    expect(refunded(id)).toBe(100);
    expect(await readForeignPayments(ctx)).toEqual([{ id, status: "done", problem: null }]);
    const expectedMail = {
      template: "payment-refunded",
      to: ctx.viewer?.email,
      locale: "en",
      reason: "unknown-order",
      refunded: "1.00",
    };
    expect(await mails(ctx)).toEqual([expectedMail]);
    // The order itself has nothing to do with it, and can be paid.
    await pay(begun);
    expect((await settlePayment(ctx, begun.given_id))?.status).toBe("paid");
    await watchPayments(ctx);
    expect(refunded(begun.given_id)).toBe(0);
    expect(await findDiscrepancies(ctx.asStaff("finance"), yesterday())).toEqual([]);
  });

  it.each([
    ["F-09 a payment that names no order", () => null],
    ["F-09 a payment that names an unknown order", (ours: object) => ({ ...ours, order_id: "999999" })],
    ["F-09 a payment that names an invalid order id", (ours: object) => ({ ...ours, order_id: "1 or 1=1" })],
    ["O4-01 a payment that names our order but no installation", ({ order_id }: Begun["metadata"]) => ({ order_id })],
    [
      "O4-01 a payment of another installation with the id of our order",
      (ours: object) => ({ ...ours, installation_id: crypto.randomUUID() }),
    ],
  ])("%s is reported to staff once, and stays listed until it is returned", async (_words, metadata) => {
    const errors: unknown[] = [];
    const { ctx, begun } = await openOrder(await open());
    const error = (facts: unknown) => void errors.push(facts);
    const ctxWithLog = { ...ctx, log: Object.assign(Object.create(ctx.log) as typeof ctx.log, { error }) };
    const id = await payByHand(begun, { metadata: metadata(begun.metadata) });
    passSeconds(ctx, 70);
    for (let round = 0; round < 3; round++) await watchPayments(ctxWithLog);
    expect(refunded(id)).toBe(0);
    expect(await readForeignPayments(ctx)).toEqual([{ id, status: "reported", problem: null }]);
    expect(await mails(ctx)).toMatchObject([{ template: "payment-unclaimed", to: "hello@example.com", locale: "en" }]);
    expect(errors).toEqual([{ payments: 1, reported: 1, payment_ids: [id] }]);
    expect(await findDiscrepancies(ctx.asStaff("finance"), yesterday())).toMatchObject([
      { kind: "unknown-payment", paymentId: id },
    ]);
    sandbox.control.patch(id, { refunded: 100, status: "refunded" });
    expect(await findDiscrepancies(ctx.asStaff("finance"), yesterday())).toEqual([]);
  });

  it("O4-01 two databases at one provider account never return each other's payments", async () => {
    const first = await openOrder(await open());
    await pay(first.begun);
    expect((await settlePayment(first.ctx, first.begun.given_id))?.status).toBe("paid");
    // Empty in the first round; in the second it has sold orders with the same numbers.
    const second = await openOrder(await open(), { hasSold: false });
    expect(second.begun.metadata.installation_id).not.toBe(first.begun.metadata.installation_id);
    for (const seconds of [70, 3600]) {
      passSeconds(second.ctx, seconds);
      await watchPayments(second.ctx);
      await paidOrders(second.ctx, 5);
    }
    expect(refunded(first.begun.given_id)).toBe(0);
    expect(await readForeignPayments(second.ctx)).toEqual([
      { id: first.begun.given_id, status: "reported", problem: null },
    ]);
    expect(await rows(second.ctx, sql`select order_id from foreign_payment`)).toEqual([{ order_id: null }]);
    await pay(second.begun);
    first.ctx.clock.now = second.ctx.clock.now;
    passSeconds(first.ctx, 70);
    await watchPayments(first.ctx);
    expect(refunded(second.begun.given_id)).toBe(0);
    expect(await readForeignPayments(first.ctx)).toEqual([
      { id: second.begun.given_id, status: "reported", problem: null },
    ]);
  });

  it("O4-01 a reported payment is a case in the portal at any age", async () => {
    const { ctx, begun } = await openOrder(await open());
    await watchPayments(ctx);
    const id = await payByHand(begun, { metadata: null });
    passSeconds(ctx, 5 * 86_400);
    await watchPayments(ctx);
    await comparePayments(ctx);
    const cases = sql`select payment_id, closed_at from payment_case where kind = 'unknown-payment'`;
    expect(await rows(ctx, cases)).toEqual([{ payment_id: id, closed_at: null }]);
    sandbox.control.patch(id, { refunded: 100, status: "refunded" });
    await comparePayments(ctx);
    expect(await rows(ctx, cases)).toEqual([{ payment_id: id, closed_at: expect.anything() }]);
  });

  it("O4-01 a payment refunded at the provider before its case opened is done, and not fetched again", async () => {
    const { ctx, begun } = await openOrder(await open());
    await watchPayments(ctx);
    const id = await payByHand(begun, { metadata: null });
    passSeconds(ctx, 5 * 86_400);
    await watchPayments(ctx);
    expect(await readForeignPayments(ctx)).toEqual([{ id, status: "reported", problem: null }]);
    sandbox.control.patch(id, { refunded: 100, status: "refunded" });
    await comparePayments(ctx);
    expect(await readForeignPayments(ctx)).toEqual([{ id, status: "done", problem: null }]);
    expect(await rows(ctx, sql`select id from payment_case where kind = 'unknown-payment'`)).toEqual([]);
    expect(await rows(ctx, sql`select 1 from audit_event where action = 'foreign-payment.returned'`)).toHaveLength(1);
    sandbox.control.fault({ route: "fetch", kind: "error_500" });
    passSeconds(ctx, 60);
    await comparePayments(ctx);
    const [{ at } = {}] = await rows<{ at: string }>(ctx, sql`select compared_at as at from payment_comparison`);
    expect(new Date(at ?? 0)).toEqual(ctx.now());
  });

  it("O4-01 returns nothing that was paid before this database sold its first order", async () => {
    const { ctx, begun } = await openOrder(await open(), { hasSold: false });
    const id = await payByHand(begun);
    passSeconds(ctx, 70);
    await paidOrders(ctx, 1);
    await watchPayments(ctx);
    expect([refunded(id), await readForeignPayments(ctx)]).toEqual([0, [{ id, status: "reported", problem: null }]]);
    const later = await payByHand(begun);
    passSeconds(ctx, 70);
    await watchPayments(ctx);
    expect([refunded(id), refunded(later)]).toEqual([0, 100]);
  });

  it("O3-11: reports all payments of one round in one email and one log line, and later ones separately", async () => {
    const errors: unknown[] = [];
    const { ctx, begun } = await openOrder(await open());
    const error = (facts: unknown) => void errors.push(facts);
    const ctxWithLog = { ...ctx, log: Object.assign(Object.create(ctx.log) as typeof ctx.log, { error }) };
    const ids = await Promise.all(Array.from({ length: 60 }, () => payByHand(begun, { metadata: null })));
    passSeconds(ctx, 70);
    for (let round = 0; round < 2; round++) await watchPayments(ctxWithLog);
    expect((await readForeignPayments(ctx)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await rows(ctx, sql`select props ->> 'others' as others from outbox_mail`)).toEqual([{ others: "59" }]);
    expect(errors).toMatchObject([{ payments: 60, reported: 60 }]);
    await payByHand(begun, { metadata: null });
    // The provider's clock went on while all these were paid.
    passSeconds(ctx, 600);
    await watchPayments(ctxWithLog);
    expect(await mails(ctx)).toHaveLength(2);
  });

  it("F-09 does not return a payment that is older than its order or partly refunded", async () => {
    const { ctx, begun } = await openOrder(await open());
    sandbox.control.advance(-3_600_000);
    const older = await payByHand(begun);
    sandbox.control.advance(3_600_000);
    const inPart = await payByHand(begun, { amount: 1000 });
    sandbox.control.patch(inPart, { refunded: 300 });
    passSeconds(ctx, 70);
    await watchPayments(ctx);
    expect([refunded(older), refunded(inPart)]).toEqual([0, 300]);
    expect((await readForeignPayments(ctx)).map(({ status }) => status)).toEqual(["reported", "reported"]);
  });

  const lost = ["drop_after_commit", "malformed_json", "drop_before_commit", "error_500"] as const;
  it.each(lost)("F-09 returns a payment once if the refund is answered with %s", async (kind) => {
    const { ctx, begun } = await openOrder(await open());
    const id = await payByHand(begun);
    passSeconds(ctx, 70);
    sandbox.control.fault({ route: "refund", kind });
    await watchPayments(ctx);
    expect((await readForeignPayments(ctx))[0]?.status).toBe("requested");
    await watchPayments(ctx);
    expect((await readForeignPayments(ctx))[0]?.status, "its claim still runs").toBe("requested");
    passSeconds(ctx, 40);
    await watchPayments(ctx);
    expect([refunded(id), await readForeignPayments(ctx)]).toEqual([100, [{ id, status: "done", problem: null }]]);
    expect(await mails(ctx)).toHaveLength(1);
  });

  it("F-09 leaves a refund that the provider refuses to staff and notifies them; resyncing the order retries it", async () => {
    const { ctx, begun } = await openOrder(await open());
    const id = await payByHand(begun);
    passSeconds(ctx, 70);
    // The first round reads it as paid; in the second it is only authorized, and cannot be refunded.
    sandbox.control.fault({ route: "refund", kind: "error_500" });
    await watchPayments(ctx);
    sandbox.control.patch(id, { status: "authorized" });
    passSeconds(ctx, 40);
    await watchPayments(ctx);
    expect(await readForeignPayments(ctx)).toEqual([{ id, status: "needs-person", problem: "provider-refused" }]);
    expect(await mails(ctx)).toMatchObject([{ template: "payment-unclaimed" }]);
    sandbox.control.patch(id, { status: "paid" });
    expect(await findDiscrepancies(ctx.asStaff("finance"), yesterday())).toMatchObject([{ kind: "unknown-payment" }]);
    await resyncOrder(ctx.asStaff("finance"), begun.order_id);
    expect([refunded(id), await readForeignPayments(ctx)]).toEqual([100, [{ id, status: "done", problem: null }]]);
  });

  it("F-09 continues from the last round after downtime", async () => {
    const { ctx, begun } = await openOrder(await open());
    await watchPayments(ctx);
    const id = await payByHand(begun);
    passSeconds(ctx, 5 * 86_400);
    await watchPayments(ctx);
    expect(refunded(id)).toBe(100);
  });
});

/** Switches the defence off: every claim, the only update outside a transaction, succeeds. */
function withoutClaim(ctx: TestCtx): TestCtx {
  const claimed = { set: () => ({ where: () => ({ returning: async () => [{ id: "claimed already" }] }) }) };
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (name === "update") return (table: PgTable) => (table === foreignPayments ? claimed : target.update(table));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...ctx, db };
}

describe("two processes at once (postgres)", () => {
  let pools: TwoPools;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());

  /** Makes ten payments by hand, lets both processes read the list at the same time, and returns the outcome. */
  async function round(wrapContext: (ctx: TestCtx) => TestCtx = (ctx) => ctx) {
    sandbox.control.reset();
    const { ctx, begun } = await openOrder(pools.first);
    const ids = await Promise.all(Array.from({ length: 10 }, () => payByHand(begun)));
    passSeconds(ctx, 70);
    const contexts = [pools.first, pools.second].map((database) => wrapContext({ ...ctx, database, db: database.db }));
    await Promise.all(contexts.map(watchPayments));
    const known = (await readForeignPayments(ctx)).filter(({ id }) => ids.includes(id));
    const returned = ids.every((id) => refunded(id) === 100);
    return {
      returned,
      refusedTwice: known.filter(({ problem }) => problem === "provider-refused").length,
      recorded: known.length,
    };
  }

  it("F-09 return each payment once", async () => {
    for (let n = 0; n < 3; n++) expect(await round()).toEqual({ returned: true, refusedTwice: 0, recorded: 10 });
  });

  it("negative control: without the claim both send the refund, and the second is refused", async () => {
    let refusedTwice = 0;
    for (let n = 0; n < 10 && refusedTwice === 0; n++) ({ refusedTwice } = await round(withoutClaim));
    expect(refusedTwice).toBeGreaterThan(0);
  });
});
