/** Discount codes and group prices from checkout to refund. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { quoteRefund } from "#features/changes/refund-quote.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { RateLimited, ValidationError } from "#platform/errors.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { openSandbox } from "#test/sandbox.ts";
import { priceSeats } from "./price-order.server.ts";
import { discountCodes } from "./tables.server.ts";

const sandbox = await openSandbox();

async function openShop(database: Database, env: Record<string, string> = {}) {
  const visitor = testContext(database, { env: testEnv({ ...paymentsAt(sandbox), ...env }) });
  const course = await makeCourse(database.db);
  const run = await makeRun(database.db, course.id, { capacity: 60, priceHalalas: 240_000 });
  const ctx = visitor.as(await makeUser(database.db));
  const begin = (discountCode: string | null, qty = 1, by = ctx, more: { runId: number; qty: number }[] = []) =>
    beginCheckout(by, { items: [{ runId: run.id, qty }, ...more], billing: address, discountCode });
  return { visitor, ctx, course, run, begin };
}
const hourMs = 3_600_000;

/** Returns the message with which a code was refused. */
const getRefusal = async (act: Promise<unknown>): Promise<string> => {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ValidationError)) throw error ?? new Error("It was accepted");
  return error.fields["discount_code"]?.[0] ?? "";
};

describeOnDatabase("discount codes", (open) => {
  it("X-05 returns one message for an unknown, paused, ended, future or used-up code", async () => {
    const { ctx, begin } = await openShop(await open());
    await makeCode(ctx.db, "PAUSED", { pausedAt: ctx.now() });
    await makeCode(ctx.db, "OVER", { validTo: "2020-01-02" });
    await makeCode(ctx.db, "LATER", { validFrom: "2100-01-01" });
    const { id } = await makeCode(ctx.db, "GONE", { maxUses: 1 });
    const other = ctx.as(await makeUser(ctx.db));
    await begin("GONE", 1, other);
    const answers = [];
    for (const code of ["NO-SUCH", "PAUSED", "OVER", "LATER", "GONE"]) answers.push(await getRefusal(begin(code)));
    expect(new Set(answers)).toEqual(
      new Set(["This code doesn’t work. Check letters and digits; it may also be over or used up."]),
    );
    expect(await ctx.db.select().from(orders).where(eq(orders.discountCodeId, id))).toHaveLength(1);
  });

  it("X-05 says when a code is for another course, needs more seats, was used, or is worse than the group price", async () => {
    const { ctx, run, course, begin } = await openShop(await open());
    const elsewhere = await makeCourse(ctx.db, { name_eng: "Safe handover" });
    await makeCode(ctx.db, "OTHER", { scope: "only", courseIds: [elsewhere.id] });
    await makeCode(ctx.db, "NOT-THIS", { scope: "except", courseIds: [course.id] });
    await makeCode(ctx.db, "TEAM", { minSeats: 3 });
    await makeCode(ctx.db, "ONCE", { maxUsesPerAccount: 1 });
    await makeCode(ctx.db, "SMALL", { percent: 5 });
    expect(await getRefusal(begin("OTHER"))).toContain("It works for Safe handover");
    expect(await getRefusal(begin("NOT-THIS"))).toContain("isn’t for what you’re booking");
    expect(await getRefusal(begin("TEAM", 2))).toBe("This code needs at least 3 seats on one course date; you have 2.");
    const { order_id } = await begin("ONCE");
    await ctx.db.update(orders).set({ status: "paid" }).where(eq(orders.id, order_id));
    await ctx.db.update(courseRuns).set({ groupFromSeats: 2, groupPercent: 5 });
    expect(await getRefusal(begin("ONCE"))).toBe("You’ve used this code already.");
    expect(await getRefusal(begin("SMALL", 2))).toContain("The group price is better");
    expect(await getRefusal(priceSeats(ctx, { items: [{ runId: run.id, qty: 2 }], discountCode: "small" }))).toContain(
      "group price",
    );
  });

  it("X-05 limits wrong codes to ten per 15 minutes, by account and address, without counting right ones", async () => {
    const { visitor, ctx, run, begin } = await openShop(await open(), { RATE_LIMIT_FACTOR: "1" });
    await makeCode(ctx.db, "RIGHT");
    const items = [{ runId: run.id, qty: 1 }];
    for (let at = 0; at < 12; at++) await priceSeats(ctx, { items, discountCode: "right" });
    for (let at = 0; at < 5; at++) {
      await getRefusal(priceSeats(ctx, { items, discountCode: `WRONG-${at}` }));
      await getRefusal(begin(`WRONG-${at}`));
    }
    await expect(priceSeats(ctx, { items, discountCode: "RIGHT" })).rejects.toBeInstanceOf(RateLimited);
    await expect(begin("RIGHT")).rejects.toBeInstanceOf(RateLimited);
    // The limit holds for others at this address, and for the account elsewhere. Without a code, checkout goes on.
    await expect(priceSeats(visitor, { items, discountCode: "RIGHT" })).rejects.toBeInstanceOf(RateLimited);
    await expect(
      priceSeats({ ...ctx, address: "203.0.113.9" }, { items, discountCode: "RIGHT" }),
    ).rejects.toBeInstanceOf(RateLimited);
    expect((await begin(null)).total).toBe("2760.00");
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 15 * 60_000);
    expect((await priceSeats(ctx, { items, discountCode: "RIGHT" })).total).toBe("2484.00");
  });

  it("X-05 uses the same discount in price, order, invoice and refund; the same submit returns the same order", async () => {
    const { ctx, run, begin } = await openShop(await open());
    const code = await makeCode(ctx.db, "TEAM10");
    const price = await priceSeats(ctx, { items: [{ runId: run.id, qty: 3 }], discountCode: " team10 " });
    expect(price).toMatchObject({
      sub_total: "6480.00",
      tax: "972.00",
      total: "7452.00",
      lines: [{ amount: "6480.00", discount: { amount: "720.00", percent: 10, code: "TEAM10" } }],
      code: { code: "TEAM10", percent: 10, least_seats: 1 },
    });
    const begun = await begin("team10", 3);
    expect(begun).toMatchObject({ sub_total: "6480.00", tax: "972.00", total: "7452.00" });
    expect(await begin("TEAM10", 3)).toMatchObject({ order_id: begun.order_id, given_id: begun.given_id });
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, begun.order_id));
    expect(order).toMatchObject({ status: "paid", discountCodeId: code.id });
    const [invoice] = await ctx.db.select().from(taxDocuments);
    expect(invoice).toMatchObject({ netHalalas: 648_000, taxHalalas: 97_200 });
    expect(invoice?.lines).toMatchObject([
      { amountHalalas: 648_000, discount: { halalas: 72_000, percent: 10, code: "TEAM10" } },
    ]);
    const [seat] = await ctx.db.select({ id: enrolments.id }).from(enrolments);
    const quote = await quoteRefund(ctx.asStaff("finance"), { orderId: begun.order_id, seatIds: [seat?.id ?? 0] });
    expect(quote.amountHalalas).toBe(248_400);
  });

  it("X-05 caps the discount of an order, and refunds each seat what was paid for it", async () => {
    const { ctx, course, begin } = await openShop(await open());
    await makeCode(ctx.db, "CAPPED", { percent: 50, maxDiscountHalalas: 100_001 });
    const other = await makeRun(ctx.db, course.id, { capacity: 9, priceHalalas: 100_000 });
    const priced = await priceSeats(ctx, { items: [{ runId: other.id, qty: 1 }], discountCode: "capped" });
    expect(priced.code).toMatchObject({ percent: 50, most: "1000.01" });
    const begun = await begin("CAPPED", 2, ctx, [{ runId: other.id, qty: 1 }]);
    // 5,800.00 less 1,000.01; VAT is of the reduced price.
    expect(begun).toMatchObject({ sub_total: "4799.99", tax: "720.00", total: "5519.99" });
    const lines = await ctx.db.select().from(orderLines).where(eq(orderLines.orderId, begun.order_id));
    expect(lines.map(({ discountHalalas, discountPercent }) => [discountHalalas, discountPercent])).toEqual([
      [82_759, null],
      [17_242, null],
    ]);
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
    const seats = await ctx.db.select({ id: enrolments.id }).from(enrolments);
    const staff = ctx.asStaff("finance");
    const quotes = [];
    for (const { id } of seats) quotes.push(await quoteRefund(staff, { orderId: begun.order_id, seatIds: [id] }));
    const whole = await quoteRefund(staff, { orderId: begun.order_id, seatIds: seats.map(({ id }) => id) });
    expect(whole.amountHalalas).toBe(551_999);
    expect(quotes.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)).toBe(551_999);
  });

  it("X-05 a first-order code is rejected beside another paid or held order, also when paid late", async () => {
    const { ctx, run, course, begin } = await openShop(await open());
    await makeCode(ctx.db, "WELCOME", { firstOrderOnly: true });
    await makeCode(ctx.db, "WELCOME-2", { firstOrderOnly: true });
    const elsewhere = await makeRun(ctx.db, course.id, { capacity: 9 });
    const beginElsewhere = (code: string | null) =>
      beginCheckout(ctx, { items: [{ runId: elsewhere.id, qty: 1 }], billing: address, discountCode: code });
    const first = await begin("WELCOME");
    // New seats of the run replace the unpaid order and keep the code; an order for another run gets no such code.
    expect((await begin("WELCOME", 2)).total).toBe("4968.00");
    const held = await begin("WELCOME");
    expect(await getRefusal(beginElsewhere("WELCOME-2"))).toContain("only for a first order");
    expect((await beginElsewhere(null)).total).not.toBe("");
    ctx.clock.now = new Date(ctx.clock.now.getTime() + hourMs);
    const second = await beginElsewhere("WELCOME-2");
    await pay(second);
    expect((await settlePayment(ctx, second.given_id))?.status).toBe("paid");
    await pay(held);
    expect((await settlePayment(ctx, held.given_id))?.status).toBe("expired");
    expect(first.order_id).not.toBe(held.order_id);
    expect(await getRefusal(begin("WELCOME"))).toContain("only for a first order");
    expect(
      (await priceSeats({ ...ctx, viewer: null }, { items: [{ runId: run.id, qty: 1 }], discountCode: "WELCOME" }))
        .total,
    ).toBe("2484.00");
  });

  it("X-05 another code or none begins another order, and frees the first use", async () => {
    const { ctx, begin } = await openShop(await open());
    await makeCode(ctx.db, "ONE-USE", { maxUses: 1 });
    await makeCode(ctx.db, "SAME-PRICE");
    const first = await begin("ONE-USE");
    const second = await begin("SAME-PRICE");
    expect(second.order_id).not.toBe(first.order_id);
    expect((await begin("ONE-USE")).total).toBe("2484.00");
    expect((await begin(null)).total).toBe("2760.00");
    expect((await begin("ONE-USE", 1, ctx.as(await makeUser(ctx.db)))).total).toBe("2484.00");
  });

  it("X-05 an expired hold frees its use; a late payment needs a free use and an active code", async () => {
    const { ctx, begin } = await openShop(await open());
    await makeCode(ctx.db, "LAST", { maxUses: 1 });
    const late = await begin("LAST");
    const other = ctx.as(await makeUser(ctx.db));
    await expect(begin("LAST", 1, other)).rejects.toBeInstanceOf(ValidationError);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + hourMs);
    const checkout = await begin("LAST", 1, other);
    await pay(late);
    expect((await settlePayment(ctx, late.given_id))?.status).toBe("expired");
    const [refused] = await ctx.db.select().from(orders).where(eq(orders.id, late.order_id));
    expect(refused?.reason).toBe("price-changed");
    await pay(checkout);
    expect((await settlePayment(other, checkout.given_id))?.status).toBe("paid");

    const [again, paused] = [ctx.as(await makeUser(ctx.db)), ctx.as(await makeUser(ctx.db))];
    await makeCode(ctx.db, "STANDS");
    const [stands, stopped] = [await begin("STANDS", 1, again), await begin("STANDS", 1, paused)];
    ctx.clock.now = new Date(ctx.clock.now.getTime() + hourMs);
    await pay(stands);
    expect((await settlePayment(again, stands.given_id))?.status).toBe("paid");
    await ctx.db.update(discountCodes).set({ pausedAt: ctx.now() });
    await pay(stopped);
    expect((await settlePayment(paused, stopped.given_id))?.status).toBe("expired");
  });

  it("X-05 a code paused during payment keeps its price for that order", async () => {
    const { ctx, begin } = await openShop(await open());
    await makeCode(ctx.db, "PROMISED");
    const begun = await begin("PROMISED");
    await ctx.db.update(discountCodes).set({ pausedAt: ctx.now() });
    expect(await getRefusal(begin("PROMISED"))).toContain("doesn’t work");
    await pay(begun);
    expect((await settlePayment(ctx, begun.given_id))?.status).toBe("paid");
  });

  it("X-05 the group price starts at its number of seats; a late payment cannot use one that has changed", async () => {
    const { ctx, begin } = await openShop(await open());
    await ctx.db.update(courseRuns).set({ groupFromSeats: 4, groupPercent: 15 });
    expect((await begin(null, 3)).sub_total).toBe("7200.00");
    const begun = await begin(null, 4);
    expect(begun.sub_total).toBe("8160.00");
    const [line] = await ctx.db.select().from(orderLines).where(eq(orderLines.orderId, begun.order_id));
    expect(line).toMatchObject({
      discountHalalas: 144_000,
      discountKind: "group",
      discountPercent: 15,
      discountCode: null,
    });
    await ctx.db.update(courseRuns).set({ groupPercent: 10 });
    ctx.clock.now = new Date(ctx.clock.now.getTime() + hourMs);
    await pay(begun);
    expect((await settlePayment(ctx, begun.given_id))?.status).toBe("expired");
  });

  it("X-05 the database rejects incomplete discounts, invalid codes and half group prices", async () => {
    const { ctx, begin } = await openShop(await open());
    const { order_id: orderId } = await begin(null);
    const line = (change: Partial<typeof orderLines.$inferInsert>) =>
      ctx.db.update(orderLines).set(change).where(eq(orderLines.orderId, orderId));
    const code = { discountKind: "code" as const, discountCode: "X" };
    await expect(line({ discountHalalas: 240_000, ...code })).rejects.toThrow();
    await expect(line({ discountHalalas: 100 })).rejects.toThrow();
    await expect(line({ discountHalalas: 100, discountKind: "group", discountCode: "X" })).rejects.toThrow();
    await expect(line({ discountHalalas: 100, ...code, discountPercent: 91 })).rejects.toThrow();
    await expect(makeCode(ctx.db, "small")).rejects.toThrow();
    await expect(makeCode(ctx.db, "BOTH", { amountHalalas: 1000 })).rejects.toThrow();
    await expect(ctx.db.update(courseRuns).set({ groupFromSeats: 4 })).rejects.toThrow();
  });
});
