/** Another card for the same order: several payments, one sale, nothing charged twice (G-03). */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { processPayment, updatePaymentStatus } from "#features/settlement/report-payment.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { watchPayments } from "#features/settlement/watch-payments.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { Conflict, RateLimited } from "#platform/errors.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { declinedCard, pay, paymentsAt, postCard } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { beginSeats, minutesLater, orderStatus } from "#test/purchase.ts";
import { openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { openSandbox } from "#test/sandbox.ts";
import type { BegunCheckout } from "./checkout.schema.ts";

const sandbox = await openSandbox();

async function openShop(database: Database): Promise<{ ctx: TestCtx; runId: number }> {
  const ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) }).as(await makeUser(database.db));
  return { ctx, runId: (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 3 })).id };
}

/** Begins an order, declines its first card and begins a second payment. */
async function beginAfterDecline(ctx: TestCtx, runId: number) {
  const first = await beginSeats(ctx, runId);
  await pay(first, declinedCard);
  await settlePayment(ctx, first.given_id);
  return { first, second: await beginSeats(ctx, runId) };
}

/** The bank reports afterwards that the declined payment was charged. */
const chargeAfterAll = ({ given_id, amount }: BegunCheckout) =>
  sandbox.control.patch(given_id, { status: "paid", amount, refunded: 0 });
/** Sums what the buyer has paid, less refunds, over all payments. */
const sumNetPaid = () =>
  sandbox.control
    .payments()
    .reduce((sum, { status, amount, refunded }) => sum + (status === "paid" ? amount - refunded : 0), 0);

/** Reads an order with its payments, refunds, sold seats, documents and mails. */
async function readFacts(ctx: TestCtx, orderId: number) {
  const { rows } = await ctx.db.execute(sql`
    select o.status, o.reason,
      (select jsonb_agg(jsonb_build_array(p.status, p.settled_at is not null) order by p.number) from payment p where p.order_id = o.id) as payments,
      (select coalesce(jsonb_agg(jsonb_build_array(f.reason, f.status) order by f.id), '[]') from refund f join payment p on p.id = f.payment_id where p.order_id = o.id) as refunds,
      (select sum(r.seats_sold)::int from course_run r join order_line l on l.run_id = r.id where l.order_id = o.id) as sold,
      (select coalesce(jsonb_agg(d.kind order by d.id), '[]') from tax_document d where d.order_id = o.id) as documents,
      (select coalesce(jsonb_agg(mail.template order by mail.id), '[]') from outbox_mail mail where (mail.props ->> 'orderId')::int = o.id) as mails
    from "order" o where o.id = ${orderId}`);
  return rows[0];
}

describeOnDatabase("another card for the same order", (open) => {
  describe("refusals", () => {
    it("G-03 other seats or another price begin a new order, and the declined one gives up its seats", async () => {
      const { ctx, runId } = await openShop(await open());
      const { first } = await beginAfterDecline(ctx, runId);
      const more = await beginSeats(ctx, runId, 2);
      expect(more.order_id).not.toBe(first.order_id);
      await pay(more, declinedCard);
      await settlePayment(ctx, more.given_id);
      await ctx.db.execute(sql`update course_run set price_halalas = 300000 where id = ${runId}`);
      const dearer = await beginSeats(ctx, runId, 2);
      expect([first.order_id, more.order_id]).not.toContain(dearer.order_id);
      expect(await orderStatus(ctx, more.order_id)).toBe("failed");
    });

    it("G-03 a second card does not extend the hold, and cannot be started in its last minute; after two expired holds the account must wait", async () => {
      const { ctx, runId } = await openShop(await open());
      for (let round = 0; round < 2; round++) {
        const { first, second } = await beginAfterDecline(ctx, runId);
        expect(second).toMatchObject({ order_id: first.order_id, expires_at: first.expires_at });
        minutesLater(ctx, 14.5);
        await pay(second, declinedCard);
        await settlePayment(ctx, second.given_id);
        await expect(beginSeats(ctx, runId)).rejects.toThrow(Conflict);
        minutesLater(ctx, 0.5);
      }
      await expect(beginSeats(ctx, runId)).rejects.toThrow(RateLimited);
    });

    it("G-03 does not reopen an order that failed for another reason or has ended", async () => {
      const { ctx, runId } = await openShop(await open());
      const wrong = await beginSeats(ctx, runId);
      await pay(wrong, undefined, { amount: 100 });
      await settlePayment(ctx, wrong.given_id);
      const abandoned = await beginSeats(ctx, runId);
      expect(abandoned.order_id).not.toBe(wrong.order_id);
      minutesLater(ctx, 15);
      await reconcile(ctx);
      expect((await beginSeats(ctx, runId)).order_id).not.toBe(abandoned.order_id);
    });
  });

  it("G-03 repeated reports of the declined card do not decide the order", async () => {
    const { ctx, runId } = await openShop(await open());
    const { first, second } = await beginAfterDecline(ctx, runId);
    await postCard(second);
    expect(await updatePaymentStatus(ctx, { id: first.given_id })).toMatchObject({ status: "pending" });
    const report = {
      user_id: ctx.viewer?.id ?? "",
      order_id: first.order_id,
      runId,
      sub_total: first.sub_total,
      tax: first.tax,
      total: first.total,
    };
    for (const { given_id: id } of [first, second])
      expect(await processPayment(ctx, { ...report, payment_response: { id } })).toMatchObject({ status: "pending" });
    sandbox.control.finish(second.given_id);
    expect(await settlePayment(ctx, second.given_id)).toMatchObject({ status: "paid" });
    expect(await readFacts(ctx, first.order_id)).toMatchObject({
      status: "paid",
      payments: [
        ["failed", false],
        ["paid", true],
      ],
      sold: 1,
    });
    expect(sumNetPaid()).toBe(first.amount);
  });

  it("G-03 each declined card has its own mail, and the page shows the card that counts", async () => {
    const { ctx, runId } = await openShop(await open());
    const { first, second } = await beginAfterDecline(ctx, runId);
    await pay(second, declinedCard);
    await settlePayment(ctx, second.given_id);
    expect(await readFacts(ctx, first.order_id)).toMatchObject({ mails: ["payment-failed", "payment-failed"] });
    const third = await beginSeats(ctx, runId);
    expect(new Set([first, second, third].map(({ given_id }) => given_id)).size).toBe(3);
    await pay(third);
    await settlePayment(ctx, third.given_id);
    const { payment } = await myOrder(ctx, { user_id: ctx.viewer?.id ?? "", order_id: first.order_id });
    expect(payment).toMatchObject({ status: "paid", method: "card", card_masked: expect.stringMatching(/1111$/) });
  });

  it("G-03 a declined payment charged after the second one is refunded in full, once, with a mail", async () => {
    const { ctx, runId } = await openShop(await open());
    const { first, second } = await beginAfterDecline(ctx, runId);
    await pay(second);
    await settlePayment(ctx, second.given_id);
    chargeAfterAll(first);
    // No one reports the charge: the provider's list of paid payments has it.
    for (let round = 0; round < 2; round++) await watchPayments(ctx);
    await settlePayment(ctx, first.given_id);
    await reconcile(ctx);
    expect(await readFacts(ctx, first.order_id)).toEqual({
      status: "paid",
      reason: null,
      payments: [
        ["refunded", false],
        ["paid", true],
      ],
      refunds: [["already-paid", "done"]],
      sold: 1,
      documents: ["invoice"],
      mails: ["payment-failed", "order-confirmed", "payment-refunded"],
    });
    expect(sumNetPaid()).toBe(first.amount);
    const { rows } = await ctx.db.execute(sql`select props from outbox_mail where template = 'payment-refunded'`);
    expect((rows[0] as { props: object }).props).toMatchObject({ reason: "already-paid", wasPaid: false, lines: [] });
    expect((await myOrder(ctx, { user_id: ctx.viewer?.id ?? "", order_id: first.order_id })).payment).toMatchObject({
      status: "paid",
      returned: null,
      returning: false,
    });
  });

  it("G-03 a declined payment charged before the second pays the order, and the second is refunded", async () => {
    const { ctx, runId } = await openShop(await open());
    const { first, second } = await beginAfterDecline(ctx, runId);
    await postCard(second);
    chargeAfterAll(first);
    expect(await settlePayment(ctx, first.given_id)).toMatchObject({ status: "paid" });
    sandbox.control.finish(second.given_id);
    expect(await settlePayment(ctx, second.given_id)).toMatchObject({ status: "paid" });
    await reconcile(ctx);
    expect(await readFacts(ctx, first.order_id)).toMatchObject({
      status: "paid",
      payments: [
        ["paid", true],
        ["refunded", false],
      ],
      refunds: [["already-paid", "done"]],
      sold: 1,
      documents: ["invoice"],
    });
    expect(sumNetPaid()).toBe(first.amount);
  });

  it("G-03 after a refund of the order, a second charge is refunded too", async () => {
    const { ctx, runId } = await openShop(await open());
    const { first, second } = await beginAfterDecline(ctx, runId);
    await pay(second);
    await settlePayment(ctx, second.given_id);
    sandbox.control.patch(second.given_id, { status: "refunded", refunded: second.amount });
    expect(await settlePayment(ctx, second.given_id)).toMatchObject({ status: "refunded" });
    chargeAfterAll(first);
    await settlePayment(ctx, first.given_id);
    await reconcile(ctx);
    expect(await readFacts(ctx, first.order_id)).toMatchObject({
      status: "refunded",
      refunds: [
        ["at-provider", "done"],
        ["already-paid", "done"],
      ],
      documents: ["invoice", "credit-note"],
    });
    expect(sumNetPaid()).toBe(0);
  });

  it("G-03 a second charge refunded by staff at the provider leaves the order unchanged", async () => {
    const { ctx, runId } = await openShop(await open());
    const { first, second } = await beginAfterDecline(ctx, runId);
    await pay(second);
    await settlePayment(ctx, second.given_id);
    chargeAfterAll(first);
    sandbox.control.patch(first.given_id, { status: "refunded", refunded: first.amount });
    await settlePayment(ctx, first.given_id);
    expect(await readFacts(ctx, first.order_id)).toMatchObject({
      status: "paid",
      refunds: [["at-provider", "done"]],
      sold: 1,
      documents: ["invoice"],
    });
  });

  it("G-03 two payments of an ended order whose run is sold out are both refunded", async () => {
    const { ctx, runId } = await openShop(await open());
    const { first, second } = await beginAfterDecline(ctx, runId);
    await postCard(second);
    minutesLater(ctx, 16);
    await reconcile(ctx);
    expect(await orderStatus(ctx, first.order_id)).toBe("expired");
    await ctx.db.execute(sql`update course_run set seats_sold = capacity where id = ${runId}`);
    chargeAfterAll(first);
    sandbox.control.finish(second.given_id);
    for (const { given_id } of [first, second]) await settlePayment(ctx, given_id);
    await reconcile(ctx);
    expect(await readFacts(ctx, first.order_id)).toMatchObject({
      status: "expired",
      refunds: [
        ["sold-out", "done"],
        ["sold-out", "done"],
      ],
      documents: [],
    });
    expect(sumNetPaid()).toBe(0);
  });
});

/** The same database with the defence off: the order is read, not locked. */
const withoutOrderLock = (database: Database) => withoutLocks(database, / from "order" .* for update of "order"$/s);

describe("both payments of an order become paid at the same time, over two pools (postgres)", () => {
  let pools: TwoPools;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());

  /** Settles both payments at once, then reconciles. Returns what was sold, refunded and charged. */
  async function playRound(databases: Database[]) {
    const { ctx, runId } = await openShop(pools.first);
    const { first, second } = await beginAfterDecline(ctx, runId);
    await pay(second);
    chargeAfterAll(first);
    const tries = [first, second].flatMap(({ given_id }, at) =>
      [0, 1].map((side) => {
        const database = databases[(at + side) % databases.length] ?? pools.first;
        return settlePayment({ ...ctx, database, db: database.db }, given_id);
      }),
    );
    const answers = await Promise.allSettled(tries);
    for (let turn = 0; turn < 2; turn++) await reconcile(ctx);
    const { status, sold, refunds, documents } = (await readFacts(ctx, first.order_id)) ?? {};
    const broken = answers.filter((answer) => answer.status === "rejected").length;
    const charged = [first, second]
      .map(({ given_id }) => sandbox.control.payment(given_id))
      .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
    return { status, sold, refunds, documents, broken, charged: charged / first.amount };
  }

  it("G-03 one pays the order, the other is refunded, nothing is charged twice", async () => {
    for (let n = 0; n < 10; n++)
      expect(await playRound([pools.first, pools.second])).toEqual({
        status: "paid",
        sold: 1,
        refunds: [["already-paid", "done"]],
        documents: ["invoice"],
        broken: 0,
        charged: 1,
      });
  });

  it("negative control: without the lock on the order both payments are kept", async () => {
    const charged: number[] = [];
    for (let n = 0; n < 10 && !charged.some((times) => times > 1); n++)
      charged.push((await playRound([pools.first, pools.second].map(withoutOrderLock))).charged);
    expect(Math.max(...charged)).toBe(2);
  });
});
