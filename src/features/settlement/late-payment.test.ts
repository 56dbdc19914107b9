/**
 * Payments after their order has ended, or for a cancelled run: they buy seats still on sale at the same price, else
 * they are refunded with the reason.
 */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { Conflict } from "#platform/errors.ts";
import { address, declinedCard, pay, paymentsAt, postCard } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { openSandbox } from "#test/sandbox.ts";
import { reconcile } from "./jobs.server.ts";
import { processPayment, updatePaymentStatus } from "./report-payment.server.ts";
import { settlePayment } from "./settle.server.ts";
import { watchPayments } from "./watch-payments.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("late payments", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let userId: string;

  beforeEach(async () => {
    const database = await open();
    const user = await makeUser(database.db);
    userId = user.id;
    ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) }).as(user);
    runId = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 2 })).id;
  });

  type Begun = Awaited<ReturnType<typeof beginCheckout>>;
  const begin = (qty = 1) => beginCheckout(ctx, { items: [{ runId, qty }], billing: address });
  const order = (begun: Begun) => myOrder(ctx, { user_id: userId, order_id: begun.order_id });
  const change = (statement: string) => ctx.db.execute(sql.raw(statement));
  /** Moves the clocks of the site and the provider. */
  function passMinutes(minutes: number) {
    ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000);
    sandbox.control.advance(minutes * 60_000);
  }
  const report = (begun: Begun) => ({
    user_id: userId,
    order_id: begun.order_id,
    runId,
    sub_total: begun.sub_total,
    tax: begun.tax,
    total: begun.total,
    payment_response: { id: begun.given_id },
  });
  const readFacts = async (begun: Begun) => {
    const { rows } = await ctx.db.execute(sql`
      select o.status, o.reason, r.seats_sold as sold, (select count(*)::int from enrolment h where h.run_id = r.id and h.state = 'held') as held,
        (select jsonb_agg(jsonb_build_array(f.reason, f.status) order by f.id) from refund f join payment a on a.id = f.payment_id where a.order_id = o.id) as refunds,
        (select coalesce(jsonb_agg(jsonb_build_array(sent.template, sent.props ->> 'reason') order by sent.id), '[]') from outbox_mail sent where sent.template in ('order-confirmed', 'payment-refunded')) as mails
      from "order" o join order_line l on l.order_id = o.id join course_run r on r.id = l.run_id where o.id = ${begun.order_id}`);
    return rows[0] as {
      status: string;
      reason: string;
      sold: number;
      held: number;
      refunds: [string, string][] | null;
      mails: [string, string][];
    };
  };
  /** Creates an order that expires while its buyer is at the bank. */
  async function makeExpiredOrder(): Promise<Begun> {
    const begun = await begin();
    await postCard(begun);
    passMinutes(16);
    await reconcile(ctx);
    expect(await readFacts(begun)).toMatchObject({ status: "expired", reason: "abandoned" });
    return begun;
  }

  describe("refusals", () => {
    it.each([
      ["run-cancelled", () => cancelRunNow(ctx.asStaff("training"), { runId })],
      [
        "run-ended",
        () => change(`update course_run set start_date = '2020-01-01', end_date = '2020-01-02' where id = ${runId}`),
      ],
      [
        "run-closed",
        () =>
          change(`update course set closed = true where id = (select course_id from course_run where id = ${runId})`),
      ],
      ["price-changed", () => change(`update course_run set price_halalas = price_halalas * 2 where id = ${runId}`)],
      ["price-changed", () => changeSetting(ctx, "taxPercent", 5)],
      ["paid-too-late", () => passMinutes(24 * 60)],
    ] as const)(
      "F-01 %s since the order ended: refunds everything with an email that says why, and confirms nothing",
      async (reason, makeChange) => {
        const begun = await makeExpiredOrder();
        await makeChange();
        sandbox.control.finish(begun.given_id);
        expect(await updatePaymentStatus(ctx, { id: begun.given_id })).toMatchObject({ status: "expired" });
        expect((await order(begun)).payment).toMatchObject({ returning: true, reason });
        await reconcile(ctx);
        expect(sandbox.control.payment(begun.given_id)).toMatchObject({ amount: begun.amount, refunded: begun.amount });
        expect(await readFacts(begun)).toMatchObject({
          sold: 0,
          held: 0,
          refunds: [[reason, "done"]],
          mails: [["payment-refunded", reason]],
        });
        expect((await order(begun)).payment).toMatchObject({
          status: "expired",
          returning: false,
          returned: begun.total,
          reason,
        });
      },
    );

    it("F-01 cancelling a run ends its open orders and the holds of failed ones; later payments are refunded", async () => {
      const failed = await begin();
      await pay(failed, declinedCard);
      await settlePayment(ctx, failed.given_id);
      const other = ctx.as(await makeUser(ctx.db));
      const pending = await beginCheckout(other, { items: [{ runId, qty: 1 }], billing: address });
      await postCard(pending);
      expect((await readFacts(failed)).held).toBe(2);
      await cancelRunNow(ctx.asStaff("training"), { runId });
      expect(await readFacts(failed)).toMatchObject({ status: "failed", reason: "declined", held: 0 });
      expect(await readFacts(pending)).toMatchObject({
        status: "expired",
        reason: "run-cancelled",
        held: 0,
        refunds: null,
      });
      sandbox.control.finish(pending.given_id);
      expect(await updatePaymentStatus(other, { id: pending.given_id })).toMatchObject({ status: "expired" });
      await reconcile(ctx);
      expect(sandbox.control.payment(pending.given_id)).toMatchObject({ refunded: pending.amount });
      expect(await readFacts(pending)).toMatchObject({
        sold: 0,
        refunds: [["run-cancelled", "done"]],
        mails: [["payment-refunded", "run-cancelled"]],
      });
    });

    it("F-01 process-payment rejects an order of a cancelled run with the reason", async () => {
      const begun = await begin();
      await postCard(begun);
      await cancelRunNow(ctx.asStaff("training"), { runId });
      await expect(processPayment(ctx, report(begun))).rejects.toThrow(
        "This order can no longer be paid. A course date in this order was cancelled.",
      );
      await expect(processPayment({ ...ctx, locale: "ar" }, report(begun))).rejects.toThrow(
        "أُلغي موعد إحدى دورات هذا الطلب.",
      );
      await expect(begin()).rejects.toThrow(Conflict);
    });

    it("F-01 process-payment accepts a late card at an unchanged price, and rejects it after a change", async () => {
      const begun = await begin();
      passMinutes(16);
      await reconcile(ctx);
      await postCard(begun);
      expect((await processPayment(ctx, report(begun))).status).toBe("expired");
      await change(`update course_run set price_halalas = price_halalas + 100 where id = ${runId}`);
      await expect(processPayment(ctx, report(begun))).rejects.toThrow("The price has changed since you ordered.");
    });

    it("F-01 a card charged for a cancelled run is rejected with 409 and refunded", async () => {
      const begun = await begin();
      await cancelRunNow(ctx.asStaff("training"), { runId });
      await pay(begun);
      await expect(processPayment(ctx, report(begun))).rejects.toThrow(Conflict);
      await reconcile(ctx);
      expect(sandbox.control.payment(begun.given_id)).toMatchObject({ refunded: begun.amount });
    });
  });

  it("F-01 within its hold an order keeps price and seat, even if the course closes for sale", async () => {
    const begun = await begin();
    await postCard(begun);
    await change(`update course_run set price_halalas = price_halalas * 2 where id = ${runId}`);
    await change(`update course set closed = true where id = (select course_id from course_run where id = ${runId})`);
    passMinutes(14);
    sandbox.control.finish(begun.given_id);
    expect(await updatePaymentStatus(ctx, { id: begun.given_id })).toMatchObject({ status: "paid" });
    expect(await readFacts(begun)).toMatchObject({ sold: 1, refunds: null, mails: [["order-confirmed", null]] });
  });

  it("F-01 a payment less than 24 hours late buys a free seat at the same price", async () => {
    const begun = await makeExpiredOrder();
    passMinutes(24 * 60 - 2);
    sandbox.control.finish(begun.given_id);
    expect(await updatePaymentStatus(ctx, { id: begun.given_id })).toMatchObject({ status: "paid" });
    expect(await readFacts(begun)).toMatchObject({
      sold: 1,
      reason: "late-payment",
      refunds: null,
      mails: [["order-confirmed", "late-payment"]],
    });
  });

  it("F-01 without browser and webhook, finds late payments in the provider's list, and settles or refunds them", async () => {
    const sold = await makeExpiredOrder();
    passMinutes(5 * 60);
    const returned = await makeExpiredOrder();
    await change(`update payment set check_at = null`);
    sandbox.control.finish(sold.given_id);
    await watchPayments(ctx);
    expect(await readFacts(sold)).toMatchObject({ status: "paid", sold: 1 });
    // By now the attendee of the second order has a seat.
    sandbox.control.finish(returned.given_id);
    await watchPayments(ctx);
    expect(await readFacts(returned)).toMatchObject({ sold: 1, refunds: [["already-registered", "done"]] });
    expect(sandbox.control.payment(returned.given_id)).toMatchObject({ refunded: returned.amount });
    expect(sandbox.control.payment(sold.given_id)).toMatchObject({ refunded: 0 });
  });

  it("F-01 retries a list that could not be read in the next round", async () => {
    const begun = await makeExpiredOrder();
    await change(`update payment set check_at = null`);
    sandbox.control.finish(begun.given_id);
    sandbox.control.fault({ route: "list", kind: "error_500" });
    await watchPayments(ctx);
    expect(await readFacts(begun)).toMatchObject({ status: "expired" });
    await watchPayments(ctx);
    expect(await readFacts(begun)).toMatchObject({ status: "paid" });
  });
});
