/** What one account may hold unpaid, on both databases (F-04, decision 019). Refusals first. */
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
    for (let at = 0; at < 5; at++)
      runs.push((await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 60 })).id);
  });

  const items = (quantities: number[]) =>
    quantities.flatMap((qty, at) => (qty > 0 ? [{ runId: runs[at] ?? 0, qty }] : []));
  /** Seats of the first run, of the second …; 0: not in the order. */
  const begin = (quantities: number[], rest: Partial<Parameters<typeof beginCheckout>[1]> = {}, who: TestCtx = ctx) =>
    beginCheckout(who, { items: items(quantities), billing: address, ...rest });
  const wrong = async (tried: Promise<unknown>) =>
    tried.then(
      () => ({}),
      (error: unknown) => (error instanceof ValidationError ? error.fields : Promise.reject(error)),
    );
  const minutesLater = (minutes: number) => (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
  const inMinutes = (minutes: number) => new Date(ctx.clock.now.getTime() + minutes * 60_000).toISOString();
  const held = async () =>
    (
      (
        await ctx.db.execute(
          sql`select count(*)::int as n from enrolment where state = 'held' and held_until > ${ctx.now().toISOString()}`,
        )
      ).rows[0] as { n: number }
    ).n;
  const readOrderStatus = async (id: number) =>
    (await myOrder(ctx, { user_id: ctx.viewer?.id ?? "", order_id: id })).payment.status;
  const runOut = async () => {
    await begin([1]);
    minutesLater(15);
    await reconcile(ctx);
  };

  describe("refusals", () => {
    it("F-04 more than five seats of a run need a company invoice, and the sentence says whom else to ask", async () => {
      expect(await wrong(begin([6]))).toEqual({
        "items.0.qty": [expect.stringMatching(/up to 5 seats.*hello@example\.com.*\+966\s11\s000\s0000/)],
      });
      expect(await wrong(begin([1, 6], {}, { ...ctx, locale: "ar" } as TestCtx))).toEqual({
        "items.1.qty": [expect.stringMatching(/فاتورة باسم منشأة.*hello@example\.com/)],
      });
      expect(await held()).toBe(0);
      await begin([20], { company });
      expect(await held()).toBe(20);
    });

    it("F-04 the door lets a large quantity through to that sentence", async () => {
      const sent = (qty: number) => items([qty]).map((item) => ({ course_id: item.runId, qty: item.qty }));
      const body = { items: sent(25), billing: address };
      expect(endpoint.body.parse(body)).toMatchObject({ items: [{ qty: 25 }] });
      expect(endpoint.body.safeParse({ ...body, items: sent(1.5) }).success).toBe(false);
    });

    it("F-04 more than twenty seats of an account, over its orders, are refused, with and without a company; what is paid counts no more", async () => {
      expect(await wrong(begin([21], { company }))).toEqual({
        "items.0.qty": [expect.stringMatching(/up to 20 unpaid seats.*hello@example\.com/)],
      });
      expect(await wrong(begin([5, 5, 5, 5, 1]))).toEqual({
        "items.4.qty": [expect.stringMatching(/up to 20 unpaid seats/)],
      });
      const first = await begin([15], { company });
      await begin([0, 5]);
      expect(await wrong(begin([0, 0, 1], { company }))).toEqual({
        "items.0.qty": [expect.stringMatching(/up to 20 unpaid seats/)],
      });
      expect(await held()).toBe(20);
      await pay(first);
      expect((await settlePayment(ctx, first.given_id))?.status).toBe("paid");
      await begin([0, 0, 1]);
      expect(await held()).toBe(6);
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
      expect(await wrong(begin([3]))).toEqual({ "items.0.qty": [expect.stringMatching(/up to 2 seats/)] });
      expect(await wrong(begin([2, 2]))).toEqual({ "items.1.qty": [expect.stringMatching(/up to 3 unpaid seats/)] });
      expect((await begin([2])).expires_at).toBe(inMinutes(20));
      minutesLater(20);
      await expect(begin([2])).rejects.toThrow(RateLimited);
      minutesLater(5);
      await begin([2]);
      await expect(changeSetting(ctx, "holds", { ...defaultSettings.holds, minutesToPay: 15 })).rejects.toThrow(
        ValidationError,
      );
    });

    it("F-04 N-06 after two holds that ran out the account waits 30 minutes for that run, and for no other; others do not", async () => {
      await runOut();
      await runOut();
      const refusal: unknown = await begin([1]).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(RateLimited);
      expect(refusal).toMatchObject({
        retryAfterSeconds: 30 * 60,
        message: expect.stringMatching(/\d{1,2}:\d\d\u00a0[ap]m \(Riyadh time\).*hello@example\.com/),
      });
      await expect(begin([1, 1])).rejects.toThrow(RateLimited);
      await begin([0, 1]);
      await begin([1], {}, ctx.as(await makeUser(ctx.db)));
      minutesLater(29);
      await expect(begin([1])).rejects.toThrow(RateLimited);
      minutesLater(1);
      expect((await begin([1])).expires_at).toBe(inMinutes(15));
    });

    it("F-04 a declined card does not keep a hold from running out", async () => {
      for (let round = 0; round < 2; round++) {
        const begun = await begin([1]);
        await pay(begun, declinedCard);
        expect((await settlePayment(ctx, begun.given_id))?.status).toBe("failed");
        minutesLater(15);
      }
      await expect(begin([1])).rejects.toThrow(RateLimited);
    });

    it("F-04 in its last minute a hold is too short to pay: the answer says from when, the order stays as it is, and afterwards a new hold begins", async () => {
      const first = await begin([1]);
      minutesLater(14.5);
      await expect(begin([2])).rejects.toThrow(Conflict);
      await expect(begin([2])).rejects.toThrow(/about to expire.*again from \d{1,2}:\d\d\u00a0[ap]m \(Riyadh time\)/);
      expect(await readOrderStatus(first.order_id)).toBe("pending");
      minutesLater(0.5);
      expect((await begin([2])).expires_at).toBe(inMinutes(15));
    });
  });

  it("F-04 a changed quantity keeps the end of the first hold, over a chain of changes, a declined card and a changed price", async () => {
    const first = await begin([1]);
    minutesLater(4);
    const second = await begin([2]);
    await pay(second, declinedCard);
    await settlePayment(ctx, second.given_id);
    minutesLater(4);
    const third = await begin([3]);
    await ctx.db.execute(sql`update course_run set price_halalas = 300000 where id = ${runs[0]}`);
    minutesLater(6);
    const fourth = await begin([3]);
    expect(new Set([first, second, third, fourth].map(({ order_id }) => order_id)).size).toBe(4);
    expect(new Set([first, second, third, fourth].map(({ expires_at }) => expires_at)).size).toBe(1);
    expect(await held()).toBe(3);
    // One minute is left, and it can be paid.
    await pay(fourth);
    expect((await settlePayment(ctx, fourth.given_id))?.status).toBe("paid");
    // What is bought next, for a colleague, has a hold of its own.
    const colleague = { runId: runs[0] ?? 0, name: "Huda", email: "huda@example.com", scfhs_number: "" };
    expect((await begin([1], { attendees: [colleague] })).expires_at).toBe(inMinutes(15));
  });

  it("F-04 a chain of replaced holds that runs out counts once", async () => {
    await begin([1]);
    await begin([2]);
    await begin([3]);
    minutesLater(15);
    await reconcile(ctx);
    expect((await begin([1])).expires_at).toBe(inMinutes(15));
  });

  it("F-04 in a cart each run keeps its own end, and the order ends with the first of them", async () => {
    const first = await begin([1]);
    minutesLater(5);
    const both = await begin([1, 1]);
    expect(both.expires_at).toBe(first.expires_at);
    const second = inMinutes(15);
    minutesLater(5);
    expect((await begin([0, 1])).expires_at).toBe(second);
    // Taking a run out and putting it back in does not start its time anew.
    expect((await begin([1])).expires_at).toBe(first.expires_at);
  });

  it("F-04 an order that has ended gives back the seats of all its runs, and seats_left says so", async () => {
    await begin([1]);
    minutesLater(5);
    const both = await begin([2, 3]);
    expect([(await seatsNow(ctx, runs[0] ?? 0)).qty, (await seatsNow(ctx, runs[1] ?? 0)).qty]).toEqual([58, 57]);
    minutesLater(10);
    await reconcile(ctx);
    expect(await readOrderStatus(both.order_id)).toBe("expired");
    expect([(await seatsNow(ctx, runs[0] ?? 0)).qty, (await seatsNow(ctx, runs[1] ?? 0)).qty]).toEqual([60, 60]);
  });
});
