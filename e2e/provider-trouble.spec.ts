/**
 * S-08: whatever other people and the card provider do while someone pays, the order's status is correct and the page
 * says what to do.
 */
import { eq } from "drizzle-orm";
import { orders } from "#features/orders/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { decimalFromHalalas, formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { beginOrder, newPerson, post } from "#test/http/client.ts";
import { answerBank, buy, cardPosts, field, submitButton, submitToBank, waitUntilLoaded } from "./support/buying.ts";
import { test, title, type Shop } from "./support/shop.ts";
import { expect } from "./support/test.ts";
import type { Visitor } from "./support/visitor.ts";

const slug = "biostatistics-for-readers";
test.use({ courseSlug: slug });

/** Resolves when the payment of the buyer's order has been refunded. */
async function waitForRefund(shop: Shop): Promise<void> {
  const [order] = await shop.ordersOf(shop.person);
  const status = async () => {
    const [refund] = await shop.site.database.db
      .select({ status: refunds.status })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(payments.orderId, order?.id ?? 0));
    return refund?.status;
  };
  await expect.poll(status, { timeout: 30_000 }).toBe("done");
}

test.describe("actions of others while someone pays", () => {
  test(
    "S-08 a price changed before Submit: no card is sent until the buyer has seen it",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await shop.buyer();
      await shop.fillCheckout(visitor);
      await shop.change({ priceHalalas: 180_000 });
      try {
        await submitButton(visitor).click();
        await expect(
          visitor.page.getByText(m.checkout_pay_price({ total: `\u2068${formatSar("2070.00", "en")}\u2069` })),
        ).toBeVisible();
        await expect(visitor.page.locator("section[aria-labelledby=review]")).toContainText(
          formatSar("2070.00", "en"),
          {
            useInnerText: true,
          },
        );
        expect(cardPosts(visitor)).toEqual([]);
        await submitToBank(visitor);
        await answerBank(visitor);
        await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
        expect((await shop.ordersOf(shop.person)).map(({ totalHalalas, status }) => [totalHalalas, status])).toEqual([
          [207_000, "paid"],
        ]);
      } finally {
        await shop.change({ priceHalalas: 190_000 });
      }
    },
  );

  test("S-08 no card is sent when the last seat is sold while the form is filled", async ({ shop }) => {
    const visitor = await shop.buyer();
    await shop.fillCheckout(visitor);
    await shop.whileSoldOut(async () => {
      visitor.allowStatus("/api/begin-checkout", 409);
      await submitButton(visitor).click();
      await expect(
        visitor.page.getByText(m.checkout_checkout_sold_out({ course: shop.course.name_eng })),
      ).toBeVisible();
      expect(cardPosts(visitor)).toEqual([]);
      await expect(field(visitor, "city")).toHaveValue("Riyadh");
      // Whoever comes now sees on the course's page and at checkout that the course is sold out.
      await visitor.open(`/courses/${slug}`);
      await expect(visitor.page.getByRole("button", { name: m.waiting_join() })).toBeVisible();
      await visitor.open(`/checkout/${slug}`);
      await expect(visitor.page.getByText(m.checkout_other_dates_hint())).toBeVisible();
      await visitor.checkPage("checkout of a sold-out course");
      expect(await shop.statuses()).toEqual([]);
    });
  });

  /** Moves the end of the buyer's hold into the past, and lets the next check end the order. */
  async function expireHold(shop: Shop): Promise<void> {
    const past = new Date(Date.now() - 60_000);
    const [order] = await shop.ordersOf(shop.person);
    await shop.site.database.db
      .update(orders)
      .set({ expiresAt: past })
      .where(eq(orders.id, order?.id ?? 0));
    await shop.site.database.db
      .update(enrolments)
      .set({ heldUntil: past })
      .where(eq(enrolments.orderId, order?.id ?? 0));
    // The next check of the payment ends the order, as another tab of the buyer or the reconciliation job would.
    const [attempt] = await shop.site.database.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, order?.id ?? 0));
    const response = await post(
      shop.site,
      "/api/update-payment-status",
      { id: attempt?.id },
      { token: shop.person.token },
    );
    expect(response.body).toEqual({ status: "expired", order_id: order?.id });
    expect(await shop.statuses()).toEqual([["expired", "abandoned"]]);
  }

  test(
    "N-17 checkout says that the hold is over when the buyer returns from the bank too late",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await shop.buyer();
      await shop.fillCheckout(visitor);
      await submitToBank(visitor);
      await expireHold(shop);
      await visitor.open(`/checkout/${slug}`);
      const holdOverText = visitor.page.getByText(m.checkout_hold_over({ count: 1 })).filter({ visible: true });
      await expect(holdOverText).toHaveCount(1);
      await expect(visitor.page.getByRole("timer")).toHaveCount(0);
      await visitor.checkPage("checkout after the end of a hold");
    },
  );

  test("S-08 a payment after the hold gets the seat when it is still free", { tag: "@all" }, async ({ shop }) => {
    const visitor = await shop.buyer();
    await shop.fillCheckout(visitor);
    await submitToBank(visitor);
    await expireHold(shop);
    await answerBank(visitor);
    await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    expect(await shop.statuses()).toEqual([["paid", "late-payment"]]);
  });

  test(
    "S-08 a payment after the hold is refunded when the seat is sold, and the buyer is told",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await shop.buyer();
      await shop.fillCheckout(visitor);
      await submitToBank(visitor);
      await expireHold(shop);
      await shop.whileSoldOut(async () => {
        await answerBank(visitor);
        // The refund takes only a moment, so the page may show it already.
        await expect(
          title(visitor).filter({ hasText: new RegExp(`^(${m.payments_expired()}|${m.payments_returned()})$`) }),
        ).toBeVisible();
        await visitor.checkPage("an order whose time was over");
        expect(await shop.statuses()).toEqual([["expired", "abandoned"]]);
        const [order] = await shop.ordersOf(shop.person);
        await waitForRefund(shop);
        expect(
          shop.site.sandbox.control.payments().map(({ status, refunded, amount }) => [status, refunded === amount]),
        ).toEqual([["refunded", true]]);
        await expect
          .poll(async () => (await shop.orderMails()).map(({ subject }) => subject))
          .toEqual([
            m.notices_refunded_subject({
              id: String(order?.id),
              amount: formatSar(decimalFromHalalas(order?.totalHalalas ?? 0), "en").replace("\u00a0", " "),
            }),
          ]);
        await visitor.open(`/my-courses/${order?.id}`);
        await waitUntilLoaded(visitor);
        for (const part of [m.orders_returned_amount(), m.payments_why_sold_out()])
          await expect(visitor.page.locator("main")).toContainText(part, { useInnerText: true });
        await visitor.checkPage("a refunded order");
      });
    },
  );
});

test.describe("faults of the provider", () => {
  /** Prepares a buyer before Submit. The provider will accept the card, but its answer will not arrive. */
  async function prepareLostAnswer(shop: Shop, kind: "drop_after_commit" | "hang_after_commit"): Promise<Visitor> {
    const visitor = await shop.buyer();
    // The browser may repeat the request on its own; the provider then answers that the payment exists.
    visitor.allowStatus("/v1/payments", 400);
    visitor.expectFailure(`${shop.site.sandbox.url}/v1/payments`);
    await shop.fillCheckout(visitor);
    shop.site.sandbox.control.fault({ route: "create", kind });
    return visitor;
  }

  /** Confirms on the bank's page, and checks that the seat is booked with one charge. */
  async function finishWithOneCharge(visitor: Visitor, shop: Shop): Promise<void> {
    await answerBank(visitor);
    await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    expect([await shop.statuses(), shop.countCharges()]).toEqual([[["paid", null]], 1]);
  }

  // An answer that is missing or useless has two outcomes. `npm run test:all` tries more kinds of such answers.
  const moreKinds = process.env["TEST_ALL"] ? (["error_500", "html_403"] as const) : [];
  const kinds = ["malformed_json", "drop_before_commit", ...moreKinds] as const;
  for (const kind of kinds)
    test(
      `S-08 ${kind} after the card is sent: the order is found or can be submitted again, and is paid once`,
      { tag: "@all" },
      async ({ shop }) => {
        const visitor = await shop.buyer();
        visitor.allowStatus("/v1/payments", 400, 403, 500);
        visitor.expectFailure(`${shop.site.sandbox.url}/v1/payments`);
        await shop.fillCheckout(visitor);
        // Twice, because a browser repeats a request that was lost on a reused connection.
        shop.site.sandbox.control.fault({ route: "create", kind, times: kind === "drop_before_commit" ? 2 : 1 });
        await submitButton(visitor).click();
        if (kind === "malformed_json") {
          // The payment was made: our server finds it and the buyer goes to the bank.
          await visitor.page.waitForURL(/\/prepare/);
        } else {
          await expect(visitor.page.getByText(m.checkout_pay_not_charged())).toBeVisible();
          shop.site.sandbox.control.clearFaults();
          await expect(field(visitor, "number")).toHaveValue("4111 1111 1111 1111");
          expect(await shop.statuses()).toEqual([["pending", null]]);
          await submitToBank(visitor);
        }
        await answerBank(visitor);
        await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
        expect([await shop.statuses(), shop.countCharges(), shop.site.sandbox.control.payments().length]).toEqual([
          [["paid", null]],
          1,
          1,
        ]);
      },
    );

  test(
    "S-08 the buyer continues to the bank when the response to the card is lost, and is charged once",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await prepareLostAnswer(shop, "drop_after_commit");
      await submitToBank(visitor);
      await finishWithOneCharge(visitor, shop);
    },
  );

  test(
    "S-08 the buyer continues to the bank when the provider hangs after taking the card, and is charged once",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await prepareLostAnswer(shop, "hang_after_commit");
      await submitButton(visitor).click();
      await expect.poll(() => shop.site.sandbox.control.hanging()).toBe(1);
      await expect(visitor.page.getByRole("button", { name: m.enrolments_processing() })).toHaveAttribute(
        "aria-busy",
        "true",
      );
      shop.site.sandbox.control.release();
      await visitor.page.waitForURL(/\/prepare/);
      await finishWithOneCharge(visitor, shop);
    },
  );

  test(
    "S-08 while the server gets only errors from the provider, no success is shown; the page updates when it recovers",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await shop.buyer();
      visitor.allowStatus("/api/update-payment-status", 503);
      await shop.fillCheckout(visitor);
      await submitToBank(visitor);
      for (let i = 0; i < 2; i++) shop.site.sandbox.control.fault({ route: "webhook", kind: "missing" });
      // Fails every request, because a slow machine makes more of them.
      shop.site.sandbox.control.fault({ route: "fetch", kind: "error_500", times: 10_000 });
      await answerBank(visitor);
      await expect(title(visitor).filter({ hasText: m.payments_no_answer() })).toBeVisible();
      await expect(visitor.page.locator("main")).toContainText(m.payments_no_answer_text(), { useInnerText: true });
      await visitor.checkPage("the provider does not answer");
      expect(await shop.statuses()).toEqual([["pending", null]]);
      shop.site.sandbox.control.clearFaults();
      await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible({ timeout: 40_000 });
      expect(await shop.statuses()).toEqual([["paid", null]]);
    },
  );

  test(
    "S-08 doubled and late webhooks confirm the order once, and a forged one is rejected",
    { tag: "@all" },
    async ({ shop }) => {
      shop.site.sandbox.control.fault({ route: "webhook", kind: "double", times: 3 });
      const visitor = await shop.buyer();
      await buy(visitor, slug);
      await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
      await shop.site.sandbox.control.webhooksSettled();
      for (const event of shop.site.sandbox.control.events()) shop.site.sandbox.control.resend(event.id, { times: 2 });
      await shop.site.sandbox.control.webhooksSettled();
      expect(await shop.statuses()).toEqual([["paid", null]]);
      expect(await shop.orderMails()).toHaveLength(1);
      const order = await beginOrder(shop.site, await newPerson(shop.site), shop.course.id);
      const forged = await post(shop.site, "/api/payment-webhook", {
        id: crypto.randomUUID(),
        type: "payment_paid",
        secret_token: "guess",
        live: false,
        data: { id: order.given_id, status: "paid" },
      });
      expect(forged.status).toBe(401);
    },
  );

  test(
    "S-08 a payment of another amount than the order's gets no seat and is refunded",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await shop.buyer();
      const before = await shop.seatsLeft();
      await shop.fillCheckout(visitor);
      await submitToBank(visitor);
      const [payment] = shop.site.sandbox.control.payments();
      shop.site.sandbox.control.patch(payment?.id ?? "", { amount: 100 });
      await answerBank(visitor);
      // The refund takes only a moment, so the page may show it already.
      await expect(
        title(visitor).filter({ hasText: new RegExp(`^(${m.payments_failed()}|${m.payments_returned()})$`) }),
      ).toBeVisible();
      expect(await shop.statuses()).toEqual([["failed", "mismatch"]]);
      expect(await shop.seatsLeft()).toBe(before);
      await waitForRefund(shop);
      await visitor.page.reload();
      await expect(title(visitor).filter({ hasText: m.payments_returned() })).toBeVisible();
    },
  );
});
