/** Limits on the unpaid holds of an account (F-04, decision 019). Refusals first. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { seatsNow } from "#features/seats/availability.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { Conflict, RateLimited, ValidationError } from "#platform/errors.ts";
import { address, declinedCard, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { beginCheckout as endpoint } from "./api.server.ts";
import { beginCheckout } from "./begin-checkout.server.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control.reset());

const company = { name: "Clinic", vat_number: "300000000000003", address: "Example Street 2, Riyadh" };

describeOnDatabase("holds of one account", (open) => {
  let ctx: TestCtx;
  let runs: number[];

  beforeEach(async () => {
    const database = await open();
    const visitor = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
    ctx = visitor.as(await makeUser(database.db));
    runs = [];
    for (let index = 0; index < 5; index++)
      runs.push((await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 60 })).id);
  });

  /** `quantities`: seats of each run, in the order of `runs`; 0 leaves the run out. */
  const toItems = (quantities: number[]) =>
    quantities.flatMap((qty, index) => (qty > 0 ? [{ runId: runs[index] ?? 0, qty }] : []));
  const begin = (quantities: number[], rest: Partial<Parameters<typeof beginCheckout>[1]> = {}, buyer: TestCtx = ctx) =>
    beginCheckout(buyer, { items: toItems(quantities), billing: address, ...rest });
  const getFieldErrors = async (attempt: Promise<unknown>) =>
    attempt.then(
      () => ({}),
      (error: unknown) => (error instanceof ValidationError ? error.fields : Promise.reject(error)),
    );
  const advanceClock = (minutes: number) => (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
  const isoInMinutes = (minutes: number) => new Date(ctx.clock.now.getTime() + minutes * 60_000).toISOString();
  const countHeldSeats = async () =>
    (
      (
        await ctx.db.execute(
          sql`select count(*)::int as n from enrolment where state = 'held' and held_until > ${ctx.now().toISOString()}`,
        )
      ).rows[0] as { n: number }
    ).n;
  const readOrderStatus = async (id: number) =>
    (await myOrder(ctx, { user_id: ctx.viewer?.id ?? "", order_id: id })).payment.status;
  const letHoldExpire = async () => {
    await begin([1]);
    advanceClock(15);
    await reconcile(ctx);
  };

  describe("refusals", () => {
    it("F-04 requires a company invoice for more than five seats of a run; the error says whom to contact", async () => {
      expect(await getFieldErrors(begin([6]))).toEqual({
        "items.0.qty": [expect.stringMatching(/up to 5 seats.*hello@example\.com.*\+966\s11\s000\s0000/)],
      });
      expect(await getFieldErrors(begin([1, 6], {}, { ...ctx, locale: "ar" } as TestCtx))).toEqual({
        "items.1.qty": [expect.stringMatching(/فاتورة باسم منشأة.*hello@example\.com/)],
      });
      expect(await countHeldSeats()).toBe(0);
      await begin([20], { company });
      expect(await countHeldSeats()).toBe(20);
    });

    it("F-04 the endpoint's schema accepts a quantity above the limit, but no fraction", async () => {
      const toBodyItems = (qty: number) => toItems([qty]).map((item) => ({ course_id: item.runId, qty: item.qty }));
      const body = { items: toBodyItems(25), billing: address };
      expect(endpoint.body.parse(body)).toMatchObject({ items: [{ qty: 25 }] });
      expect(endpoint.body.safeParse({ ...body, items: toBodyItems(1.5) }).success).toBe(false);
    });

    it("F-04 limits an account to twenty unpaid seats over all its orders, with or without a company", async () => {
      expect(await getFieldErrors(begin([21], { company }))).toEqual({
        "items.0.qty": [expect.stringMatching(/up to 20 unpaid seats.*hello@example\.com/)],
      });
      expect(await getFieldErrors(begin([5, 5, 5, 5, 1]))).toEqual({
        "items.4.qty": [expect.stringMatching(/up to 20 unpaid seats/)],
      });
      const first = await begin([15], { company });
      await begin([0, 5]);
      expect(await getFieldErrors(begin([0, 0, 1], { company }))).toEqual({
        "items.0.qty": [expect.stringMatching(/up to 20 unpaid seats/)],
      });
      expect(await countHeldSeats()).toBe(20);
      await pay(first);
      expect((await settlePayment(ctx, first.given_id))?.status).toBe("paid");
      await begin([0, 0, 1]);
      expect(await countHeldSeats()).toBe(6);
    });

    it("F-04 every limit is a setting", async () => {
      await changeSetting(ctx, "holds", {
        ...defaultSettings.holds,
        minutes: 20,
        seatsPerRun: 2,
        seatsPerAccount: 3,
        expiredBeforePause: 1,
        pauseMinutes: 5,
      });
      expect(await getFieldErrors(begin([3]))).toEqual({ "items.0.qty": [expect.stringMatching(/up to 2 seats/)] });
      expect(await getFieldErrors(begin([2, 2]))).toEqual({
        "items.1.qty": [expect.stringMatching(/up to 3 unpaid seats/)],
      });
      expect((await begin([2])).expires_at).toBe(isoInMinutes(20));
      advanceClock(20);
      await expect(begin([2])).rejects.toThrow(RateLimited);
      advanceClock(5);
      await begin([2]);
      await expect(changeSetting(ctx, "holds", { ...defaultSettings.holds, minutesToPay: 15 })).rejects.toThrow(
        ValidationError,
      );
    });

    it("F-04 N-06 after two expired holds an account must wait 30 minutes for that run, but not for other runs", async () => {
      await letHoldExpire();
      await letHoldExpire();
      const refusal: unknown = await begin([1]).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(RateLimited);
      expect(refusal).toMatchObject({
        retryAfterSeconds: 30 * 60,
        message: expect.stringMatching(/\d{1,2}:\d\d\u00a0[ap]m \(Riyadh time\).*hello@example\.com/),
      });
      await expect(begin([1, 1])).rejects.toThrow(RateLimited);
      await begin([0, 1]);
      await begin([1], {}, ctx.as(await makeUser(ctx.db)));
      advanceClock(29);
      await expect(begin([1])).rejects.toThrow(RateLimited);
      advanceClock(1);
      expect((await begin([1])).expires_at).toBe(isoInMinutes(15));
    });

    it("F-04 a hold with a declined card counts as expired", async () => {
      for (let round = 0; round < 2; round++) {
        const checkout = await begin([1]);
        await pay(checkout, declinedCard);
        expect((await settlePayment(ctx, checkout.given_id))?.status).toBe("failed");
        advanceClock(15);
      }
      await expect(begin([1])).rejects.toThrow(RateLimited);
    });

    it("F-04 rejects a change in the last minute of a hold, keeps the order and says when to try again", async () => {
      const first = await begin([1]);
      advanceClock(14.5);
      await expect(begin([2])).rejects.toThrow(Conflict);
      await expect(begin([2])).rejects.toThrow(/about to expire.*again from \d{1,2}:\d\d\u00a0[ap]m \(Riyadh time\)/);
      expect(await readOrderStatus(first.order_id)).toBe("pending");
      advanceClock(0.5);
      expect((await begin([2])).expires_at).toBe(isoInMinutes(15));
    });
  });

  it("F-04 changed quantities, a declined card and a new price keep the end of the first hold", async () => {
    const first = await begin([1]);
    advanceClock(4);
    const second = await begin([2]);
    await pay(second, declinedCard);
    await settlePayment(ctx, second.given_id);
    advanceClock(4);
    const third = await begin([3]);
    await ctx.db.execute(sql`update course_run set price_halalas = 300000 where id = ${runs[0]}`);
    advanceClock(6);
    const fourth = await begin([3]);
    expect(new Set([first, second, third, fourth].map(({ order_id }) => order_id)).size).toBe(4);
    expect(new Set([first, second, third, fourth].map(({ expires_at }) => expires_at)).size).toBe(1);
    expect(await countHeldSeats()).toBe(3);
    // With one minute left, the order can still be paid.
    await pay(fourth);
    expect((await settlePayment(ctx, fourth.given_id))?.status).toBe("paid");
    // The next order, for a colleague, starts a new hold.
    const colleague = { runId: runs[0] ?? 0, name: "Huda", email: "huda@example.com", scfhs_number: "" };
    expect((await begin([1], { attendees: [colleague] })).expires_at).toBe(isoInMinutes(15));
  });

  it("F-04 a chain of replaced holds counts as one expired hold", async () => {
    await begin([1]);
    await begin([2]);
    await begin([3]);
    advanceClock(15);
    await reconcile(ctx);
    expect((await begin([1])).expires_at).toBe(isoInMinutes(15));
  });

  it("F-04 each run of a cart keeps its own hold end; the order expires with the earliest", async () => {
    const first = await begin([1]);
    advanceClock(5);
    const cartOrder = await begin([1, 1]);
    expect(cartOrder.expires_at).toBe(first.expires_at);
    const second = isoInMinutes(15);
    advanceClock(5);
    expect((await begin([0, 1])).expires_at).toBe(second);
    // Removing a run and adding it again does not restart its hold.
    expect((await begin([1])).expires_at).toBe(first.expires_at);
  });

  it("F-04 an expired order releases the seats of all its runs", async () => {
    await begin([1]);
    advanceClock(5);
    const cartOrder = await begin([2, 3]);
    expect([(await seatsNow(ctx, runs[0] ?? 0)).qty, (await seatsNow(ctx, runs[1] ?? 0)).qty]).toEqual([58, 57]);
    advanceClock(10);
    await reconcile(ctx);
    expect(await readOrderStatus(cartOrder.order_id)).toBe("expired");
    expect([(await seatsNow(ctx, runs[0] ?? 0)).qty, (await seatsNow(ctx, runs[1] ?? 0)).qty]).toEqual([60, 60]);
  });
});
