/** Refunds requested by staff: rejections, the quote, the approval limit, and the approval (P-12). */
import { asc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { refunds } from "#features/payments/tables.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { createBarrier, openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { openSandbox } from "#test/sandbox.ts";
import { quoteRefund } from "./refund-quote.server.ts";
import { approveRefund, requestRefund, declineRefund } from "./refund-request.server.ts";
import { refundRequests } from "./approval-tables.server.ts";

const sandbox = await openSandbox();

/** Price of a seat in halalas: SAR 2,400.00 plus 15 % VAT. */
const seat = 276_000;

/** Buys `qty` seats by card. Returns the order and two colleagues. */
async function buySeats(database: Database, qty = 3) {
  const visitor = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
  const ctx = visitor.as(await makeUser(database.db));
  const course = await makeCourse(database.db);
  const run = await makeRun(database.db, course.id, { capacity: 9, priceHalalas: 240_000 });
  const begun = await beginCheckout(ctx, { items: [{ runId: run.id, qty }], billing: address });
  await pay(begun);
  await settlePayment(ctx, begun.given_id);
  const rows = await ctx.db.select({ id: enrolments.id }).from(enrolments).orderBy(asc(enrolments.id));
  const lina = ctx.asStaff("finance", { id: "lina", name: "Lina K." });
  const huda = ctx.asStaff("owner", { id: "huda", name: "Dr. Huda A." });
  return { ctx, orderId: begun.order_id, paymentId: begun.given_id, seatIds: rows.map(({ id }) => id), lina, huda };
}
type Bought = Awaited<ReturnType<typeof buySeats>>;

const getRefunded = ({ paymentId }: Bought) => sandbox.control.payment(paymentId).refunded;
const readSeatStates = async ({ ctx }: Bought) =>
  (await ctx.db.select({ state: enrolments.state }).from(enrolments).orderBy(asc(enrolments.id))).map(
    ({ state }) => state,
  );
const readOrderStatus = async ({ ctx, orderId }: Bought) =>
  (await ctx.db.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId)))[0]?.status;

async function makeColleagues(ctx: TestCtx): Promise<void> {
  const member = (id: string, name: string, role: "owner" | "finance" | "training", locale: "en" | "ar") => ({
    id,
    name,
    email: `${id}@example.com`,
    role,
    locale,
    acceptedAt: ctx.now(),
  });
  await ctx.db
    .insert(staffUsers)
    .values([
      member("lina", "Lina K.", "finance", "en"),
      member("huda", "Dr. Huda A.", "owner", "ar"),
      member("reem", "Reem S.", "training", "en"),
    ]);
}

describeOnDatabase("refunds requested by staff", (open) => {
  let order: Bought;
  let ask: { orderId: number; reason: string; key: string };
  beforeEach(async () => {
    order = await buySeats(await open());
    ask = { orderId: order.orderId, reason: "cannot-attend", key: "k1" };
  });

  describe("refusals", () => {
    it("P-12 rejects an unknown order, an invalid sum or seat, more than is left, and a changed sum", async () => {
      const { lina, seatIds } = order;
      await expect(quoteRefund(lina, { orderId: 99_999, whole: true })).rejects.toThrow(NotFound);
      await expect(requestRefund(lina, { ...ask, orderId: 99_999, whole: true })).rejects.toThrow(NotFound);
      for (const invalid of [{ amountHalalas: 3 * seat + 1 }, { seatIds: [999_999] }, {}, { amountHalalas: -5 }])
        await expect(requestRefund(lina, { ...ask, ...invalid })).rejects.toThrow(ValidationError);
      const changed = { ...ask, seatIds: seatIds.slice(0, 1), expectedHalalas: seat - 1 };
      await expect(requestRefund(lina, changed)).rejects.toThrow(Conflict);
      expect(await lina.db.select().from(refundRequests)).toEqual([]);
      expect(getRefunded(order)).toBe(0);
    });

    it("P-12 rejects a second request while one waits, and a key used for another request", async () => {
      const { lina } = order;
      await requestRefund(lina, { ...ask, whole: true });
      await expect(requestRefund(lina, { ...ask, key: "k2", amountHalalas: 100 })).rejects.toThrow(Conflict);
      await expect(requestRefund(lina, { ...ask, reason: "goodwill", whole: true })).rejects.toThrow(Conflict);
    });
  });

  it("P-12 by seat: the credit note matches the quote, the seat is freed, and the buyer is mailed the reason", async () => {
    const { ctx, lina, seatIds } = order;
    const input = { orderId: order.orderId, seatIds: seatIds.slice(2) };
    const quote = await quoteRefund(lina, input);
    expect(quote).toMatchObject({
      amountHalalas: seat,
      netHalalas: 240_000,
      taxHalalas: 36_000,
      leftHalalas: 3 * seat,
      remainsHalalas: 2 * seat,
      seatIds: seatIds.slice(2),
      isWhole: false,
      hasCreditNote: true,
      needsSecondPerson: false,
    });
    const reason = "Night shift was moved\nتغيّرت المناوبة الليلية";
    const { request } = await requestRefund(lina, { ...ask, ...input, reason, expectedHalalas: seat });
    expect(request.state).toBe("direct");
    expect(await readSeatStates(order)).toEqual(["confirmed", "confirmed", "cancelled"]);
    expect([getRefunded(order), await readOrderStatus(order)]).toEqual([seat, "partially_refunded"]);
    const [, note] = await ctx.db.select().from(taxDocuments).orderBy(asc(taxDocuments.id));
    const { netHalalas, taxHalalas } = quote;
    expect(note).toMatchObject({ kind: "credit-note", netHalalas, taxHalalas, totalHalalas: seat, reason });
    const [mail] = await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "payment-refunded"));
    expect(mail?.props).toMatchObject({ reason, refunded: "2760.00" });
    await expect(quoteRefund(lina, input)).rejects.toThrow(ValidationError);
  });

  it("P-12 the quote for the last seats is all the money that is left", async () => {
    const { lina, seatIds } = order;
    await requestRefund(lina, { ...ask, amountHalalas: 101 });
    const rest = await quoteRefund(lina, { orderId: order.orderId, seatIds });
    expect(rest).toMatchObject({ amountHalalas: 3 * seat - 101, isWhole: true, remainsHalalas: 0 });
  });

  it("P-12 DK-18 above the limit nothing happens until a second person agrees; approver and requester are mailed, and all is logged", async () => {
    const { ctx, lina, huda, seatIds } = order;
    await makeColleagues(ctx);
    const input = { seatIds: seatIds.slice(0, 2), expectedHalalas: 2 * seat };
    const { request } = await requestRefund(lina, { ...ask, ...input });
    expect(request).toMatchObject({ state: "waiting", amountHalalas: 2 * seat, askedBy: "lina" });
    expect([getRefunded(order), await readOrderStatus(order)]).toEqual([0, "paid"]);
    expect(await readSeatStates(order)).toEqual(["confirmed", "confirmed", "confirmed"]);
    const again = await requestRefund(lina, { ...ask, ...input });
    expect([again.isNew, again.request.id]).toEqual([false, request.id]);
    const done = await approveRefund(huda, { id: request.id, word: "Fine" });
    expect(done).toMatchObject({ state: "approved", decidedBy: "huda", word: "Fine" });
    expect([getRefunded(order), await readOrderStatus(order)]).toEqual([2 * seat, "partially_refunded"]);
    expect(await readSeatStates(order)).toEqual(["cancelled", "cancelled", "confirmed"]);
    const mails = await ctx.db
      .select()
      .from(outboxMails)
      .where(like(outboxMails.template, "refund-%"))
      .orderBy(asc(outboxMails.id));
    expect(mails.map(({ to, template, locale }) => [to, template, locale])).toEqual([
      ["huda@example.com", "refund-approval", "ar"],
      ["lina@example.com", "refund-decided", "en"],
    ]);
    const events = await ctx.db
      .select()
      .from(auditEvents)
      .where(like(auditEvents.action, "refund.%"))
      .orderBy(asc(auditEvents.id));
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["refund.approval-requested", "lina"],
      // DK-18: Huda agreed to what Lina requested.
      ["refund.request-approved", "huda"],
      ["refund.decided", "huda"],
      ["refund.done", "huda"],
    ]);
  });

  it("P-12 rejects approval when the order no longer holds the sum; it can still be declined", async () => {
    const { lina, huda, ctx } = order;
    const { request } = await requestRefund(lina, { ...ask, whole: true });
    sandbox.control.patch(order.paymentId, { refunded: 1000 });
    await settlePayment(ctx, order.paymentId);
    await expect(approveRefund(huda, { id: request.id })).rejects.toThrow(ValidationError);
    expect(getRefunded(order)).toBe(1000);
    expect((await declineRefund(huda, { id: request.id })).state).toBe("declined");
  });

  it("P-12 parts of an order count together against the limit, except approved ones", async () => {
    const { lina, huda } = order;
    expect((await requestRefund(lina, { ...ask, amountHalalas: 400_000 })).request.state).toBe("direct");
    const over = await requestRefund(lina, { ...ask, key: "k2", amountHalalas: 100_001 });
    expect(over.request.state).toBe("waiting");
    await approveRefund(huda, { id: over.request.id });
    expect((await requestRefund(lina, { ...ask, key: "k3", amountHalalas: 100_000 })).request.state).toBe("direct");
    await changeSetting(huda, "refunds", { onePersonHalalas: 600_000 });
    expect((await quoteRefund(lina, { ...ask, amountHalalas: 100_000 })).needsSecondPerson).toBe(false);
  });
});

describe("two requests at once (postgres)", () => {
  let pools: TwoPools;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());

  async function askTwice(first: Bought, second: Database, keys: [string, string], amountHalalas: number) {
    const ask = { orderId: first.orderId, reason: "requested", amountHalalas };
    const other: TestCtx = Object.assign(
      testContext(second, { env: first.lina.env }).asStaff("finance", { id: "lina" }),
    );
    return Promise.allSettled([
      requestRefund(first.lina, { ...ask, key: keys[0] }),
      requestRefund(other, { ...ask, key: keys[1] }),
    ]);
  }
  const readRequestStates = async ({ ctx, orderId }: Bought) =>
    (await ctx.db.select().from(refundRequests).where(eq(refundRequests.orderId, orderId)))
      .map(({ state }) => state)
      .toSorted();

  it("P-12 two identical requests make one request and one refund", async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await buySeats(pools.first);
      const tries = await askTwice(order, pools.second, ["same", "same"], 1000);
      expect(tries.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      expect(await readRequestStates(order)).toEqual(["direct"]);
      expect(await order.ctx.db.select().from(refunds).where(eq(refunds.paymentId, order.paymentId))).toHaveLength(1);
      expect(getRefunded(order)).toBe(1000);
    }
  });

  it("P-12 two parts that exceed the limit together: one is refunded, the other waits", async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await buySeats(pools.first);
      await askTwice(order, pools.second, ["one", "two"], 300_000);
      expect(await readRequestStates(order)).toEqual(["direct", "waiting"]);
      expect(getRefunded(order)).toBe(300_000);
    }
  });

  it("negative control: without the lock on the order both parts are refunded", async () => {
    const barrier = createBarrier(2);
    const order = await buySeats(pools.first);
    const unlocked = { ...order, lina: { ...order.lina, database: barrier(withoutLocks(pools.first)) } };
    await askTwice(unlocked as Bought, barrier(withoutLocks(pools.second)), ["one", "two"], 300_000);
    expect(await readRequestStates(order)).toEqual(["direct", "direct"]);
  });
});
