/**
 * Payments after their order has expired, second payments and repeated webhooks, each with one effect, with the
 * sandbox over HTTP.
 */
import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeUser } from "#db/factories/user.ts";
import { readOutbox } from "#test/accounts.ts";
import { pay, postCard } from "#test/buyer.ts";
import type { TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { beginSeats, minutesLater, orderStatus, countSeats, sellTwoSeats } from "#test/purchase.ts";
import { openSandbox } from "#test/sandbox.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { testKeys } from "../../../sandbox/settings.ts";
import { reconcile } from "./jobs.server.ts";
import { receiveWebhook, updatePaymentStatus } from "./report-payment.server.ts";
import { settleSeconds } from "./settle-seconds.server.ts";
import { settlePayment } from "./settle.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("late and repeated payments", (open) => {
  let ctx: TestCtx;
  let visitor: TestCtx;
  let runId: number;
  let userId: string;

  beforeEach(async () => {
    ({ ctx, visitor, runId, userId } = await sellTwoSeats(await open(), sandbox));
  });

  it("S-08 a payment after its hold takes a free seat and sends an email", async () => {
    const begun = await beginSeats(ctx, runId);
    await postCard(begun);
    minutesLater(ctx, 16);
    await reconcile(ctx);
    expect(await orderStatus(ctx, begun.order_id)).toBe("expired");
    sandbox.control.finish(begun.given_id);
    await updatePaymentStatus(ctx, { id: begun.given_id });
    expect(await orderStatus(ctx, begun.order_id)).toBe("paid");
    expect(await countSeats(ctx, runId)).toEqual({ sold: 1, held: 0 });
    expect(await readOutbox(ctx)).toHaveLength(1);
  });

  it("the metric counts each settled payment once, with its delay", async () => {
    /** Settled payments, and how many of them within 60 seconds. */
    const readCounts = async () => {
      const { values } = await settleSeconds.get();
      const getValue = (name: string, le?: number) =>
        values.find(({ metricName, labels }) => metricName === name && labels.le === le)?.value ?? 0;
      return [getValue("payment_settle_seconds_count"), getValue("payment_settle_seconds_bucket", 60)];
    };
    const [all = 0, inTime = 0] = await readCounts();
    const prompt = await beginSeats(ctx, runId);
    await pay(prompt);
    await settlePayment(ctx, prompt.given_id);
    expect(await readCounts()).toEqual([all + 1, inTime + 1]);
    await settlePayment(ctx, prompt.given_id);
    expect(await readCounts()).toEqual([all + 1, inTime + 1]);

    const other = visitor.as(await makeUser(ctx.db));
    const late = await beginSeats(other, runId);
    await pay(late);
    minutesLater(ctx, 2);
    await settlePayment(ctx, late.given_id);
    expect(await readCounts()).toEqual([all + 2, inTime + 1]);

    await ctx.db.execute(sql`update course_run set capacity = 3`);
    const settled = await beginSeats(visitor.as(await makeUser(ctx.db)), runId);
    await pay(settled);
    await ctx.db.execute(sql`update payment set settled_at = now() where id = ${settled.given_id}`);
    expect((await settlePayment(ctx, settled.given_id))?.status).toBe("paid");
    expect(await readCounts()).toEqual([all + 2, inTime + 1]);
  });

  it("S-08 a payment after its hold for a sold-out course is refunded, and the buyer is notified", async () => {
    const begun = await beginSeats(ctx, runId, 2);
    await postCard(begun);
    minutesLater(ctx, 16);
    const other = visitor.as(await makeUser(ctx.db));
    const otherOrder = await beginSeats(other, runId, 2);
    await pay(otherOrder);
    expect(await updatePaymentStatus(other, { id: otherOrder.given_id })).toMatchObject({ status: "paid" });
    sandbox.control.finish(begun.given_id);
    await reconcile(ctx); // 16 minutes later the payment is due
    expect(await orderStatus(ctx, begun.order_id)).toBe("expired");
    expect(sandbox.control.payment(begun.given_id)).toMatchObject({ refunded: begun.amount });
    expect(await countSeats(ctx, runId)).toEqual({ sold: 2, held: 0 });
    expect((await readOutbox(ctx)).map((mail) => mail.template)).toEqual(["order-confirmed", "payment-refunded"]);
    await reconcile(ctx);
    expect(sandbox.control.payment(begun.given_id)).toMatchObject({ refunded: begun.amount });
  });

  it("S-08 a payment for an order that a newer, paid one replaced is refunded once and takes no seat", async () => {
    const first = await beginSeats(ctx, runId);
    await postCard(first);
    const second = await beginSeats(ctx, runId, 2); // another quantity: a new order takes over
    expect(second.order_id).not.toBe(first.order_id);
    expect(await orderStatus(ctx, first.order_id)).toBe("expired");
    await pay(second);
    await updatePaymentStatus(ctx, { id: second.given_id });
    sandbox.control.finish(first.given_id);
    for (let round = 0; round < 2; round++) {
      await settlePayment(ctx, first.given_id);
      await reconcile(ctx);
    }
    expect(await orderStatus(ctx, first.order_id)).toBe("expired");
    expect(await orderStatus(ctx, second.order_id)).toBe("paid");
    expect(await countSeats(ctx, runId)).toEqual({ sold: 2, held: 0 });
    expect(sandbox.control.payments().map(({ id, refunded }) => [id, refunded])).toEqual([
      [first.given_id, first.amount],
      [second.given_id, 0],
    ]);
  });

  it("S-08 does not repeat a refund whose response is lost", async () => {
    const begun = await beginSeats(ctx, runId);
    await pay(begun, undefined, { amount: 200 });
    await settlePayment(ctx, begun.given_id);
    sandbox.control.fault({ route: "refund", kind: "drop_after_commit", times: 1 });
    await reconcile(ctx);
    expect(await orderStatus(ctx, begun.order_id)).toBe("failed");
    minutesLater(ctx, 2);
    await reconcile(ctx);
    expect((await myOrder(ctx, { user_id: userId, order_id: begun.order_id })).payment).toMatchObject({
      status: "failed",
      returned: "2.00",
    });
    expect(sandbox.control.payment(begun.given_id)).toMatchObject({ refunded: 200 });
  });

  it("S-08 a changed price opens a new order at the new price; the old one expires", async () => {
    const begun = await beginSeats(ctx, runId);
    await ctx.db.execute(sql`update course_run set price_halalas = 300000 where id = ${runId}`);
    const again = await beginSeats(ctx, runId);
    expect(again.total).toBe("3450.00");
    expect(again.order_id).not.toBe(begun.order_id);
    expect(await orderStatus(ctx, begun.order_id)).toBe("expired");
    expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
  });

  it("row 5: without browser and webhook, the reconciliation job settles the payment within a minute", async () => {
    const begun = await beginSeats(ctx, runId);
    await pay(begun);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 59_000);
    await reconcile(ctx);
    expect(await orderStatus(ctx, begun.order_id)).toBe("paid");
  });

  it("row 6: a hundred concurrent webhooks have one effect", async () => {
    const begun = await beginSeats(ctx, runId);
    await pay(begun);
    const event = {
      id: "event-7",
      type: "payment_paid",
      live: false,
      data: { id: begun.given_id },
      secret_token: testKeys.webhook,
    };
    await Promise.all(Array.from({ length: 100 }, () => receiveWebhook(visitor, event)));
    await expect.poll(() => orderStatus(ctx, begun.order_id), { timeout: 10_000 }).toBe("paid");
    expect(await countSeats(ctx, runId)).toEqual({ sold: 1, held: 0 });
    expect(await readOutbox(ctx)).toHaveLength(1);
    const { rows } = await ctx.db.execute(sql`select count(*)::int as n from payment_event`);
    expect(rows[0]).toEqual({ n: 1 });
  });
});
