/** Changes a buyer makes without staff: quotes and results, money and documents, also while the provider fails. */
import { eq, sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { orderCalendarFile } from "#features/seats/calendar-runs.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { paymentRefunded } from "#features/settlement/mails/refund-emails.server.ts";
import type { OrderMailProps } from "#features/settlement/mails/emails.server.tsx";
import { m } from "#messages";
import { cancelSeatWithoutRefund } from "./cancel-seat.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Database } from "#platform/db/database.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { address, declinedCard, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff } from "#test/staff.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { openTwoPools, sorted, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { openSandbox } from "#test/sandbox.ts";
import { changeOptions, changeQuote } from "./api.server.ts";
import type { QuoteReply } from "./change.schema.ts";
import { formatHoursNote } from "./components/quote-panel.tsx";
import { listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { isolate } from "#i18n/isolate.ts";
import { quoteRefund } from "./refund-quote.server.ts";
import { refundApproval, type RefundProps } from "./approval-emails.server.ts";
import { comparePayments } from "#features/settlement/cases/compare.server.ts";
import { approveRefund, requestRefund, countWaitingRefunds, declineRefund } from "./refund-request.server.ts";
import { readOrder } from "#features/order-views/staff/staff-order.server.ts";
import { listOrders } from "#features/order-views/staff/staff-orders.server.ts";
import { requestException } from "./requests.server.ts";
import { changeOrder } from "./change-order.server.ts";
import { decideRequest } from "./decide-request.server.ts";
import { listChangeRequests, readChangeRequest } from "./read-requests.server.ts";
import { listChangeOptions, quoteChange, type Quote } from "./quote.server.ts";
import { transferSeat } from "./transfer-seat.server.ts";

const sandbox = await openSandbox();

interface Bought {
  ctx: TestCtx;
  orderId: number;
  paymentId: string;
  runId: number;
  courseId: number;
  seatIds: number[];
}

const queryRows = async <T extends Record<string, unknown>>(ctx: Pick<TestCtx, "db">, query: SQL): Promise<T[]> =>
  (await ctx.db.execute<T>(query)).rows;

const noGroup = { groupFromSeats: null as number | null, groupPercent: null as number | null };

/** Buys seats of a new run `days` ahead, by default for SAR 2,400.00 each. */
async function buy(
  database: Database,
  { qty = 3, days = 30, price = 240_000, capacity = 10, code = null as string | null, group = noGroup } = {},
): Promise<Bought> {
  const visitor = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
  const buyer = await makeUser(database.db);
  const ctx = visitor.as(buyer);
  const courseId = (await makeCourse(database.db)).id;
  const runId = (await createRun(ctx, courseId, { days, price, capacity })).id;
  await ctx.db.update(courseRuns).set(group).where(eq(courseRuns.id, runId));
  const begun = await beginCheckout(ctx, { items: [{ runId, qty }], billing: address, discountCode: code });
  await pay(begun);
  await settlePayment(ctx, begun.given_id);
  return {
    ctx,
    orderId: begun.order_id,
    paymentId: begun.given_id,
    runId,
    courseId,
    seatIds: await readSeatIds(ctx, begun.order_id),
  };
}

async function createRun(ctx: TestCtx, courseId: number, { days = 60, price = 240_000, capacity = 10 } = {}) {
  const startDate = addDays(riyadhDate(ctx.now()), days);
  return makeRun(ctx.db, courseId, { startDate, endDate: startDate, days: 1, priceHalalas: price, capacity });
}

const readSeatIds = async (ctx: TestCtx, orderId: number) =>
  (
    await queryRows<{ id: number }>(
      ctx,
      sql`select id from enrolment where order_id = ${orderId} and state = 'confirmed' order by id`,
    )
  ).map(({ id }) => id);

const advanceClock = ({ ctx }: Bought, minutes: number) =>
  void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
const buildChange = ({ orderId, runId, seatIds }: Bought, seats = 1) => ({
  orderId,
  runId,
  kind: "cancel" as const,
  seatIds: seatIds.slice(0, seats),
  toRunId: null,
});
let keys = 0;
const confirmChange = (ctx: TestCtx, quote: Quote, key = `key-${++keys}`) =>
  changeOrder(ctx, { quote: quote.token, key });

/** Reads status, unrefunded money, credit-note totals and the number of confirmed seats of an order. */
async function readOrderTotals(ctx: TestCtx, orderId: number) {
  const [row] = await queryRows<{
    status: string;
    unrefundedHalalas: number;
    creditedHalalas: number;
    creditedTaxHalalas: number;
    confirmed: number;
  }>(
    ctx,
    sql`
      select o.status,
        (select coalesce(sum(p.amount_halalas), 0)::int from payment p where p.order_id = o.id and p.settled_at is not null)
          - (select coalesce(sum(f.amount_halalas), 0)::int from refund f join payment p on p.id = f.payment_id where p.order_id = o.id and f.status = 'done') as "unrefundedHalalas",
        (select coalesce(sum(d.total_halalas), 0)::int from tax_document d where d.order_id = o.id and d.kind = 'credit-note') as "creditedHalalas",
        (select coalesce(sum(d.tax_halalas), 0)::int from tax_document d where d.order_id = o.id and d.kind = 'credit-note') as "creditedTaxHalalas",
        (select count(*)::int from enrolment e where e.order_id = o.id and e.state = 'confirmed') as confirmed
      from "order" o where o.id = ${orderId}`,
  );
  return row;
}
const readSeatsSold = async (ctx: TestCtx, runId: number) =>
  (await ctx.db.select({ sold: courseRuns.seatsSold }).from(courseRuns).where(eq(courseRuns.id, runId)))[0]?.sold;
const listRecipients = async (ctx: TestCtx, template: string) =>
  (
    await queryRows<{ to: string }>(ctx, sql`select "to" from outbox_mail where template = ${template} order by id`)
  ).map(({ to }) => to);

describeOnDatabase("changes by the buyer alone", (open) => {
  it("rejects another buyer's order or quote, a quote after 15 minutes, and an altered quote", async () => {
    const bought = await buy(await open());
    const { ctx } = bought;
    const stranger = ctx.as(await makeUser(ctx.db));
    await expect(quoteChange(stranger, buildChange(bought))).rejects.toThrow(NotFound);
    const quote = await quoteChange(ctx, buildChange(bought));
    await expect(confirmChange(stranger, quote)).rejects.toThrow(Conflict);
    await expect(changeOrder(ctx, { quote: `${quote.token}x`, key: "k" })).rejects.toThrow(Conflict);
    await expect(changeOrder(ctx, { quote: "x", key: "k" })).rejects.toThrow(Conflict);
    advanceClock(bought, 16);
    await expect(confirmChange(ctx, quote)).rejects.toThrow(Conflict);
    expect(await readOrderTotals(ctx, bought.orderId)).toMatchObject({ status: "paid", confirmed: 3 });
  });

  it("X-02 W-01 rejects a move to a date with a waiting list, until no one waits", async () => {
    const bought = await buy(await open());
    const { ctx } = bought;
    const toRunId = (await createRun(ctx, bought.courseId, { capacity: 1 })).id;
    const change = { ...buildChange(bought), kind: "move" as const, toRunId };
    const quote = await quoteChange(ctx, change);
    const entry = { runId: toRunId, userId: (await makeUser(ctx.db)).id, seats: 1, rank: 1, joinedAt: ctx.now() };
    await ctx.db.insert(waitlistEntries).values(entry);
    await expect(confirmChange(ctx, quote)).rejects.toThrow(Conflict);
    await expect(quoteChange(ctx, change)).rejects.toThrow(Conflict);
    expect(await readSeatsSold(ctx, toRunId)).toBe(0);
    // No one waits any more: the same quote moves the seat.
    await ctx.db.delete(waitlistEntries);
    await confirmChange(ctx, quote);
    expect(await readSeatsSold(ctx, toRunId)).toBe(1);
  });

  it("X-01 cancels one of three seats; money, credit note and mails match the quote", async () => {
    const bought = await buy(await open());
    const { ctx, orderId, runId } = bought;
    const quote = await quoteChange(ctx, buildChange(bought));
    expect(quote).toMatchObject({ isAllowed: true, percent: 100, refundHalalas: 276_000, refundTaxHalalas: 36_000 });
    expect(quote.afterDeadline).toMatchObject({ refundHalalas: 138_000 });
    const { change } = await confirmChange(ctx, quote);
    expect(change.state).toBe("done");
    expect(await readOrderTotals(ctx, orderId)).toEqual({
      status: "partially_refunded",
      unrefundedHalalas: 552_000,
      creditedHalalas: 276_000,
      creditedTaxHalalas: 36_000,
      confirmed: 2,
    });
    expect(sandbox.control.payment(bought.paymentId).refunded).toBe(276_000);
    expect(await readSeatsSold(ctx, runId)).toBe(2);
    const listChangesWithoutStaff = () =>
      listChangeRequests(ctx.asStaff("finance"), { page: 1, perPage: 1, filter: { view: "alone" } });
    expect((await listChangesWithoutStaff()).total).toBe(1);
    expect(await listRecipients(ctx, "change-cancelled")).toEqual([ctx.viewer?.email]);
    expect(await listRecipients(ctx, "payment-refunded")).toHaveLength(1);
    const [note] = await queryRows<{ line: string }>(
      ctx,
      sql`select lines -> 0 ->> 'nameEng' as line from tax_document where order_id = ${orderId} and kind = 'credit-note'`,
    );
    expect(note?.line).toMatch(/^1 seat: /);
    advanceClock(bought, 8 * 24 * 60);
    expect((await listChangesWithoutStaff()).total).toBe(0);
  });

  it("X-02 refunds half by the policy at purchase; the other half is still kept when the last seats are cancelled", async () => {
    const bought = await buy(await open(), { qty: 2, days: 10 });
    const { ctx, orderId } = bought;
    // The policy changes after the purchase; the order keeps the policy it was bought with.
    await changeSetting(ctx, "changes", { ...defaultSettings.changes, partBackPercent: 10 });
    const half = await quoteChange(ctx, buildChange(bought));
    expect(half).toMatchObject({ percent: 50, refundHalalas: 138_000 });
    await confirmChange(ctx, half);
    const change = { ...buildChange(bought), seatIds: bought.seatIds.slice(1) };
    const last = await quoteChange(ctx, change);
    expect(last).toMatchObject({ fullHalalas: 276_000, refundHalalas: 138_000 });
    await confirmChange(ctx, last);
    expect(await readOrderTotals(ctx, orderId)).toMatchObject({
      unrefundedHalalas: 276_000,
      creditedHalalas: 276_000,
      confirmed: 0,
    });
  });

  it("S-18 reprices the remaining seats at full price when they are too few for the discount, and the quote says so", async () => {
    const database = await open();
    await changeSetting(testContext(database).asStaff("owner"), "refunds", { onePersonHalalas: 100_000_000 });
    await makeCode(database.db, "FIVE", { percent: 50, minSeats: 5 });
    const group = { groupFromSeats: 5, groupPercent: 40 };
    for (const [bought, paid] of [
      [{ code: null, group }, 345_000],
      [{ code: "FIVE", group: noGroup }, 287_500],
    ] as const) {
      const atOnce = await buy(database, { qty: 5, price: 100_000, ...bought });
      const four = await quoteChange(atOnce.ctx, buildChange(atOnce, 4));
      expect(four).toMatchObject({ isBelowGroupSize: true, refundHalalas: paid - 115_000 });
      await confirmChange(atOnce.ctx, four);
      expect(await readOrderTotals(atOnce.ctx, atOnce.orderId)).toMatchObject({
        unrefundedHalalas: 115_000,
        confirmed: 1,
      });
      const oneByOne = await buy(database, { qty: 5, price: 100_000, ...bought });
      const unrefunded = [];
      for (const seatId of oneByOne.seatIds) {
        const quote = await quoteChange(oneByOne.ctx, { ...buildChange(oneByOne), seatIds: [seatId] });
        await confirmChange(oneByOne.ctx, quote);
        unrefunded.push((await readOrderTotals(oneByOne.ctx, oneByOne.orderId))?.unrefundedHalalas);
      }
      // After each cancellation the order keeps SAR 1,150 for each remaining seat, but never more than was paid. The
      // last cancellation refunds the rest.
      expect(unrefunded).toEqual([4, 3, 2, 1, 0].map((seats) => Math.min(paid, seats * 115_000)));
      const all = await buy(database, { qty: 5, price: 100_000, ...bought });
      expect(await quoteChange(all.ctx, buildChange(all, 5))).toMatchObject({
        isBelowGroupSize: false,
        refundHalalas: paid,
      });
    }
    // With a group price from four seats, cancelling one of five does not change the price of the other four.
    const five = await buy(database, { qty: 5, price: 100_000, group: { ...group, groupFromSeats: 4 } });
    expect(await quoteChange(five.ctx, buildChange(five))).toMatchObject({
      isBelowGroupSize: false,
      refundHalalas: 69_000,
    });
    // Moved seats count as one group, too: cancelling the four moved seats leaves one, which then costs the full price.
    const date = await createRun(five.ctx, five.courseId, { price: 100_000 });
    await confirmChange(
      five.ctx,
      await quoteChange(five.ctx, { ...buildChange(five, 4), kind: "move", toRunId: date.id }),
    );
    const moved = (await readSeatIds(five.ctx, five.orderId)).filter((id) => !five.seatIds.includes(id));
    const change = { orderId: five.orderId, runId: date.id, seatIds: moved, kind: "cancel" as const, toRunId: null };
    expect(await quoteChange(five.ctx, change)).toMatchObject({
      isBelowGroupSize: true,
      refundHalalas: 345_000 - 115_000,
    });
  });

  it("X-02 a run cancelled afterwards refunds the rest, except the half that was kept", async () => {
    const bought = await buy(await open(), { qty: 2, days: 10 });
    const { ctx, orderId, runId } = bought;
    await confirmChange(ctx, await quoteChange(ctx, buildChange(bought)));
    await cancelRunNow(ctx.asStaff("owner"), { runId });
    await reconcile(ctx);
    expect(await readOrderTotals(ctx, orderId)).toMatchObject({
      unrefundedHalalas: 138_000,
      creditedHalalas: 414_000,
      confirmed: 0,
    });
  });

  it("X-02 changes nothing outside the policy, but honours a quote from the day before", async () => {
    const bought = await buy(await open(), { qty: 1, days: 7 });
    const { ctx } = bought;
    ctx.clock.now = new Date(`${riyadhDate(ctx.now())}T20:55:00Z`);
    const quote = await quoteChange(ctx, buildChange(bought));
    expect(quote).toMatchObject({ percent: 50, isAllowed: true });
    advanceClock(bought, 10);
    expect(await quoteChange(ctx, buildChange(bought))).toMatchObject({ percent: 0, isAllowed: false });
    await expect(confirmChange(ctx, await quoteChange(ctx, buildChange(bought)))).rejects.toThrow(Conflict);
    expect((await confirmChange(ctx, quote)).change.state).toBe("done");
  });

  it("X-01 20 identical requests cancel once; with the provider down the seat is freed, and the refund follows", async () => {
    const bought = await buy(await open());
    const { ctx, orderId } = bought;
    const quote = await quoteChange(ctx, buildChange(bought));
    sandbox.control.fault({ route: "fetch", kind: "error_500", times: 50 });
    const answers = sorted(
      await Promise.allSettled(Array.from({ length: 20 }, () => confirmChange(ctx, quote, "one"))),
    );
    expect(answers.broken).toEqual([]);
    expect(new Set(answers.answers.map(({ change }) => change.id)).size).toBe(1);
    expect(await readOrderTotals(ctx, orderId)).toMatchObject({ confirmed: 2, creditedHalalas: 0 });
    sandbox.control.clearFaults();
    advanceClock(bought, 10);
    await reconcile(ctx);
    expect(await readOrderTotals(ctx, orderId)).toMatchObject({
      confirmed: 2,
      creditedHalalas: 276_000,
      unrefundedHalalas: 552_000,
    });
    await expect(
      confirmChange(ctx, await quoteChange(ctx, { ...buildChange(bought), seatIds: bought.seatIds.slice(2) }), "one"),
    ).rejects.toThrow(Conflict);
  });

  it("X-02 a refund above the limit becomes a request to the staff, and changes nothing yet", async () => {
    const bought = await buy(await open());
    const { ctx, orderId } = bought;
    const quote = await quoteChange(ctx, buildChange(bought, 2));
    expect(quote.needsStaff).toBe(true);
    expect((await confirmChange(ctx, quote)).change.state).toBe("asked");
    expect(await readOrderTotals(ctx, orderId)).toMatchObject({ confirmed: 3, creditedHalalas: 0 });
    expect(await listRecipients(ctx, "change-asked")).toEqual([ctx.viewer?.email]);
  });

  describe("a move", () => {
    const buildMove = (bought: Bought, toRunId: number, seats = 1) => ({
      ...buildChange(bought, seats),
      kind: "move" as const,
      toRunId,
    });

    it("U-06 rejects a missing date, a date of another course, a full one, one where the attendee has a seat, and a second move", async () => {
      const bought = await buy(await open());
      const { ctx } = bought;
      const other = await createRun(ctx, (await makeCourse(ctx.db)).id);
      await expect(quoteChange(ctx, buildMove(bought, other.id))).rejects.toThrow(Conflict);
      // U-06: no date was chosen, so the message must not say that the date is no longer available.
      const withoutDate = {
        ...buildChange(bought),
        kind: "move" as const,
        message: "Please",
        fileIds: [],
        key: "none",
      };
      await expect(requestException(ctx, withoutDate)).rejects.toThrow("Choose a new date first.");
      const small = await createRun(ctx, bought.courseId, { capacity: 1 });
      await expect(quoteChange(ctx, buildMove(bought, small.id, 2))).rejects.toThrow(Conflict);
      const date = await createRun(ctx, bought.courseId, { days: 70 });
      const begun = await beginCheckout(ctx, { items: [{ runId: date.id, qty: 1 }], billing: address });
      await pay(begun);
      await settlePayment(ctx, begun.given_id);
      await expect(confirmChange(ctx, await quoteChange(ctx, buildMove(bought, date.id)))).rejects.toThrow(Conflict);
      // A seat without an attendee may move to that date. A moved seat cannot be moved again.
      const change = { ...buildMove(bought, date.id), seatIds: bought.seatIds.slice(1, 2) };
      await confirmChange(ctx, await quoteChange(ctx, change));
      const secondMove = {
        ...change,
        runId: date.id,
        seatIds: (await readSeatIds(ctx, bought.orderId)).slice(-1),
        toRunId: small.id,
      };
      expect(await quoteChange(ctx, secondMove)).toMatchObject({ isAllowed: false });
    });

    it("X-01 to a date of the same price changes seats and calendar, sends mails, and moves no money", async () => {
      const bought = await buy(await open());
      const { ctx, orderId, runId } = bought;
      const date = await createRun(ctx, bought.courseId);
      const quote = await quoteChange(ctx, buildMove(bought, date.id));
      expect(quote).toMatchObject({ refundHalalas: 0, payHalalas: 0 });
      await confirmChange(ctx, quote);
      expect([await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)]).toEqual([2, 1]);
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({
        status: "paid",
        creditedHalalas: 0,
        unrefundedHalalas: 828_000,
        confirmed: 3,
      });
      expect(await listRecipients(ctx, "seat-moved")).toEqual([ctx.viewer?.email]);
      const seats = await queryRows(
        ctx,
        sql`select run_id, state, seat from enrolment where order_id = ${orderId} order by run_id, state, seat`,
      );
      expect(seats).toEqual([
        { run_id: runId, state: "confirmed", seat: 1 },
        { run_id: runId, state: "confirmed", seat: 2 },
        { run_id: runId, state: "transferred", seat: 3 },
        { run_id: date.id, state: "confirmed", seat: 1 },
      ]);
      expect(await orderCalendarFile(ctx, orderId, "en")).toContain(`${date.startDate.replaceAll("-", "")}`);
      // The other seats move to the same date, and join the order line there.
      const change = { ...buildMove(bought, date.id), seatIds: bought.seatIds.slice(1) };
      await confirmChange(ctx, await quoteChange(ctx, change));
      expect(
        await queryRows(ctx, sql`select run_id, qty, moved_from_id from order_line where order_id = ${orderId}`),
      ).toEqual([{ run_id: date.id, qty: 3, moved_from_id: runId }]);
      expect(await orderCalendarFile(ctx, orderId, "en")).toContain("STATUS:CANCELLED");
    });

    it("U-33 shows the hours and times of both dates in the list and the quote", async () => {
      const bought = await buy(await open());
      const date = await createRun(bought.ctx, bought.courseId);
      const { id: runId } = date;
      await bought.ctx.db
        .update(courseRuns)
        .set({ hours: "16.5", accreditationStatus: "accredited", timesConfirmed: true })
        .where(eq(courseRuns.id, runId));
      await bought.ctx.db
        .update(courseRuns)
        .set({ hours: "18.0", accreditationStatus: "accredited", timesConfirmed: false })
        .where(eq(courseRuns.id, bought.runId));
      const sessions = (await listSessions(bought.ctx, [runId])).get(runId);
      expect(sessions?.length).toBeGreaterThan(0);
      const before = { hours: 18, accreditation_status: "accredited", sessions: [] };
      const after = { hours: 16.5, accreditation_status: "accredited", sessions };
      const body = { order_id: bought.orderId, course_id: bought.runId, seat_ids: bought.seatIds.slice(0, 1) };
      expect(await changeOptions.handle(bought.ctx, { order_id: bought.orderId })).toMatchObject({
        lines: [{ ...before, dates: [{ course_id: runId, ...after }] }],
      });
      const quote = await changeQuote.handle(bought.ctx, { ...body, kind: "move", to_course_id: runId });
      expect(quote).toMatchObject({ before, after });
      expect(formatHoursNote(quote as QuoteReply)).toBe(
        m.changes_quote_hours({ from: isolate(18), to: isolate(16.5) }),
      );
      const cancelled = await changeQuote.handle(bought.ctx, { ...body, kind: "cancel", to_course_id: null });
      expect(cancelled).toMatchObject({ before, after: null });
      expect(formatHoursNote(cancelled as QuoteReply)).toBe(null);
    });

    it("X-01 to a cheaper date refunds the difference with a credit note; a later cancellation quotes the rest", async () => {
      const bought = await buy(await open(), { qty: 2 });
      const { ctx, orderId } = bought;
      const date = await createRun(ctx, bought.courseId, { price: 200_000 });
      const quote = await quoteChange(ctx, buildMove(bought, date.id, 2));
      expect(quote).toMatchObject({ refundHalalas: 92_000, refundTaxHalalas: 12_000, payHalalas: 0 });
      await confirmChange(ctx, quote);
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({
        creditedHalalas: 92_000,
        creditedTaxHalalas: 12_000,
        unrefundedHalalas: 460_000,
        confirmed: 2,
      });
      const [seat] = await readSeatIds(ctx, orderId);
      const change = { ...buildChange(bought), runId: date.id, seatIds: [seat ?? 0] };
      expect(await quoteChange(ctx, change)).toMatchObject({ refundHalalas: 230_000 });
    });

    it("U-32 U-33 refund mails of a move mention no cancelled seat and remove no calendar entry", async () => {
      const bought = await buy(await open(), { qty: 1 });
      const { ctx, orderId, courseId } = bought;
      const dear = await createRun(ctx, courseId, { price: 270_000 });
      const { checkout } = await confirmChange(ctx, await quoteChange(ctx, buildMove(bought, dear.id, 1)));
      if (!checkout) throw new Error("A dearer date has nothing to pay");
      await pay(checkout);
      await settlePayment(ctx, checkout.given_id);
      const request = { orderId, runId: dear.id, seatIds: await readSeatIds(ctx, orderId) };
      const cheap = await createRun(ctx, courseId, { price: 200_000 });
      await requestException(ctx, {
        ...request,
        kind: "move",
        toRunId: cheap.id,
        message: "Please",
        fileIds: [],
        key: "k",
      }).then(({ id }) => decideRequest(ctx.asStaff("finance"), { id, decision: "agree", answer: "Agreed." }));
      await reconcile(ctx);
      const mails = await queryRows<{ props: OrderMailProps }>(
        ctx,
        sql`select props from outbox_mail where template = 'payment-refunded' order by id`,
      );
      expect(mails.map(({ props }) => props.orderId).toSorted()).toEqual([orderId, checkout.order_id]);
      for (const { props } of mails) {
        const isDifference = props.orderId === checkout.order_id;
        for (const locale of ["en", "ar"] as const) {
          const text = JSON.stringify(paymentRefunded.content({ props, locale, link: "", files: [] }));
          expect(text).not.toContain(m.notices_refunded_what({}, { locale }));
          expect(text.includes(m.notices_refunded_still_booked({}, { locale }))).toBe(!isDifference);
          expect(text.includes(m.notices_refunded_difference({}, { locale }))).toBe(isDifference);
        }
        const files = (await paymentRefunded.attachments?.(ctx, props, "en")) ?? [];
        expect(files.map(({ filename }) => filename.split(".").at(-1))).toEqual(["pdf"]);
      }
    });

    it("X-01 to a dearer date waits for the difference, which gets an invoice; cancelling refunds both orders", async () => {
      const bought = await buy(await open(), { qty: 2 });
      const { ctx, orderId, runId } = bought;
      const date = await createRun(ctx, bought.courseId, { price: 270_000, capacity: 2 });
      const quote = await quoteChange(ctx, buildMove(bought, date.id, 1));
      expect(quote).toMatchObject({ payHalalas: 34_500, payTaxHalalas: 4_500, refundHalalas: 0 });
      const { change, checkout } = await confirmChange(ctx, quote, "dear");
      if (!checkout) throw new Error("A dearer date has nothing to pay");
      expect(change.state).toBe("paying");
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({ confirmed: 2 });
      // A declined card changes nothing; a repeated request with the same key continues the payment.
      await pay(checkout, declinedCard);
      await settlePayment(ctx, checkout.given_id);
      expect([await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)]).toEqual([2, 0]);
      const again = (await confirmChange(ctx, quote, "dear")).checkout;
      if (!again) throw new Error("The difference cannot be paid after a declined card");
      expect(again.order_id).toBe(checkout.order_id);
      await pay(again);
      await settlePayment(ctx, again.given_id);
      await settlePayment(ctx, again.given_id);
      expect([await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)]).toEqual([1, 1]);
      const invoices = await queryRows(
        ctx,
        sql`select order_id, total_halalas from tax_document where kind = 'invoice' order by id`,
      );
      expect(invoices).toEqual([
        { order_id: orderId, total_halalas: 552_000 },
        { order_id: again.order_id, total_halalas: 34_500 },
      ]);
      expect(await listRecipients(ctx, "order-confirmed")).toHaveLength(1);
      const [seat] = (await readSeatIds(ctx, orderId)).slice(-1);
      const cancel = await quoteChange(ctx, { ...buildChange(bought), runId: date.id, seatIds: [seat ?? 0] });
      expect(cancel).toMatchObject({ percent: 100, refundHalalas: 276_000 + 34_500 });
      await confirmChange(ctx, cancel);
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({
        creditedHalalas: 276_000,
        unrefundedHalalas: 276_000,
        confirmed: 1,
      });
      expect(await readOrderTotals(ctx, again.order_id)).toMatchObject({
        status: "refunded",
        creditedHalalas: 34_500,
        unrefundedHalalas: 0,
      });
    });

    /** Buys two seats, moves one to a dearer date and pays the difference. */
    async function buyDearer() {
      const bought = await buy(await open(), { qty: 2 });
      const { ctx, orderId } = bought;
      const { id: runId } = await createRun(ctx, bought.courseId, { price: 270_000 });
      const { checkout } = await confirmChange(ctx, await quoteChange(ctx, buildMove(bought, runId, 1)));
      if (!checkout) throw new Error("A dearer date has nothing to pay");
      await pay(checkout);
      await settlePayment(ctx, checkout.given_id);
      return {
        bought,
        ctx,
        orderId,
        runId,
        seatIds: (await readSeatIds(ctx, orderId)).slice(-1),
        differenceOrderId: checkout.order_id,
      };
    }

    it("the refunds of an order and of its difference wait together; deciding either request decides both", async () => {
      const { ctx, orderId, runId, seatIds, differenceOrderId } = await buyDearer();
      // This limit is above the refund of the difference and below the refund of the seat.
      await changeSetting(ctx.asStaff("owner"), "refunds", { onePersonHalalas: 100_000 });
      const change = { orderId, runId, seatIds, kind: "cancel" as const, toRunId: null };
      const { id } = await requestException(ctx, { ...change, message: "Please", fileIds: [], key: "k" });
      const decide = () => decideRequest(ctx.asStaff("finance"), { id, decision: "all", answer: "Agreed." });
      const readUnrefunded = async () => [
        (await readOrderTotals(ctx, orderId))?.unrefundedHalalas,
        (await readOrderTotals(ctx, differenceOrderId))?.unrefundedHalalas,
      ];
      const listWaitingRequests = async () =>
        (
          await queryRows<{ id: number }>(ctx, sql`select id from refund_request where state = 'waiting' order by id`)
        ).map((request) => request.id);
      expect((await decide()).state).toBe("agreed");
      expect(await readUnrefunded()).toEqual([552_000, 34_500]);
      const [firstRequestId = 0] = await listWaitingRequests();
      await declineRefund(ctx.asStaff("owner"), { id: firstRequestId });
      expect([await readUnrefunded(), await listWaitingRequests()]).toEqual([[552_000, 34_500], []]);
      // Staff decide again; the second person may answer the request of either order.
      expect((await decide()).state).toBe("agreed");
      const [, differenceRequestId = 0] = await listWaitingRequests();
      await approveRefund(ctx.asStaff("owner"), { id: differenceRequestId });
      expect([await readUnrefunded(), await listWaitingRequests()]).toEqual([[276_000, 0], []]);
      expect(await queryRows(ctx, sql`select state from order_change where id = ${id}`)).toEqual([{ state: "done" }]);
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({ confirmed: 1 });
    });

    it("DK-18 refunds of an order and of its difference count together against the approval limit", async () => {
      const { ctx, orderId, runId, seatIds, differenceOrderId } = await buyDearer();
      await changeSetting(ctx.asStaff("owner"), "refunds", { onePersonHalalas: 300_000 });
      const finance = ctx.asStaff("finance");
      const direct = { orderId: differenceOrderId, amountHalalas: 30_000, reason: "goodwill", key: "direct" };
      expect((await requestRefund(finance, direct)).request.state).toBe("direct");
      // 276,000 for the seat and 4,500 for its difference are below the limit; with the 30,000 refunded before they
      // exceed it.
      const change = { orderId, runId, seatIds, kind: "cancel" as const, toRunId: null };
      expect(await quoteChange(ctx, change)).toMatchObject({ refundHalalas: 280_500, needsStaff: true });
      expect(await quoteRefund(finance, { orderId, amountHalalas: 270_001 })).toMatchObject({
        needsSecondPerson: true,
      });
      expect(await quoteRefund(finance, { orderId, amountHalalas: 270_000 })).toMatchObject({
        needsSecondPerson: false,
      });
      const { id } = await requestException(ctx, { ...change, message: "Please", fileIds: [], key: "k" });
      const { decisions } = await readChangeRequest(finance, { id });
      expect(decisions.find(({ decision }) => decision === "all")).toMatchObject({ needsSecondPerson: true });
      expect((await decideRequest(finance, { id, decision: "all", answer: "Agreed." })).state).toBe("agreed");
      expect((await readOrderTotals(ctx, orderId))?.unrefundedHalalas).toBe(552_000);
      expect((await readOrderTotals(ctx, differenceOrderId))?.unrefundedHalalas).toBe(4500);
      // The reverse: what was refunded of the order counts towards the limit for its difference.
      const second = await buyDearer();
      const otherFinance = second.ctx.asStaff("finance");
      await changeSetting(second.ctx.asStaff("owner"), "refunds", { onePersonHalalas: 300_000 });
      await requestRefund(otherFinance, { ...direct, orderId: second.orderId, amountHalalas: 290_000 });
      const differenceRefund = { orderId: second.differenceOrderId, amountHalalas: 10_001 };
      expect(await quoteRefund(otherFinance, differenceRefund)).toMatchObject({ needsSecondPerson: true });
    });

    it("refunding the order opens a payment case for its unrefunded difference, closed once that is refunded too", async () => {
      const { ctx, orderId, seatIds, differenceOrderId } = await buyDearer();
      const owner = ctx.asStaff("owner");
      const readCases = async () => {
        await comparePayments(ctx);
        return queryRows(
          ctx,
          sql`select order_id as id, facts ->> 'amountHalalas' as amount, outcome from payment_case
            where kind = 'difference-without-seat' order by id`,
        );
      };
      expect(await readCases()).toEqual([]);
      await requestRefund(owner, { orderId, seatIds, reason: "requested", key: "seat" });
      const openCase = { id: differenceOrderId, amount: "34500", outcome: null };
      expect(await readCases()).toEqual([openCase]);
      await requestRefund(owner, { orderId: differenceOrderId, amountHalalas: 4500, reason: "requested", key: "part" });
      expect(await readCases()).toEqual([{ ...openCase, amount: "30000" }]);
      await requestRefund(owner, { orderId: differenceOrderId, whole: true, reason: "requested", key: "rest" });
      expect(await readCases()).toEqual([{ ...openCase, amount: "30000", outcome: "agrees" }]);
    });

    it("DK-18 a decision over two orders makes one approval request, with one mail that states the sum", async () => {
      const { ctx, orderId, runId, seatIds, differenceOrderId } = await buyDearer();
      await changeSetting(ctx.asStaff("owner"), "refunds", { onePersonHalalas: 100_000 });
      const finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
      const owner = ctx.asStaff("owner", { id: (await makeStaff(ctx, "owner")).id });
      const change = { orderId, runId, seatIds, kind: "cancel" as const, toRunId: null };
      const { id } = await requestException(ctx, { ...change, message: "Please", fileIds: [], key: "k" });
      const decide = () => decideRequest(finance, { id, decision: "all", answer: "Agreed." });
      const mails = (template: string) =>
        queryRows<{ props: RefundProps }>(
          ctx,
          sql`select props from outbox_mail where template = ${template} order by id`,
        );
      await decide();
      expect((await countWaitingRefunds(owner)).waiting).toBe(1);
      const list = { page: 1, perPage: 9, sort: "id", order: "asc", filter: { refund_waiting: true } } as const;
      expect((await listOrders(owner, list)).data.map((row) => row.id)).toEqual([orderId]);
      const [requestRow] = (await readOrder(owner, { id: orderId })).refundRequests;
      expect(requestRow).toMatchObject({
        amount: "2760.00",
        along: [{ orderId: differenceOrderId, amount: "345.00" }],
      });
      const [differenceRequest] = (await readOrder(owner, { id: differenceOrderId })).refundRequests;
      expect(differenceRequest?.along).toEqual([{ orderId, amount: "2760.00" }]);
      const [approvalMail, ...more] = await mails("refund-approval");
      expect(more).toEqual([]);
      const parts = [
        { orderId, amount: "2760.00" },
        { orderId: differenceOrderId, amount: "345.00" },
      ];
      expect(approvalMail?.props).toMatchObject({ orderId, amount: "3105.00", parts });
      for (const locale of ["en", "ar"] as const) {
        if (!approvalMail) continue;
        const text = JSON.stringify(refundApproval.content({ props: approvalMail.props, locale, link: "", files: [] }));
        for (const part of parts)
          expect(text).toContain(m.common_order_number({ id: String(part.orderId) }, { locale }));
        expect(text).toContain(m.refunds_mail_together({ count: 2 }, { locale }));
      }
      await declineRefund(owner, { id: requestRow?.id ?? 0 });
      await decide();
      const [again] = (await readOrder(owner, { id: differenceOrderId })).refundRequests;
      await approveRefund(owner, { id: again?.id ?? 0 });
      const decided = await mails("refund-decided");
      expect(decided.map(({ props }) => props)).toMatchObject([
        { orderId, amount: "3105.00", parts, approved: false },
        { orderId, amount: "3105.00", parts, approved: true },
      ]);
      expect((await countWaitingRefunds(owner)).waiting).toBe(0);
    });

    it("DK-18 a move whose refund needs approval moves no seat before it", async () => {
      const bought = await buy(await open(), { qty: 1 });
      const { ctx, orderId, runId, seatIds } = bought;
      const owner = ctx.asStaff("owner");
      const date = await createRun(ctx, bought.courseId, { price: 200_000, capacity: 1 });
      await changeSetting(owner, "refunds", { onePersonHalalas: 1000 });
      const change = { orderId, runId, seatIds, kind: "move" as const, toRunId: date.id };
      const { id } = await requestException(ctx, { ...change, message: "Please", fileIds: [], key: "k" });
      const decide = async () => {
        const { state } = await decideRequest(ctx.asStaff("finance"), { id, decision: "agree", answer: "Agreed." });
        const [request] = await queryRows<{ id: number }>(
          ctx,
          sql`select id from refund_request where state = 'waiting'`,
        );
        return { state, requestId: request?.id ?? 0 };
      };
      const readState = async () => ({
        change: Object.values(
          (await queryRows(ctx, sql`select state, answer from order_change where id = ${id}`))[0] ?? {},
        ),
        seats: [await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)],
        unrefundedHalalas: (await readOrderTotals(ctx, orderId))?.unrefundedHalalas,
        mails: [(await listRecipients(ctx, "seat-moved")).length, (await listRecipients(ctx, "change-decided")).length],
      });
      const unmoved = { seats: [1, 0], unrefundedHalalas: 276_000, mails: [0, 0] };
      // Once the refund is declined, the request is open again and may be decided again.
      const first = await decide();
      expect([first.state, await readState()]).toEqual(["agreed", { change: ["agreed", "Agreed."], ...unmoved }]);
      await declineRefund(owner, { id: first.requestId });
      expect(await readState()).toEqual({ change: ["asked", null], ...unmoved });
      // The date is full by now, so the approver gets an error and nothing is refunded.
      const second = await decide();
      await ctx.db.update(courseRuns).set({ capacity: 0 }).where(eq(courseRuns.id, date.id));
      advanceClock(bought, 1);
      const approve = () => approveRefund(ctx.asStaff("owner"), { id: second.requestId });
      await expect(approve()).rejects.toThrow(/can’t be moved any more: .*Decline the refund/);
      expect(await readState()).toEqual({ change: ["agreed", "Agreed."], ...unmoved });
      // With another price, the refund would differ from the one that was decided.
      await ctx.db.update(courseRuns).set({ capacity: 1, priceHalalas: 190_000 }).where(eq(courseRuns.id, date.id));
      await expect(approve()).rejects.toThrow(/can’t be moved any more/);
      await ctx.db.update(courseRuns).set({ priceHalalas: 200_000 }).where(eq(courseRuns.id, date.id));
      await approve();
      expect(await readState()).toEqual({
        change: ["done", "Agreed."],
        seats: [0, 1],
        unrefundedHalalas: 230_000,
        mails: [1, 1],
      });
      const moved = await queryRows(ctx, sql`select 1 from audit_event where action = 'change.moved'`);
      expect(moved).toHaveLength(1);
    });

    it("X-01 the paid difference follows its seat when kept, moved again or refunded", async () => {
      const { bought, ctx, orderId, runId, seatIds, differenceOrderId } = await buyDearer();
      const change = { orderId, runId, seatIds, kind: "cancel" as const, toRunId: null };
      // A second seat at the same date has paid its own difference and gets nothing of the first seat's.
      const otherMove = await confirmChange(
        ctx,
        await quoteChange(ctx, { ...buildMove(bought, runId, 1), seatIds: bought.seatIds.slice(1) }),
      );
      if (!otherMove.checkout) throw new Error("A dearer date has nothing to pay");
      await pay(otherMove.checkout);
      await settlePayment(ctx, otherMove.checkout.given_id);
      expect(await quoteChange(ctx, change)).toMatchObject({ fullHalalas: 276_000 + 34_500 });
      const request = await requestException(ctx, { ...change, message: "Please", fileIds: [], key: "keep" });
      await decideRequest(ctx.asStaff("finance"), { id: request.id, decision: "keep", answer: "Take another date." });
      // The kept value survives the cancellation of the seat's former date; the other seat is refunded.
      await cancelRunNow(ctx.asStaff("owner"), { runId });
      await reconcile(ctx);
      expect(await readOrderTotals(ctx, differenceOrderId)).toMatchObject({ unrefundedHalalas: 34_500 });
      expect(await readOrderTotals(ctx, otherMove.checkout.order_id)).toMatchObject({ unrefundedHalalas: 0 });
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({ unrefundedHalalas: 276_000 });
      const dates = [];
      for (const price of [280_000, 250_000]) dates.push((await createRun(ctx, bought.courseId, { price })).id);
      const [dearerRunId = 0, cheaperRunId = 0] = dates;
      expect(await quoteChange(ctx, { ...change, kind: "move", toRunId: dearerRunId })).toMatchObject({
        payHalalas: 11_500,
      });
      const quote = await quoteChange(ctx, { ...change, kind: "move", toRunId: cheaperRunId });
      expect(quote).toMatchObject({ payHalalas: 0, refundHalalas: 23_000, fullHalalas: 310_500 });
      await confirmChange(ctx, quote);
      expect(await readOrderTotals(ctx, differenceOrderId)).toMatchObject({
        unrefundedHalalas: 11_500,
        creditedHalalas: 23_000,
      });
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({
        unrefundedHalalas: 276_000,
        creditedHalalas: 276_000,
      });
      // When the last date is cancelled, everything left of the order and of its difference is refunded.
      await cancelRunNow(ctx.asStaff("owner"), { runId: cheaperRunId });
      await reconcile(ctx);
      expect(await readOrderTotals(ctx, differenceOrderId)).toMatchObject({
        unrefundedHalalas: 0,
        creditedHalalas: 34_500,
      });
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({ unrefundedHalalas: 0, creditedHalalas: 552_000 });
    });

    it("S-17 a moved seat stays discounted, by a percentage code, an amount code or a group price", async () => {
      const database = await open();
      await makeCode(database.db, "HALF", { percent: 50 });
      await makeCode(database.db, "FIVE", { percent: null, amountHalalas: 50_000 });
      const group = { groupFromSeats: 2, groupPercent: 20 };
      // Seats cost SAR 1,000. `to` is the price of the new date; `ends` is what was paid in the end, including VAT.
      const cases = [
        { code: "HALF", qty: 1, to: 60_000, ends: 34_500 },
        { code: "HALF", qty: 1, to: 50_000, ends: 28_750 },
        { code: "HALF", qty: 2, to: 40_000, ends: 46_000 },
        { code: "HALF", qty: 1, to: 140_000, ends: 80_500 },
        { code: "FIVE", qty: 1, to: 60_000, ends: 11_500 },
        { code: "FIVE", qty: 1, to: 50_000, ends: 5750 },
        { code: null, group, qty: 2, to: 40_000, ends: 73_600 },
      ];
      for (const { qty, to, ends, ...bought } of cases) {
        const buying = await buy(database, { qty, price: 100_000, ...bought });
        const { ctx, orderId, runId } = buying;
        const date = await createRun(ctx, buying.courseId, { price: to });
        const [option] = (await listChangeOptions(ctx, { orderId }))[0]?.dates ?? [];
        const paid = (await readOrderTotals(ctx, orderId))?.unrefundedHalalas ?? 0;
        const quote = await quoteChange(ctx, buildMove(buying, date.id, qty));
        expect(paid - quote.refundHalalas + quote.payHalalas).toBe(ends);
        expect((option?.differenceHalalas ?? 0) * qty * 1.15).toBeCloseTo(ends - paid, 0);
        const { checkout } = await confirmChange(ctx, quote);
        if (checkout) {
          await pay(checkout);
          await settlePayment(ctx, checkout.given_id);
        }
        const difference = checkout ? await readOrderTotals(ctx, checkout.order_id) : null;
        const order = await readOrderTotals(ctx, orderId);
        expect((order?.unrefundedHalalas ?? 0) + (difference?.unrefundedHalalas ?? 0)).toBe(ends);
        expect(order).toMatchObject({ confirmed: qty, creditedHalalas: quote.refundHalalas });
        expect([await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)]).toEqual([0, qty]);
        expect(order?.status).toBe(quote.refundHalalas > 0 ? "partially_refunded" : "paid");
        // A cancellation afterwards refunds all that was paid for the seats.
        const seatIds = await readSeatIds(ctx, orderId);
        const change = { orderId, runId: date.id, seatIds, kind: "cancel" as const, toRunId: null };
        expect((await quoteChange(ctx, change)).refundHalalas).toBe(ends);
      }
      const differences = await queryRows(
        database,
        sql`select l.unit_price_halalas, l.discount_halalas, l.discount_code, o.discount_code_id, d.net_halalas
          from "order" o join order_line l on l.order_id = o.id join tax_document d on d.order_id = o.id
          where o.difference_of is not null`,
      );
      const line = { unit_price_halalas: 40_000, discount_halalas: 20_000, discount_code: "HALF", net_halalas: 20_000 };
      expect(differences).toEqual([{ ...line, discount_code_id: null }]);
    });

    it("S-17 one of three discounted seats moves, the others join its line, and an exception keeps the discount", async () => {
      const database = await open();
      await makeCode(database.db, "ODD", { percent: 33 });
      const bought = await buy(database, { price: 100_001, code: "ODD" });
      const { ctx, orderId } = bought;
      const date = await createRun(ctx, bought.courseId, { price: 70_000 });
      const first = await quoteChange(ctx, buildMove(bought, date.id, 1));
      await confirmChange(ctx, first);
      const change = { ...buildMove(bought, date.id), seatIds: bought.seatIds.slice(1) };
      const request = await requestException(ctx, { ...change, message: "Please", fileIds: [], key: "e" });
      await decideRequest(ctx.asStaff("finance"), { id: request.id, decision: "agree", answer: "Moved." });
      expect(
        await queryRows(
          ctx,
          sql`select qty, unit_price_halalas, discount_halalas from order_line where order_id = ${orderId}`,
        ),
      ).toEqual([{ qty: 3, unit_price_halalas: 70_000, discount_halalas: 69_300 }]);
      const unrefunded = (await readOrderTotals(ctx, orderId))?.unrefundedHalalas ?? 0;
      expect(Math.abs(unrefunded - 140_700 * 1.15)).toBeLessThanOrEqual(2);
    });

    it("an unpaid difference releases the held seat; one paid after the old seat was cancelled is refunded", async () => {
      const bought = await buy(await open(), { qty: 1 });
      const { ctx, orderId, runId } = bought;
      const date = await createRun(ctx, bought.courseId, { price: 270_000, capacity: 1 });
      const { checkout } = await confirmChange(ctx, await quoteChange(ctx, buildMove(bought, date.id)));
      if (!checkout) throw new Error("A dearer date has nothing to pay");
      await cancelSeatWithoutRefund(ctx.asStaff("training"), {
        seatId: bought.seatIds[0] ?? 0,
        reason: "r",
        tell: false,
      });
      await pay(checkout);
      await settlePayment(ctx, checkout.given_id);
      await reconcile(ctx);
      expect(sandbox.control.payment(checkout.given_id).refunded).toBe(34_500);
      expect([await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)]).toEqual([0, 0]);
      expect(await readOrderTotals(ctx, orderId)).toMatchObject({ creditedHalalas: 0, unrefundedHalalas: 276_000 });
      const unpaid = await buy(ctx.database, { qty: 1 });
      const dear = await createRun(ctx, unpaid.courseId, { price: 270_000, capacity: 1 });
      const held = await confirmChange(unpaid.ctx, await quoteChange(unpaid.ctx, buildMove(unpaid, dear.id)));
      advanceClock(unpaid, 60);
      await settlePayment(unpaid.ctx, held.checkout?.given_id ?? "");
      expect(await readOrderTotals(unpaid.ctx, unpaid.orderId)).toMatchObject({ status: "paid", confirmed: 1 });
      expect(await quoteChange(unpaid.ctx, buildMove(unpaid, dear.id))).toMatchObject({ isAllowed: true });
    });
  });

  it("S-20 mails a mailbox at most three times a day about changed attendees, however it is spelled", async () => {
    const { ctx, orderId } = await buy(await open(), { qty: 1 });
    const strict = { ...ctx, env: testEnv({ RATE_LIMIT_FACTOR: "1" }) };
    const victim = (tag: string) => `victim${tag}@example.com`;
    const send = async (email: string, at: number) => {
      const [seatId = 0] = await readSeatIds(ctx, orderId);
      return transferSeat(strict, { orderId, seatId, name: "A", email, scfhs_number: "", key: `k${at}` });
    };
    await send(victim(""), 1);
    await send("other@example.com", 2);
    await send(victim("+1"), 3);
    await expect(send("third@example.com", 4)).rejects.toMatchObject({ status: 429 });
    expect((await listRecipients(ctx, "attendee-place")).filter((to) => to.startsWith("victim"))).toHaveLength(2);
    expect((await listRecipients(ctx, "seat-given-on")).filter((to) => to.startsWith("victim"))).toHaveLength(1);
  });

  it("X-01 U-09 A12 changing the attendee mails both once, and is rejected once attendance exists or the course has begun", async () => {
    const bought = await buy(await open(), { qty: 2 });
    const { ctx, orderId, runId } = bought;
    const [ownSeatId = 0, unnamedSeatId = 0] = bought.seatIds;
    const huda = { name: "Huda Salem", email: "huda@example.com", scfhs_number: "" };
    const answers = sorted(
      await Promise.allSettled(
        Array.from({ length: 20 }, () => transferSeat(ctx, { orderId, seatId: ownSeatId, ...huda, key: "huda" })),
      ),
    );
    expect(answers.broken).toEqual([]);
    expect(answers.answers).toHaveLength(20);
    expect(await listRecipients(ctx, "attendee-place")).toEqual([huda.email]);
    expect(await listRecipients(ctx, "seat-given-on")).toEqual([ctx.viewer?.email]);
    // U-09: the buyer gave her own seat away; the mail says to whom.
    const mailed = await ctx.db.execute(
      sql`select props->>'givenTo' as to from outbox_mail where template = 'seat-given-on'`,
    );
    expect(mailed.rows).toEqual([{ to: huda.name }]);
    await expect(transferSeat(ctx, { orderId, seatId: unnamedSeatId, ...huda, key: "twice" })).rejects.toThrow();
    const { rows } = await ctx.db.execute<{ id: number }>(
      sql`select id from run_session where run_id = ${runId} limit 1`,
    );
    await ctx.db.execute(sql`
      insert into attendance_mark (enrolment_id, session_id, state, way, marked_at, recorded_at)
      values (${unnamedSeatId}, ${rows[0]?.id}, 'present', 'list', now(), now())`);
    const omar = { name: "Omar Khalid", email: "omar@example.com", scfhs_number: "" };
    await expect(transferSeat(ctx, { orderId, seatId: unnamedSeatId, ...omar, key: "omar" })).rejects.toThrow(
      /already recorded/,
    );
    // A12: on the first day of the run, the attendee can be changed until the first session begins.
    const { rows: first } = await ctx.db.execute<{ at: string }>(
      sql`select min(starts_at)::text as at from run_session where run_id = ${runId}`,
    );
    const stepsAt = async (time: number) => {
      const [line] = await listChangeOptions({ ...ctx, now: () => new Date(time) }, { orderId });
      return line?.steps.map(({ person }) => person);
    };
    const begins = new Date(first[0]?.at ?? "").getTime();
    expect(await stepsAt(begins - 1)).toEqual([true, false]);
    expect(await stepsAt(begins)).toEqual([false]);
    advanceClock(bought, 31 * 24 * 60);
    const [seatId = 0] = await readSeatIds(ctx, orderId);
    await expect(transferSeat(ctx, { orderId, seatId, ...omar, key: "late" })).rejects.toThrow(Conflict);
  });

  it("A1 U-20 saves a colleague's name in the other script; a correction without one keeps it", async () => {
    const { ctx, orderId, seatIds } = await buy(await open(), { qty: 1 });
    const huda = { name: "Huda Salem", name_other: "هدى سالم", email: "huda@example.com", scfhs_number: "" };
    await transferSeat(ctx, { orderId, seatId: seatIds[0] ?? 0, ...huda, key: "first" });
    const [seatId = 0] = await readSeatIds(ctx, orderId);
    await transferSeat(ctx, { orderId, seatId, ...huda, name: "Huda S. Salem", name_other: "", key: "second" });
    const { rows } = await ctx.db.execute(sql`
      select attendee_name, attendee_name_other from enrolment where id = ${seatId}`);
    expect(rows).toEqual([{ attendee_name: "Huda S. Salem", attendee_name_other: "هدى سالم" }]);
  });
});

describe("buyer and staff at one seat, over two pools (postgres)", () => {
  let pools: TwoPools;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());

  /**
   * Lets a cancellation, a move and a cancellation by staff race for one seat. Returns which succeeded, were rejected
   * or failed.
   */
  async function raceForSeat(databases: Database[]) {
    const bought = await buy(pools.first, { qty: 1 });
    const [one = pools.first, other = pools.second] = databases;
    const quote = await quoteChange(bought.ctx, buildChange(bought));
    const onDatabase = (database: Database) => ({ ...bought.ctx, database, db: database.db });
    const staff = { ...bought.ctx.asStaff("training"), database: other, db: other.db };
    const date = await createRun(bought.ctx, bought.courseId, { days: 80 });
    const move = await quoteChange(bought.ctx, { ...buildChange(bought), kind: "move", toRunId: date.id });
    const results = await Promise.allSettled([
      changeOrder(onDatabase(one), { quote: quote.token, key: "cancel" }),
      changeOrder(onDatabase(other), { quote: move.token, key: "move" }),
      cancelSeatWithoutRefund(staff, { seatId: bought.seatIds[0] ?? 0, reason: "r", tell: false }),
    ]);
    return sorted<unknown>(results);
  }

  it("X-01 one request gets the seat, the other two are rejected", async () => {
    for (let turn = 0; turn < 6; turn++) {
      const { answers, refused, broken } = await raceForSeat([pools.first, pools.second]);
      expect({ done: answers.length, refused, broken }).toEqual({ done: 1, refused: 2, broken: [] });
    }
  });

  it("negative control: without the locks more than one request gets the seat", async () => {
    const unlocked = [withoutLocks(pools.first), withoutLocks(pools.second)];
    let max = 0;
    for (let turn = 0; turn < 12 && max < 2; turn++) max = Math.max(max, (await raceForSeat(unlocked)).answers.length);
    expect(max).toBeGreaterThan(1);
  });
});

it("U-33 the quote of a move says when CME hours are lost, pending, gained or different, else nothing", () => {
  const date = (accreditation_status: "none" | "pending" | "accredited", hours = 18) => {
    return { accreditation_status, hours, sessions: [] };
  };
  const hours = isolate(m.catalogue_cme_hours({ count: 18 }));
  const accredited = date("accredited");
  const formatNote = (before: typeof accredited, after: typeof accredited | null) => formatHoursNote({ before, after });
  expect(formatNote(accredited, date("none", 12))).toBe(m.changes_quote_hours_lost({ hours }));
  expect(formatNote(accredited, date("pending"))).toBe(m.changes_quote_hours_pending({ hours }));
  for (const before of [date("none", 12), date("pending")])
    expect(formatNote(before, accredited)).toBe(m.changes_quote_hours_gained({ hours }));
  expect(formatNote(accredited, date("accredited", 6))).toBe(
    m.changes_quote_hours({ from: isolate(18), to: isolate(6) }),
  );
  for (const [before, after] of [
    [accredited, accredited],
    [accredited, null],
    [date("none", 12), date("none", 6)],
    [date("none"), date("pending")],
    [date("pending"), date("none")],
  ] as const)
    expect(formatNote(before, after)).toBe(null);
});
