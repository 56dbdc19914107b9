/** Apple Pay on PostgreSQL, the fake card provider over HTTP: the order, its one payment and a closed sheet. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeUser } from "#db/factories/user.ts";
import { NotFound, Unauthenticated } from "#platform/errors.ts";
import { declinedCard, pay, postCard } from "#test/buyer.ts";
import type { TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { beginSeats, countSeats, minutesLater, orderStatus, sellTwoSeats } from "#test/purchase.ts";
import { openSandbox } from "#test/sandbox.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import { releaseHold } from "./release-hold.server.ts";

const sandbox = await openSandbox();

const token = JSON.stringify({ paymentData: {}, paymentMethod: { network: "mada", type: "debit" } });
const payByApplePay = (begun: BegunCheckout) => pay(begun, undefined, { source: { type: "applepay", token } });

describeOnDatabase("Apple Pay", (open) => {
  let ctx: TestCtx;
  let visitor: TestCtx;
  let runId: number;
  let userId: string;

  beforeEach(async () => {
    ({ ctx, visitor, runId, userId } = await sellTwoSeats(await open(), sandbox));
  });
  const payment = async ({ order_id }: BegunCheckout) => (await myOrder(ctx, { user_id: userId, order_id })).payment;

  describe("Y-01 a closed sheet", () => {
    it("frees nothing for a visitor, nor for someone else", async () => {
      const { order_id: orderId } = await beginSeats(ctx, runId);
      await expect(releaseHold(visitor, { orderId })).rejects.toThrow(Unauthenticated);
      await expect(releaseHold(visitor.as(await makeUser(ctx.db)), { orderId })).rejects.toThrow(NotFound);
      await expect(releaseHold(ctx, { orderId: 99_999 })).rejects.toThrow(NotFound);
      expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
    });

    it("changes nothing once a card is at the bank, and nothing once the order is paid", async () => {
      const begun = await beginSeats(ctx, runId);
      const release = () => releaseHold(ctx, { orderId: begun.order_id });
      await postCard(begun);
      await settlePayment(ctx, begun.given_id);
      expect([await release(), await countSeats(ctx, runId)]).toEqual([false, { sold: 0, held: 1 }]);
      sandbox.control.finish(begun.given_id);
      await settlePayment(ctx, begun.given_id);
      expect([await release(), await orderStatus(ctx, begun.order_id)]).toEqual([false, "paid"]);
    });

    it("frees the seats at once, also after a declined card; the next hold keeps the end of the first", async () => {
      const first = await beginSeats(ctx, runId);
      await pay(first, declinedCard);
      await settlePayment(ctx, first.given_id);
      const again = await beginSeats(ctx, runId);
      expect(again.order_id).toBe(first.order_id);
      expect(await releaseHold(ctx, { orderId: again.order_id })).toBe(true);
      expect(await payment(again)).toMatchObject({ status: "expired", reason: "released" });
      expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 0 });
      expect(await releaseHold(ctx, { orderId: again.order_id })).toBe(false);
      minutesLater(ctx, 5);
      const next = await beginSeats(ctx, runId, 2);
      expect(next.order_id).not.toBe(first.order_id);
      expect(next.expires_at).toBe(first.expires_at);
    });

    it("a payment that arrives all the same still buys the seat", async () => {
      sandbox.control.set({ unlistedAmount: "succeeds" });
      const begun = await beginSeats(ctx, runId);
      await releaseHold(ctx, { orderId: begun.order_id });
      await payByApplePay(begun);
      await settlePayment(ctx, begun.given_id);
      expect([await orderStatus(ctx, begun.order_id), await countSeats(ctx, runId)]).toEqual([
        "paid",
        { sold: 1, held: 0 },
      ]);
    });
  });

  it("Y-01 a declined payment fails the order, whose seat stays held; the next one pays it", async () => {
    const begun = await beginSeats(ctx, runId);
    await payByApplePay(begun);
    await settlePayment(ctx, begun.given_id);
    expect(await payment(begun)).toMatchObject({ status: "failed", reason: "declined" });
    expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
    sandbox.control.set({ unlistedAmount: "succeeds" });
    const again = await beginSeats(ctx, runId);
    await payByApplePay(again);
    await settlePayment(ctx, again.given_id);
    expect([again.order_id, await payment(again)]).toMatchObject([
      begun.order_id,
      { status: "paid", method: "card", card_scheme: "applepay mada", card_masked: "4201-32XX-XXXX-1010" },
    ]);
  });
});
