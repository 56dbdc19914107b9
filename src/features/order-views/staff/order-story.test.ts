/** The history of an order, its notes, and resending its emails (P-12). */
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { paymentEvents } from "#features/payments/tables.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { requestRefund } from "#features/changes/refund-request.server.ts";
import { eraseFromAudit } from "#platform/audit.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Conflict, Forbidden, NotFound, RateLimited } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { address, declinedCard, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders, refundRow } from "#test/paid-order.ts";
import { openSandbox } from "#test/sandbox.ts";
import { addOrderNote } from "./order-notes.server.ts";
import { readOrderStory } from "./order-story.server.ts";
import { resendOrderMail } from "./resend-mail.server.ts";
import { readOrder } from "./staff-order.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("the story of an order", (open) => {
  let ctx: TestCtx;
  let buyer: { id: string };
  let lina: TestCtx;
  let omar: TestCtx;
  beforeEach(async () => {
    const visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    const user = await makeUser(visitor.db);
    buyer = user;
    ctx = visitor.as(user);
    lina = ctx.asStaff("finance", { id: "lina", name: "Lina K." });
    omar = ctx.asStaff("support", { id: "omar", name: "Omar T." });
  });
  const passMinutes = (minutes: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
  const begin = async () => {
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 3 });
    return beginCheckout(ctx, { items: [{ runId: run.id, qty: 1 }], billing: address });
  };

  describe("refusals", () => {
    it("P-12 rejects missing permissions, unknown orders and emails, and a fourth email in an hour", async () => {
      const [orderId = 0] = await paidOrders(ctx, 1);
      await expect(readOrderStory(ctx.asStaff("content"), { id: orderId })).rejects.toThrow(Forbidden);
      await expect(readOrderStory(omar, { id: 99_999 })).rejects.toThrow(NotFound);
      const auditor = ctx.asStaff("auditor");
      await expect(addOrderNote(auditor, { orderId, text: "x" })).rejects.toThrow(Forbidden);
      await expect(addOrderNote(omar, { orderId: 99_999, text: "x" })).rejects.toThrow(NotFound);
      const resend = { orderId, mail: "order-confirmed", key: "k" } as const;
      await expect(resendOrderMail(auditor, resend)).rejects.toThrow(Forbidden);
      await expect(resendOrderMail(omar, { ...resend, orderId: 99_999 })).rejects.toThrow(NotFound);
      for (const mail of ["payment-refunded", "transfer-requested"] as const)
        await expect(resendOrderMail(omar, { ...resend, mail })).rejects.toThrow(Conflict);
      const strict = { ...omar, env: { ...omar.env, RATE_LIMIT_FACTOR: 1 } };
      const attempts = [1, 2, 3, 4].map((n) => () => resendOrderMail(strict, { ...resend, key: String(n) }));
      for (const attempt of attempts.slice(0, 3)) await attempt();
      await expect(Promise.all([resendOrderMail(strict, resend), resendOrderMail(strict, resend)])).rejects.toThrow(
        RateLimited,
      );
    });
  });

  it("P-12 lists every event of an order in order, with its source and actor", async () => {
    const begun = await begin();
    passMinutes(1);
    await pay(begun, declinedCard);
    await settlePayment(ctx, begun.given_id);
    passMinutes(1);
    const line = { runId: (await readOrder(lina, { id: begun.order_id })).lines[0]?.runId ?? 0, qty: 1 };
    const second = await beginCheckout(ctx, { items: [line], billing: address });
    expect(second.order_id).toBe(begun.order_id);
    passMinutes(1);
    await pay(second);
    const reported = { id: "evt_1", type: "payment_paid", paymentId: second.given_id, receivedAt: ctx.now() };
    await ctx.db.insert(paymentEvents).values(reported);
    await settlePayment(ctx, second.given_id);
    passMinutes(1);
    await addOrderNote(omar, { orderId: begun.order_id, text: "Sara called" });
    passMinutes(1);
    await requestRefund(lina, { orderId: begun.order_id, amountHalalas: 1000, reason: "goodwill", key: "k" });
    const { events } = await readOrderStory(omar, { id: begun.order_id });
    expect(events.map(({ source, what }) => `${source} ${what}`)).toEqual([
      "order order.placed",
      "payment payment.opened",
      "payment payment.failed",
      "audit order.failed",
      "mail mail.queued",
      "payment payment.opened",
      "audit order.pending",
      "payment payment.settled",
      "provider provider.event",
      "audit order.paid",
      "document document.invoice",
      "mail mail.queued",
      "audit order.noted",
      "audit refund.requested",
      "audit refund.done",
      "audit order.partially_refunded",
      "document document.credit-note",
      "mail mail.queued",
    ]);
    expect(events.find(({ what }) => what === "order.noted")).toMatchObject({
      group: "staff",
      actor: { kind: "staff", name: "Omar T." },
      facts: { after: { text: "Sara called" } },
    });
    expect(events.filter(({ source }) => source === "mail").map(({ facts }) => facts["template"])).toEqual([
      "payment-failed",
      "order-confirmed",
      "payment-refunded",
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it("P-12 shows payment and refund of an order that is older than the audit log", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1);
    await refundRow(ctx, orderId, 100);
    const { events } = await readOrderStory(omar, { id: orderId });
    expect(events.map(({ what }) => what)).toEqual([
      "order.placed",
      "payment.opened",
      "payment.settled",
      "order.paid",
      "refund.decided",
      "refund.done",
    ]);
  });

  it("P-12 keeps notes unchangeable; erasing the buyer removes their text", async () => {
    const begun = await begin();
    await addOrderNote(omar, { orderId: begun.order_id, text: "Sara called" });
    const readNotes = async () => (await readOrder(omar, { id: begun.order_id })).notes;
    expect(await readNotes()).toMatchObject([{ text: "Sara called", by: "Omar T." }]);
    await inTransaction(ctx, (ctx) => eraseFromAudit(ctx, buyer.id));
    expect(await readNotes()).toMatchObject([{ text: null, by: "Omar T." }]);
  });

  it("P-12 resends an email as a new one with current facts, once per key", async () => {
    const begun = await begin();
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
    for (const key of ["a", "a", "b"])
      await resendOrderMail(omar, { orderId: begun.order_id, mail: "order-confirmed", key });
    const keys = (await ctx.db.select({ key: outboxMails.key }).from(outboxMails)).map(({ key }) => key);
    const id = String(begun.order_id);
    expect(keys.toSorted()).toEqual([
      `order-confirmed:${id}`,
      `order-confirmed:${id}:again-a`,
      `order-confirmed:${id}:again-b`,
    ]);
    expect((await readOrderStory(omar, { id: begun.order_id })).events.map(({ what }) => what)).toContain(
      "order.mail-resent",
    );
  });
});
