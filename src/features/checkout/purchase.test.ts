/** The purchase from start to end, with the fake card provider over HTTP. Rejections first. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { Conflict, Forbidden, NotFound, Unauthenticated, Unavailable, ValidationError } from "#platform/errors.ts";
import { readOutbox } from "#test/accounts.ts";
import { declinedCard, pay, postCard } from "#test/buyer.ts";
import type { TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { beginSeats, minutesLater, orderStatus, countSeats, sellTwoSeats } from "#test/purchase.ts";
import { openSandbox } from "#test/sandbox.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { listMyOrders, myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { processPayment, receiveWebhook, updatePaymentStatus } from "#features/settlement/report-payment.server.ts";
import { checkCourseBooking } from "#features/seats/bookings.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { testKeys } from "../../../sandbox/settings.ts";

const sandbox = await openSandbox();

describeOnDatabase("buying a seat", (open) => {
  let ctx: TestCtx;
  let visitor: TestCtx;
  let runId: number;
  let userId: string;

  beforeEach(async () => {
    ({ ctx, visitor, runId, userId } = await sellTwoSeats(await open(), sandbox));
  });

  describe("refusals", () => {
    it("S-08 rejects a visitor who begins, reports or reads an order", async () => {
      await expect(beginSeats(visitor, runId)).rejects.toThrow(Unauthenticated);
      await expect(listMyOrders(visitor, { id: userId })).rejects.toThrow(Unauthenticated);
      await expect(updatePaymentStatus(visitor, { id: crypto.randomUUID() })).rejects.toThrow(Unauthenticated);
    });

    it("L-03 rejects unknown, ended, closed and sold-out runs", async () => {
      await expect(beginSeats(ctx, 99_999)).rejects.toThrow(NotFound);
      const course = await makeCourse(ctx.db);
      const past = await makeRun(ctx.db, course.id, { startDate: "2020-01-01", endDate: "2020-01-02" });
      await expect(beginSeats(ctx, past.id)).rejects.toThrow(Conflict);
      const flagged = await makeRun(ctx.db, (await makeCourse(ctx.db, { disable_course: true })).id);
      await expect(beginSeats(ctx, flagged.id)).rejects.toThrow(Conflict);
      const full = await makeRun(ctx.db, course.id, { capacity: 3, seatsSold: 3 });
      await expect(beginSeats(ctx, full.id)).rejects.toThrow(/sold out/);
    });

    it("F-26 says on hold when others hold the seats, and sold out when they are sold", async () => {
      await beginSeats(ctx, runId, 2);
      const other = visitor.as(await makeUser(ctx.db));
      await expect(beginSeats(other, runId)).rejects.toThrow(/^All seats on “.+” are on hold/);
      await expect(beginSeats({ ...other, locale: "ar" }, runId)).rejects.toThrow(/محجوزة مؤقتًا/);
      await ctx.db.execute(sql`update course_run set seats_sold = capacity where id = ${runId}`);
      await expect(beginSeats(other, runId)).rejects.toThrow(/sold out\.$/);
    });

    it("S-02 names the number of free seats when the quantity is higher", async () => {
      await expect(beginSeats(ctx, runId, 3)).rejects.toThrow(ValidationError);
      await beginSeats(ctx, runId, 3).catch((error: unknown) =>
        expect((error as ValidationError).fields).toEqual({ "items.0.qty": ["You cannot add value more than 2"] }),
      );
      expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 0 });
    });

    it("A-06 rejects reading another account's order as not found or forbidden", async () => {
      const begun = await beginSeats(ctx, runId);
      const stranger = visitor.as(await makeUser(ctx.db));
      const strangerId = stranger.viewer?.id ?? "";
      await expect(myOrder(stranger, { user_id: strangerId, order_id: begun.order_id })).rejects.toThrow(NotFound);
      await expect(myOrder(stranger, { user_id: userId, order_id: begun.order_id })).rejects.toThrow(Forbidden);
      await expect(listMyOrders(stranger, { id: userId })).rejects.toThrow(Forbidden);
      await expect(checkCourseBooking(stranger, { runId, user_id: userId })).rejects.toThrow(Forbidden);
      await expect(updatePaymentStatus(stranger, { id: begun.given_id })).rejects.toThrow(NotFound);
      expect(await listMyOrders(stranger, { id: strangerId })).toEqual([]);
    });

    it("S-08 rejects totals the buyer did not see, and payments of another order", async () => {
      const begun = await beginSeats(ctx, runId);
      const report = {
        user_id: userId,
        order_id: begun.order_id,
        runId,
        sub_total: begun.sub_total,
        tax: begun.tax,
        total: begun.total,
        payment_response: { id: begun.given_id },
      };
      await expect(processPayment(ctx, { ...report, total: "1.00" })).rejects.toThrow(ValidationError);
      await expect(processPayment(ctx, { ...report, tax: "0", sub_total: "NaN" })).rejects.toThrow(ValidationError);
      await expect(processPayment(ctx, { ...report, payment_response: { id: crypto.randomUUID() } })).rejects.toThrow(
        Conflict,
      );
      await expect(processPayment(ctx, { ...report, user_id: "somebody" })).rejects.toThrow(Forbidden);
      expect(await orderStatus(ctx, begun.order_id)).toBe("pending");
    });

    it("S-08 a payment of SAR 1 does not pay the order, and is refunded", async () => {
      const begun = await beginSeats(ctx, runId);
      await pay(begun, undefined, { amount: 100 });
      expect((await settlePayment(ctx, begun.given_id))?.status).toBe("failed");
      expect((await myOrder(ctx, { user_id: userId, order_id: begun.order_id })).payment.returning).toBe(true);
      await reconcile(ctx);
      expect(await orderStatus(ctx, begun.order_id)).toBe("failed");
      expect(sandbox.control.payment(begun.given_id)).toMatchObject({ amount: 100, refunded: 100 });
      expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 0 });
    });

    it("F-10 an underpaid order stays failed; order and mail show the refund, without a credit note", async () => {
      const begun = await beginSeats(ctx, runId);
      await pay(begun, undefined, { amount: 100 });
      await settlePayment(ctx, begun.given_id);
      await reconcile(ctx);
      const order = await myOrder(ctx, { user_id: userId, order_id: begun.order_id });
      expect(order).toMatchObject({
        total: "2760.00",
        payment: { status: "failed", returned: "1.00", returning: false, reason: "mismatch" },
      });
      expect(await updatePaymentStatus(ctx, { id: begun.given_id })).toMatchObject({ status: "failed" });
      await settlePayment(ctx, begun.given_id);
      const { rows } = await ctx.db.execute(
        sql`select template, props -> 'refunded' as refunded, props -> 'wasPaid' as paid from outbox_mail`,
      );
      expect(rows).toEqual([{ template: "payment-refunded", refunded: "1.00", paid: false }]);
      expect((await ctx.db.execute(sql`select count(*)::int as n from tax_document`)).rows).toEqual([{ n: 0 }]);
    });

    it("F-11 a course that is not in the order is an invalid field", async () => {
      const begun = await beginSeats(ctx, runId);
      const report = {
        user_id: userId,
        order_id: begun.order_id,
        runId: runId + 1,
        sub_total: begun.sub_total,
        tax: begun.tax,
        total: begun.total,
        payment_response: { id: begun.given_id },
      };
      const fields = (words: string) => expect.objectContaining({ fields: { course_id: [words] } });
      await expect(processPayment(ctx, report)).rejects.toEqual(fields("This course isn’t in the order."));
      await expect(processPayment({ ...ctx, locale: "ar" }, report)).rejects.toEqual(
        fields("هذه الدورة ليست ضمن الطلب."),
      );
      expect((await processPayment(ctx, { ...report, runId })).status).toBe("pending");
    });

    it("S-08 rejects a webhook without the secret, which leaves the order pending", async () => {
      const begun = await beginSeats(ctx, runId);
      const event = { id: "event-1", type: "payment_paid", live: false, data: { id: begun.given_id } };
      await expect(receiveWebhook(visitor, { ...event, secret_token: "guess" })).rejects.toThrow(Unauthenticated);
      expect(await updatePaymentStatus(ctx, { id: begun.given_id })).toMatchObject({ status: "pending" });
    });

    it("a failing provider gives unavailable, and the order stays pending", async () => {
      const begun = await beginSeats(ctx, runId);
      sandbox.control.fault({ route: "fetch", kind: "error_500", times: 1 });
      await expect(updatePaymentStatus(ctx, { id: begun.given_id })).rejects.toThrow(Unavailable);
      sandbox.control.fault({ route: "fetch", kind: "html_403", times: 1 });
      await expect(updatePaymentStatus(ctx, { id: begun.given_id })).rejects.toThrow(Unavailable);
      expect(await orderStatus(ctx, begun.order_id)).toBe("pending");
    });
  });

  it("S-06 S-07 a confirmed payment makes a paid order, one sold seat, a registration and one mail in the buyer's language", async () => {
    const arabic = { ...ctx, locale: "ar" as const };
    const begun = await beginSeats(arabic, runId);
    expect(begun).toMatchObject({
      amount: 276_000,
      currency: "SAR",
      sub_total: "2400.00",
      tax: "360.00",
      total: "2760.00",
    });
    expect(begun.callback_url).toMatch(/\/ar\/order-response$/);
    expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
    const response = await postCard(begun);
    expect(response.status).toBe(201);
    const settled = await processPayment(arabic, {
      user_id: userId,
      order_id: begun.order_id,
      runId,
      sub_total: "2400.00",
      tax: "360",
      total: "2760",
      payment_response: { id: begun.given_id },
    });
    expect(settled).toMatchObject({ status: "pending", transactionUrl: expect.stringContaining("/card_auth/") });
    sandbox.control.finish(begun.given_id);
    // Return, webhook and reconciliation settle the payment at the same moment, then the return again: it counts once.
    await Promise.all([
      updatePaymentStatus(arabic, { id: begun.given_id }),
      settlePayment(arabic, begun.given_id),
      reconcile(arabic),
    ]);
    await updatePaymentStatus(arabic, { id: begun.given_id });
    expect(await orderStatus(ctx, begun.order_id)).toBe("paid");
    expect(await countSeats(ctx, runId)).toEqual({ sold: 1, held: 0 });
    expect(await checkCourseBooking(ctx, { runId, user_id: userId })).toEqual({ already_registered: true });
    const mails = (await readOutbox(ctx)).map(({ template, to, locale }) => ({ template, to, locale }));
    expect(mails).toEqual([{ template: "order-confirmed", to: ctx.viewer?.email, locale: "ar" }]);
    await expect(beginSeats(ctx, runId)).rejects.toThrow(/already registered/);
    const [order] = await listMyOrders(ctx, { id: userId });
    expect(order).toMatchObject({
      id: begun.order_id,
      total: "2760.00",
      payment: { status: "paid", card_masked: expect.stringMatching(/1111$/) },
      lines: [{ qty: 1, amount: "2400.00" }],
    });
  });

  it("S-08 after the webhook the browser's report needs no provider and no transaction; for an unpaid order it does", async () => {
    const begun = await beginSeats(ctx, runId);
    await pay(begun);
    const event = { id: "event-2", type: "payment_paid", live: false, data: { id: begun.given_id } };
    await receiveWebhook(visitor, { ...event, secret_token: testKeys.webhook });
    await expect.poll(() => orderStatus(ctx, begun.order_id)).toBe("paid");
    const reject = async () => Promise.reject(new Error("no transaction is needed"));
    const readOnly = { ...ctx, database: { ...ctx.database, transaction: reject } };
    const { order_id, sub_total, tax, total, given_id } = begun;
    const report = { user_id: userId, order_id, runId, sub_total, tax, total, payment_response: { id: given_id } };
    sandbox.control.fault({ route: "fetch", kind: "error_500" });
    expect(await processPayment(readOnly, report)).toEqual({ orderId: order_id, status: "paid", transactionUrl: null });
    await expect(processPayment(readOnly, { ...report, total: "1.00" })).rejects.toThrow(ValidationError);
    await ctx.db.execute(sql`update "order" set status = 'pending' where id = ${order_id}`);
    await expect(processPayment(readOnly, report)).rejects.toThrow(Unavailable);
  });

  it("S-08 G-03 a declined card fails the order and keeps the seat; another card pays the same order, charged once", async () => {
    const begun = await beginSeats(ctx, runId, 2);
    await pay(begun, declinedCard);
    expect(await updatePaymentStatus(ctx, { id: begun.given_id })).toMatchObject({ status: "failed" });
    const failed = await myOrder(ctx, { user_id: userId, order_id: begun.order_id });
    expect(failed.payment.message).toContain("DECLINED");
    expect(failed.held_until).toBe(begun.expires_at);
    await expect(beginSeats(visitor.as(await makeUser(ctx.db)), runId)).rejects.toThrow(/on hold/);
    const again = await beginSeats(ctx, runId, 2);
    expect(again).toMatchObject({ order_id: begun.order_id, expires_at: begun.expires_at, total: begun.total });
    expect(again.given_id).not.toBe(begun.given_id);
    expect(await orderStatus(ctx, begun.order_id)).toBe("pending");
    await pay(again);
    expect(await updatePaymentStatus(ctx, { id: again.given_id })).toMatchObject({ status: "paid" });
    expect(await countSeats(ctx, runId)).toEqual({ sold: 2, held: 0 });
  });

  it("S-08 50 identical submits in parallel make one order and one charge", async () => {
    const begun = await Promise.all(Array.from({ length: 50 }, () => beginSeats(ctx, runId)));
    expect(new Set(begun.map((answer) => `${answer.order_id} ${answer.given_id}`)).size).toBe(1);
    const [first] = begun;
    if (!first) throw new Error("nothing begun");
    const posts = await Promise.all(Array.from({ length: 10 }, () => postCard(first)));
    expect(posts.filter((response) => response.status === 201)).toHaveLength(1);
    expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
  });

  it("S-08 an abandoned payment expires with its hold, and frees its seats", async () => {
    const begun = await beginSeats(ctx, runId, 2);
    await postCard(begun);
    minutesLater(ctx, 16);
    const other = visitor.as(await makeUser(ctx.db));
    const theirs = await beginSeats(other, runId, 2); // an expired hold no longer counts, even before a job ends it
    expect(theirs.order_id).not.toBe(begun.order_id);
    await reconcile(ctx);
    expect(await orderStatus(ctx, begun.order_id)).toBe("expired");
  });
});
