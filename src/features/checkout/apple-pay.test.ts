/** Apple Pay on PostgreSQL with the fake card provider over HTTP: one order and its payment. */
import { beforeEach, expect, it } from "vitest";
import { pay } from "#test/buyer.ts";
import { testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { beginSeats, countSeats, minutesLater, orderStatus, sellTwoSeats } from "#test/purchase.ts";
import { openSandbox } from "#test/sandbox.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { checkoutTerms } from "./checkout-terms.server.ts";
import type { BegunCheckout } from "./checkout.schema.ts";

const sandbox = await openSandbox();

const token = JSON.stringify({ paymentData: {}, paymentMethod: { network: "mada", type: "debit" } });
const payByApplePay = (begun: BegunCheckout) => pay(begun, undefined, { source: { type: "applepay", token } });

describeOnDatabase("Apple Pay", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let userId: string;

  beforeEach(async () => {
    ({ ctx, runId, userId } = await sellTwoSeats(await open(), sandbox));
  });
  const readPayment = async ({ order_id }: BegunCheckout) =>
    (await myOrder(ctx, { user_id: userId, order_id })).payment;

  it("Y-01 is offered only when the domain's file exists, also with the fake provider", async () => {
    const readTerms = (values?: Record<string, string>) => checkoutTerms({ ...ctx, env: testEnv(values) });
    expect(await readTerms()).toMatchObject({ purchaseTerms: { isApplePayEnabled: false } });
    expect(await readTerms({ APPLE_PAY_DOMAIN_FILE: "package.json" })).toMatchObject({
      purchaseTerms: { isApplePayEnabled: true },
    });
  });

  it("Y-01 a late payment still gets the seat", async () => {
    // By default the sandbox declines an Apple Pay payment of this amount.
    sandbox.control.set({ unlistedAmount: "succeeds" });
    const begun = await beginSeats(ctx, runId);
    minutesLater(ctx, 16);
    await settlePayment(ctx, begun.given_id);
    expect([await orderStatus(ctx, begun.order_id), await countSeats(ctx, runId)]).toEqual([
      "expired",
      { sold: 0, held: 0 },
    ]);
    await payByApplePay(begun);
    await settlePayment(ctx, begun.given_id);
    expect([await orderStatus(ctx, begun.order_id), await countSeats(ctx, runId)]).toEqual([
      "paid",
      { sold: 1, held: 0 },
    ]);
  });

  it("Y-01 after a declined payment the order is failed and the seat stays held; a second payment pays the same order", async () => {
    const begun = await beginSeats(ctx, runId);
    await payByApplePay(begun);
    await settlePayment(ctx, begun.given_id);
    expect(await readPayment(begun)).toMatchObject({ status: "failed", reason: "declined" });
    expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
    sandbox.control.set({ unlistedAmount: "succeeds" });
    const again = await beginSeats(ctx, runId);
    await payByApplePay(again);
    await settlePayment(ctx, again.given_id);
    expect([again.order_id, await readPayment(again)]).toMatchObject([
      begun.order_id,
      { status: "paid", method: "card", card_scheme: "applepay mada", card_masked: "XXXX-XXXX-XXXX-1010" },
    ]);
  });
});
