/** Refunds: full, partial, concurrent, and with a failing provider (S-08; reliability rows 3, 8, 27). */
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import type { Database } from "#platform/db/database.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { createBarrier, openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { openSandbox } from "#test/sandbox.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";

const sandbox = await openSandbox();

const env = () => testEnv(paymentsAt(sandbox));

interface Bought {
  ctx: TestCtx;
  orderId: number;
  paymentId: string;
  /** One seat of each, for 2,760.00 SAR. */
  runs: number[];
}

async function buy(database: Database, { runs = 1, settled = true } = {}): Promise<Bought> {
  const visitor = testContext(database, { env: env() });
  const ctx = visitor.as(await makeUser(database.db));
  const ids: number[] = [];
  for (let n = 0; n < runs; n++)
    ids.push((await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 2 })).id);
  const begun = await beginCheckout(ctx, { items: ids.map((id) => ({ runId: id, qty: 1 })), billing: address });
  await pay(begun);
  if (settled) await settlePayment(ctx, begun.given_id);
  return { ctx: ctx.asStaff("finance"), orderId: begun.order_id, paymentId: begun.given_id, runs: ids };
}

const seatPrice = 276_000;
const queryRows = async <T extends Record<string, unknown>>(ctx: TestCtx, query: SQL): Promise<T[]> =>
  (await ctx.db.execute<T>(query)).rows;
/** Reads status, seats sold, credit-note totals, number of mails and refunded money of an order. */
const readOrderTotals = async ({ ctx, orderId }: Bought) =>
  (
    await queryRows<{ status: string; sold: number; credits: number[]; mails: number; refunded: number }>(
      ctx,
      sql`
      select o.status, (select sum(r.seats_sold)::int from course_run r) as sold,
        coalesce((select jsonb_agg(d.total_halalas order by d.sequence) from tax_document d where d.order_id = o.id and d.kind = 'credit-note'), '[]') as credits,
        (select count(*)::int from outbox_mail where template = 'payment-refunded') as mails,
        coalesce((select sum(f.amount_halalas)::int from refund f join payment a on a.id = f.payment_id where a.order_id = o.id and f.status = 'done'), 0) as refunded
      from "order" o where o.id = ${orderId}`,
    )
  )[0];
const refundedAtProvider = ({ paymentId }: Bought) => sandbox.control.payment(paymentId).refunded;
const passSeconds = ({ ctx }: Bought, seconds: number) =>
  void (ctx.clock.now = new Date(ctx.clock.now.getTime() + seconds * 1000));
const readRefunds = async ({ ctx }: Bought) =>
  queryRows<{ status: string; problem: string | null }>(ctx, sql`select status, problem from refund order by id`);

describeOnDatabase("refunding an order", (open) => {
  it("S-08 rejects unpaid orders, invalid amounts, a missing reason, and lines of other orders", async () => {
    const unpaid = await buy(await open(), { settled: false });
    const { ctx, orderId } = unpaid;
    const request = { orderId, amountHalalas: 100, reason: "requested" };
    await expect(refundOrder(ctx, { ...request, orderId: 99_999 })).rejects.toThrow(NotFound);
    await expect(refundOrder(ctx, request)).rejects.toThrow(Conflict);
    await settlePayment(ctx, unpaid.paymentId);
    for (const amountHalalas of [0, -1, 1.5, seatPrice + 1, Number.NaN, 1e12])
      await expect(refundOrder(ctx, { ...request, amountHalalas })).rejects.toThrow(ValidationError);
    await expect(refundOrder(ctx, { ...request, reason: " " })).rejects.toThrow(ValidationError);
    await expect(refundOrder(ctx, { ...request, lines: [99_999] })).rejects.toThrow(ValidationError);
    expect(refundedAtProvider(unpaid)).toBe(0);
    expect(await readRefunds(unpaid)).toEqual([]);
  });

  it("S-08 a full refund marks the order as refunded, frees the seat, and issues a credit note and an email", async () => {
    const bought = await buy(await open());
    expect(
      await refundOrder(bought.ctx, { orderId: bought.orderId, amountHalalas: seatPrice, reason: "course-cancelled" }),
    ).toMatchObject({ status: "done" });
    expect(refundedAtProvider(bought)).toBe(seatPrice);
    expect(await readOrderTotals(bought)).toEqual({
      status: "refunded",
      sold: 0,
      credits: [seatPrice],
      mails: 1,
      refunded: seatPrice,
    });
    await expect(
      refundOrder(bought.ctx, { orderId: bought.orderId, amountHalalas: 1, reason: "again" }),
    ).rejects.toThrow(Conflict);
  });

  it.each(["refunded", "unchanged"] as const)(
    "S-08 partial refunds free the seats of their lines; the provider's status after a partial one is %s",
    async (partialRefundStatus) => {
      sandbox.control.set({ partialRefundStatus });
      const bought = await buy(await open(), { runs: 2 });
      const { ctx, orderId, runs } = bought;
      await refundOrder(ctx, { orderId, amountHalalas: 10_000, reason: "A goodwill gesture" });
      expect(await readOrderTotals(bought)).toMatchObject({
        status: "partially_refunded",
        sold: 2,
        credits: [10_000],
        mails: 1,
      });
      await refundOrder(ctx, { orderId, amountHalalas: seatPrice, reason: "requested", lines: runs.slice(0, 1) });
      expect(await readOrderTotals(bought)).toMatchObject({
        status: "partially_refunded",
        sold: 1,
        credits: [10_000, seatPrice],
        mails: 2,
      });
      await expect(
        refundOrder(ctx, { orderId, amountHalalas: 1, reason: "requested", lines: runs.slice(0, 1) }),
      ).rejects.toThrow(ValidationError);
      // A webhook about our own refund changes nothing.
      await settlePayment(ctx, bought.paymentId);
      await refundOrder(ctx, { orderId, amountHalalas: seatPrice - 10_000, reason: "requested" });
      expect(await readOrderTotals(bought)).toEqual({
        status: "refunded",
        sold: 0,
        credits: [10_000, seatPrice, seatPrice - 10_000],
        mails: 3,
        refunded: 2 * seatPrice,
      });
      expect(refundedAtProvider(bought)).toBe(2 * seatPrice);
    },
  );

  it("a repeated key refunds once, and is rejected with another amount", async () => {
    const bought = await buy(await open());
    const request = { orderId: bought.orderId, amountHalalas: 1000, reason: "requested", key: "form-17" };
    const [first, second] = [await refundOrder(bought.ctx, request), await refundOrder(bought.ctx, request)];
    expect(second.id).toBe(first.id);
    await expect(refundOrder(bought.ctx, { ...request, amountHalalas: 2000 })).rejects.toThrow(Conflict);
    expect(refundedAtProvider(bought)).toBe(1000);
  });

  it.each(["drop_after_commit", "malformed_json", "drop_before_commit", "error_500", "html_403"] as const)(
    "row 27: the job completes a refund answered with %s, once",
    async (kind) => {
      const bought = await buy(await open());
      sandbox.control.fault({ route: "refund", kind });
      expect(
        await refundOrder(bought.ctx, { orderId: bought.orderId, amountHalalas: 1000, reason: "requested" }),
      ).toMatchObject({ status: "requested" });
      // While the outcome of the first refund is unknown, the next one waits.
      await refundOrder(bought.ctx, { orderId: bought.orderId, amountHalalas: 500, reason: "requested" });
      passSeconds(bought, 61);
      await reconcile(bought.ctx);
      expect(refundedAtProvider(bought)).toBe(1500);
      expect(await readOrderTotals(bought)).toMatchObject({
        status: "partially_refunded",
        credits: [1000, 500],
        mails: 2,
        refunded: 1500,
      });
    },
  );

  it("sends no refund if the payment cannot be fetched first, and retries in the next round", async () => {
    const bought = await buy(await open());
    sandbox.control.fault({ route: "fetch", kind: "error_500" });
    await refundOrder(bought.ctx, { orderId: bought.orderId, amountHalalas: 1000, reason: "requested" });
    expect(refundedAtProvider(bought)).toBe(0);
    passSeconds(bought, 15);
    await reconcile(bought.ctx);
    expect(refundedAtProvider(bought)).toBe(1000);
  });

  it("leaves a refund to staff if the provider refuses it, or if the payment does not match the order", async () => {
    sandbox.control.set({ secondPartialRefund: "refused" });
    const bought = await buy(await open());
    const request = { orderId: bought.orderId, amountHalalas: 1000, reason: "requested" };
    await refundOrder(bought.ctx, request);
    expect(await refundOrder(bought.ctx, request)).toMatchObject({ status: "needs-person" });
    sandbox.control.patch(bought.paymentId, { currency: "KWD" });
    await refundOrder(bought.ctx, request);
    expect(await readRefunds(bought)).toEqual([
      { status: "done", problem: null },
      { status: "needs-person", problem: "provider-refused" },
      { status: "needs-person", problem: "payment-differs" },
    ]);
    expect(refundedAtProvider(bought)).toBe(1000);
  });

  it("records refunds made in the provider's dashboard, and closes open refunds with them", async () => {
    sandbox.control.set({ secondPartialRefund: "refused" });
    const bought = await buy(await open());
    sandbox.control.patch(bought.paymentId, { refunded: 700 });
    await settlePayment(bought.ctx, bought.paymentId);
    await settlePayment(bought.ctx, bought.paymentId);
    expect(await readOrderTotals(bought)).toMatchObject({
      status: "partially_refunded",
      credits: [700],
      mails: 1,
      refunded: 700,
    });
    await refundOrder(bought.ctx, { orderId: bought.orderId, amountHalalas: 1000, reason: "requested" });
    sandbox.control.patch(bought.paymentId, { refunded: 1700 });
    await settlePayment(bought.ctx, bought.paymentId);
    expect(await readRefunds(bought)).toEqual([
      { status: "done", problem: null },
      { status: "done", problem: null },
    ]);
    expect(await readOrderTotals(bought)).toMatchObject({ credits: [700, 1000], mails: 2, refunded: 1700 });
  });
});

/** The same database with the defence off: the order is read, not locked. */
const withoutOrderLock = (database: Database) =>
  withoutLocks(database, / from "order" where .* for update of "order"$/s);

describe("twenty concurrent refunds over two pools (postgres)", () => {
  let pools: TwoPools;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());

  /**
   * Requests 20 refunds of 30 % of the order each, of which three fit. Returns how many were granted, and the sums in
   * our records (`asked`, `refunded`, `credits`) and at the provider (`given`).
   */
  async function round(databases: Database[]) {
    const bought = await buy(pools.first);
    const contexts = databases.map((database) => ({ ...bought.ctx, database, db: database.db }));
    const part = Math.round(seatPrice * 0.3);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        refundOrder(contexts[at % contexts.length] ?? bought.ctx, {
          orderId: bought.orderId,
          amountHalalas: part,
          reason: `part ${at}`,
        }),
      ),
    );
    for (let turn = 0; turn < 4; turn++) await reconcile(bought.ctx);
    const [refunded] = await queryRows<{ sum: number }>(
      bought.ctx,
      sql`select coalesce(sum(f.amount_halalas), 0)::int as sum from refund f where f.payment_id = ${bought.paymentId}`,
    );
    return {
      granted: answers.filter((answer) => answer.status === "fulfilled").length,
      asked: refunded?.sum ?? 0,
      given: refundedAtProvider(bought),
      refunded: (await readOrderTotals(bought))?.refunded,
      credits: (await readOrderTotals(bought))?.credits,
      part,
    };
  }

  it("S-08 never exceed what was paid; provider, refund records and credit notes agree", async () => {
    for (let n = 0; n < 3; n++) {
      const { part, ...result } = await round([pools.first, pools.second]);
      expect(result).toEqual({
        granted: 3,
        asked: 3 * part,
        given: 3 * part,
        refunded: 3 * part,
        credits: [part, part, part],
      });
    }
  });

  it("negative control: without the lock on the order, more is promised than was paid", async () => {
    // Four refunds of 30 % are more than was paid.
    const barrier = createBarrier(4);
    const { asked, given } = await round([pools.first, pools.second].map((pool) => barrier(withoutOrderLock(pool))));
    expect(asked).toBeGreaterThan(seatPrice);
    // The last line of defence still stands: the provider never gave more than it took.
    expect(given).toBeLessThanOrEqual(seatPrice);
  });
});
