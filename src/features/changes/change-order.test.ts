/** Changes a buyer makes without staff: quote and result, money and documents, with a failing provider. */
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

/** Seats of a run `days` ahead, SAR 2,400.00 each. */
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

const later = ({ ctx }: Bought, minutes: number) =>
  void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
const buildWish = ({ orderId, runId, seatIds }: Bought, seats = 1) => ({
  orderId,
  runId,
  kind: "cancel" as const,
  seatIds: seatIds.slice(0, seats),
  toRunId: null,
});
let keys = 0;
const act = (ctx: TestCtx, quote: Quote, key = `key-${++keys}`) => changeOrder(ctx, { quote: quote.token, key });

/** What money, documents and seats say of an order. */
async function facts(ctx: TestCtx, orderId: number) {
  const [row] = await queryRows<{ status: string; left: number; notes: number; note_tax: number; confirmed: number }>(
    ctx,
    sql`
      select o.status,
        (select coalesce(sum(p.amount_halalas), 0)::int from payment p where p.order_id = o.id and p.settled_at is not null)
          - (select coalesce(sum(f.amount_halalas), 0)::int from refund f join payment p on p.id = f.payment_id where p.order_id = o.id and f.status = 'done') as left,
        (select coalesce(sum(d.total_halalas), 0)::int from tax_document d where d.order_id = o.id and d.kind = 'credit-note') as notes,
        (select coalesce(sum(d.tax_halalas), 0)::int from tax_document d where d.order_id = o.id and d.kind = 'credit-note') as note_tax,
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
    await expect(quoteChange(stranger, buildWish(bought))).rejects.toThrow(NotFound);
    const quote = await quoteChange(ctx, buildWish(bought));
    await expect(act(stranger, quote)).rejects.toThrow(Conflict);
    await expect(changeOrder(ctx, { quote: `${quote.token}x`, key: "k" })).rejects.toThrow(Conflict);
    await expect(changeOrder(ctx, { quote: "x", key: "k" })).rejects.toThrow(Conflict);
    later(bought, 16);
    await expect(act(ctx, quote)).rejects.toThrow(Conflict);
    expect(await facts(ctx, bought.orderId)).toMatchObject({ status: "paid", confirmed: 3 });
  });

  it("X-02 W-01 rejects a move to a date with a waiting list, until no one waits", async () => {
    const bought = await buy(await open());
    const { ctx } = bought;
    const toRunId = (await createRun(ctx, bought.courseId, { capacity: 1 })).id;
    const wish = { ...buildWish(bought), kind: "move" as const, toRunId };
    const quote = await quoteChange(ctx, wish);
    const waits = { runId: toRunId, userId: (await makeUser(ctx.db)).id, seats: 1, rank: 1, joinedAt: ctx.now() };
    await ctx.db.insert(waitlistEntries).values(waits);
    await expect(act(ctx, quote)).rejects.toThrow(Conflict);
    await expect(quoteChange(ctx, wish)).rejects.toThrow(Conflict);
    expect(await readSeatsSold(ctx, toRunId)).toBe(0);
    // No one waits any more: the same quote moves the seat.
    await ctx.db.delete(waitlistEntries);
    await act(ctx, quote);
    expect(await readSeatsSold(ctx, toRunId)).toBe(1);
  });

  it("X-01 cancels one of three seats; money, credit note and mails match the quote", async () => {
    const bought = await buy(await open());
    const { ctx, orderId, runId } = bought;
    const quote = await quoteChange(ctx, buildWish(bought));
    expect(quote).toMatchObject({ isAllowed: true, percent: 100, backHalalas: 276_000, backTaxHalalas: 36_000 });
    expect(quote.next).toMatchObject({ backHalalas: 138_000 });
    const { change } = await act(ctx, quote);
    expect(change.state).toBe("done");
    expect(await facts(ctx, orderId)).toEqual({
      status: "partially_refunded",
      left: 552_000,
      notes: 276_000,
      note_tax: 36_000,
      confirmed: 2,
    });
    expect(sandbox.control.payment(bought.paymentId).refunded).toBe(276_000);
    expect(await readSeatsSold(ctx, runId)).toBe(2);
    const alone = () => listChangeRequests(ctx.asStaff("finance"), { page: 1, perPage: 1, filter: { view: "alone" } });
    expect((await alone()).total).toBe(1);
    expect(await listRecipients(ctx, "change-cancelled")).toEqual([ctx.viewer?.email]);
    expect(await listRecipients(ctx, "payment-refunded")).toHaveLength(1);
    const [note] = await queryRows<{ line: string }>(
      ctx,
      sql`select lines -> 0 ->> 'nameEng' as line from tax_document where order_id = ${orderId} and kind = 'credit-note'`,
    );
    expect(note?.line).toMatch(/^1 seat: /);
    later(bought, 8 * 24 * 60);
    expect((await alone()).total).toBe(0);
  });

  it("X-02 refunds half by the policy of the purchase, and keeps the other half when the last seats go", async () => {
    const bought = await buy(await open(), { qty: 2, days: 10 });
    const { ctx, orderId } = bought;
    // What holds today is not what was bought.
    await changeSetting(ctx, "changes", { ...defaultSettings.changes, partBackPercent: 10 });
    const half = await quoteChange(ctx, buildWish(bought));
    expect(half).toMatchObject({ percent: 50, backHalalas: 138_000 });
    await act(ctx, half);
    const rest = { ...buildWish(bought), seatIds: bought.seatIds.slice(1) };
    const last = await quoteChange(ctx, rest);
    expect(last).toMatchObject({ fullHalalas: 276_000, backHalalas: 138_000 });
    await act(ctx, last);
    expect(await facts(ctx, orderId)).toMatchObject({ left: 276_000, notes: 276_000, confirmed: 0 });
  });

  it("S-18 charges the full price for remaining seats too few for their discount, and the quote says so", async () => {
    const database = await open();
    await changeSetting(testContext(database).asStaff("owner"), "refunds", { onePersonHalalas: 100_000_000 });
    await makeCode(database.db, "FIVE", { percent: 50, minSeats: 5 });
    const group = { groupFromSeats: 5, groupPercent: 40 };
    for (const [bought, paid] of [
      [{ code: null, group }, 345_000],
      [{ code: "FIVE", group: noGroup }, 287_500],
    ] as const) {
      const atOnce = await buy(database, { qty: 5, price: 100_000, ...bought });
      const four = await quoteChange(atOnce.ctx, buildWish(atOnce, 4));
      expect(four).toMatchObject({ isBelowGroupSize: true, backHalalas: paid - 115_000 });
      await act(atOnce.ctx, four);
      expect(await facts(atOnce.ctx, atOnce.orderId)).toMatchObject({ left: 115_000, confirmed: 1 });
      const oneByOne = await buy(database, { qty: 5, price: 100_000, ...bought });
      const left = [];
      for (const seatId of oneByOne.seatIds) {
        const quote = await quoteChange(oneByOne.ctx, { ...buildWish(oneByOne), seatIds: [seatId] });
        await act(oneByOne.ctx, quote);
        left.push((await facts(oneByOne.ctx, oneByOne.orderId))?.left);
      }
      // Four, three, two and one seat at SAR 1,150, as far as that is what was paid; the last returns all.
      expect(left).toEqual([4, 3, 2, 1, 0].map((seats) => Math.min(paid, seats * 115_000)));
      const all = await buy(database, { qty: 5, price: 100_000, ...bought });
      expect(await quoteChange(all.ctx, buildWish(all, 5))).toMatchObject({
        isBelowGroupSize: false,
        backHalalas: paid,
      });
    }
    // From four seats: the first of five leaves four, so nothing changes for them. Moved ones count, too.
    const five = await buy(database, { qty: 5, price: 100_000, group: { ...group, groupFromSeats: 4 } });
    expect(await quoteChange(five.ctx, buildWish(five))).toMatchObject({
      isBelowGroupSize: false,
      backHalalas: 69_000,
    });
    const date = await createRun(five.ctx, five.courseId, { price: 100_000 });
    await act(five.ctx, await quoteChange(five.ctx, { ...buildWish(five, 4), kind: "move", toRunId: date.id }));
    const moved = (await readSeatIds(five.ctx, five.orderId)).filter((id) => !five.seatIds.includes(id));
    const rest = { orderId: five.orderId, runId: date.id, seatIds: moved, kind: "cancel" as const, toRunId: null };
    expect(await quoteChange(five.ctx, rest)).toMatchObject({ isBelowGroupSize: true, backHalalas: 345_000 - 115_000 });
  });

  it("X-02 a run cancelled afterwards refunds the rest, except the half that was kept", async () => {
    const bought = await buy(await open(), { qty: 2, days: 10 });
    const { ctx, orderId, runId } = bought;
    await act(ctx, await quoteChange(ctx, buildWish(bought)));
    await cancelRunNow(ctx.asStaff("owner"), { runId });
    await reconcile(ctx);
    expect(await facts(ctx, orderId)).toMatchObject({ left: 138_000, notes: 414_000, confirmed: 0 });
  });

  it("X-02 changes nothing outside the policy, but honours a quote from the day before", async () => {
    const bought = await buy(await open(), { qty: 1, days: 7 });
    const { ctx } = bought;
    ctx.clock.now = new Date(`${riyadhDate(ctx.now())}T20:55:00Z`);
    const quote = await quoteChange(ctx, buildWish(bought));
    expect(quote).toMatchObject({ percent: 50, isAllowed: true });
    later(bought, 10);
    expect(await quoteChange(ctx, buildWish(bought))).toMatchObject({ percent: 0, isAllowed: false });
    await expect(act(ctx, await quoteChange(ctx, buildWish(bought)))).rejects.toThrow(Conflict);
    expect((await act(ctx, quote)).change.state).toBe("done");
  });

  it("X-01 20 identical requests cancel once; with the provider down the seat is freed, and the refund follows", async () => {
    const bought = await buy(await open());
    const { ctx, orderId } = bought;
    const quote = await quoteChange(ctx, buildWish(bought));
    sandbox.control.fault({ route: "fetch", kind: "error_500", times: 50 });
    const answers = sorted(await Promise.allSettled(Array.from({ length: 20 }, () => act(ctx, quote, "one"))));
    expect(answers.broken).toEqual([]);
    expect(new Set(answers.answers.map(({ change }) => change.id)).size).toBe(1);
    expect(await facts(ctx, orderId)).toMatchObject({ confirmed: 2, notes: 0 });
    sandbox.control.clearFaults();
    later(bought, 10);
    await reconcile(ctx);
    expect(await facts(ctx, orderId)).toMatchObject({ confirmed: 2, notes: 276_000, left: 552_000 });
    await expect(
      act(ctx, await quoteChange(ctx, { ...buildWish(bought), seatIds: bought.seatIds.slice(2) }), "one"),
    ).rejects.toThrow(Conflict);
  });

  it("X-02 above the limit becomes a request, and changes nothing yet", async () => {
    const bought = await buy(await open());
    const { ctx, orderId } = bought;
    const quote = await quoteChange(ctx, buildWish(bought, 2));
    expect(quote.needsStaff).toBe(true);
    expect((await act(ctx, quote)).change.state).toBe("asked");
    expect(await facts(ctx, orderId)).toMatchObject({ confirmed: 3, notes: 0 });
    expect(await listRecipients(ctx, "change-asked")).toEqual([ctx.viewer?.email]);
  });

  describe("a move", () => {
    const toDate = (bought: Bought, toRunId: number, seats = 1) => ({
      ...buildWish(bought, seats),
      kind: "move" as const,
      toRunId,
    });

    it("U-06 rejects no date, another course, a full date, one where the person has a seat, and a second move", async () => {
      const bought = await buy(await open());
      const { ctx } = bought;
      const other = await createRun(ctx, (await makeCourse(ctx.db)).id);
      await expect(quoteChange(ctx, toDate(bought, other.id))).rejects.toThrow(Conflict);
      // U-06: no date was chosen, so none has gone.
      const without = { ...buildWish(bought), kind: "move" as const, message: "Please", fileIds: [], key: "none" };
      await expect(requestException(ctx, without)).rejects.toThrow("Choose a new date first.");
      const small = await createRun(ctx, bought.courseId, { capacity: 1 });
      await expect(quoteChange(ctx, toDate(bought, small.id, 2))).rejects.toThrow(Conflict);
      const date = await createRun(ctx, bought.courseId, { days: 70 });
      const begun = await beginCheckout(ctx, { items: [{ runId: date.id, qty: 1 }], billing: address });
      await pay(begun);
      await settlePayment(ctx, begun.given_id);
      await expect(act(ctx, await quoteChange(ctx, toDate(bought, date.id)))).rejects.toThrow(Conflict);
      // A seat without a name may go; what has moved stays.
      const wish = { ...toDate(bought, date.id), seatIds: bought.seatIds.slice(1, 2) };
      await act(ctx, await quoteChange(ctx, wish));
      const moved = {
        ...wish,
        runId: date.id,
        seatIds: (await readSeatIds(ctx, bought.orderId)).slice(-1),
        toRunId: small.id,
      };
      expect(await quoteChange(ctx, moved)).toMatchObject({ isAllowed: false });
    });

    it("X-01 to a date of the same price changes seats and calendar, sends mails, and moves no money", async () => {
      const bought = await buy(await open());
      const { ctx, orderId, runId } = bought;
      const date = await createRun(ctx, bought.courseId);
      const quote = await quoteChange(ctx, toDate(bought, date.id));
      expect(quote).toMatchObject({ backHalalas: 0, payHalalas: 0 });
      await act(ctx, quote);
      expect([await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)]).toEqual([2, 1]);
      expect(await facts(ctx, orderId)).toMatchObject({ status: "paid", notes: 0, left: 828_000, confirmed: 3 });
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
      // The rest goes to the same date, and joins its line.
      const rest = { ...buildWish(bought), kind: "move" as const, seatIds: bought.seatIds.slice(1), toRunId: date.id };
      await act(ctx, await quoteChange(ctx, rest));
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
      const quote = await quoteChange(ctx, toDate(bought, date.id, 2));
      expect(quote).toMatchObject({ backHalalas: 92_000, backTaxHalalas: 12_000, payHalalas: 0 });
      await act(ctx, quote);
      expect(await facts(ctx, orderId)).toMatchObject({ notes: 92_000, note_tax: 12_000, left: 460_000, confirmed: 2 });
      const [seat] = await readSeatIds(ctx, orderId);
      const cancel = { ...buildWish(bought), runId: date.id, seatIds: [seat ?? 0] };
      expect(await quoteChange(ctx, cancel)).toMatchObject({ backHalalas: 230_000 });
    });

    it("U-32 U-33 refund mails of a move mention no cancelled seat and remove no calendar entry", async () => {
      const bought = await buy(await open(), { qty: 1 });
      const { ctx, orderId, courseId } = bought;
      const dear = await createRun(ctx, courseId, { price: 270_000 });
      const { checkout } = await act(ctx, await quoteChange(ctx, toDate(bought, dear.id, 1)));
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
      const quote = await quoteChange(ctx, toDate(bought, date.id, 1));
      expect(quote).toMatchObject({ payHalalas: 34_500, payTaxHalalas: 4_500, backHalalas: 0 });
      const { change, checkout } = await act(ctx, quote, "dear");
      if (!checkout) throw new Error("A dearer date has nothing to pay");
      expect(change.state).toBe("paying");
      expect(await facts(ctx, orderId)).toMatchObject({ confirmed: 2 });
      // A card that is declined changes nothing; the same key goes on.
      await pay(checkout, declinedCard);
      await settlePayment(ctx, checkout.given_id);
      expect([await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)]).toEqual([2, 0]);
      const again = (await act(ctx, quote, "dear")).checkout;
      if (!again) throw new Error("It cannot be paid again");
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
      const cancel = await quoteChange(ctx, { ...buildWish(bought), runId: date.id, seatIds: [seat ?? 0] });
      expect(cancel).toMatchObject({ percent: 100, backHalalas: 276_000 + 34_500 });
      await act(ctx, cancel);
      expect(await facts(ctx, orderId)).toMatchObject({ notes: 276_000, left: 276_000, confirmed: 1 });
      expect(await facts(ctx, again.order_id)).toMatchObject({ status: "refunded", notes: 34_500, left: 0 });
    });

    /** Two seats, of which one has moved to a dearer date and paid the difference. */
    async function buyDearer() {
      const bought = await buy(await open(), { qty: 2 });
      const { ctx, orderId } = bought;
      const { id: runId } = await createRun(ctx, bought.courseId, { price: 270_000 });
      const { checkout } = await act(ctx, await quoteChange(ctx, toDate(bought, runId, 1)));
      if (!checkout) throw new Error("A dearer date has nothing to pay");
      await pay(checkout);
      await settlePayment(ctx, checkout.given_id);
      return {
        bought,
        ctx,
        orderId,
        runId,
        seatIds: (await readSeatIds(ctx, orderId)).slice(-1),
        difference: checkout.order_id,
      };
    }

    it("simulation 24: refunds of both orders wait as one; deciding either request decides both", async () => {
      const { ctx, orderId, runId, seatIds, difference } = await buyDearer();
      // Above the difference, below the price of the seat.
      await changeSetting(ctx.asStaff("owner"), "refunds", { onePersonHalalas: 100_000 });
      const wish = { orderId, runId, seatIds, kind: "cancel" as const, toRunId: null };
      const { id } = await requestException(ctx, { ...wish, message: "Please", fileIds: [], key: "k" });
      const decide = () => decideRequest(ctx.asStaff("finance"), { id, decision: "all", answer: "Agreed." });
      const left = async () => [(await facts(ctx, orderId))?.left, (await facts(ctx, difference))?.left];
      const waiting = async () =>
        (
          await queryRows<{ id: number }>(ctx, sql`select id from refund_request where state = 'waiting' order by id`)
        ).map((request) => request.id);
      expect((await decide()).state).toBe("agreed");
      expect(await left()).toEqual([552_000, 34_500]);
      const [first = 0] = await waiting();
      await declineRefund(ctx.asStaff("owner"), { id: first });
      expect([await left(), await waiting()]).toEqual([[552_000, 34_500], []]);
      // After another decision, the second person may answer the request of either order.
      expect((await decide()).state).toBe("agreed");
      const [, ofDifference = 0] = await waiting();
      await approveRefund(ctx.asStaff("owner"), { id: ofDifference });
      expect([await left(), await waiting()]).toEqual([[276_000, 0], []]);
      expect(await queryRows(ctx, sql`select state from order_change where id = ${id}`)).toEqual([{ state: "done" }]);
      expect(await facts(ctx, orderId)).toMatchObject({ confirmed: 1 });
    });

    it("DK-18 refunds of an order and of its difference count together against the limit of one person", async () => {
      const { ctx, orderId, runId, seatIds, difference } = await buyDearer();
      await changeSetting(ctx.asStaff("owner"), "refunds", { onePersonHalalas: 300_000 });
      const finance = ctx.asStaff("finance");
      const direct = { orderId: difference, amountHalalas: 30_000, reason: "goodwill", key: "direct" };
      expect((await requestRefund(finance, direct)).request.state).toBe("direct");
      // 276,000 of the seat and 4,500 of its difference are below the limit, but for the 30,000 of before.
      const at = { orderId, runId, seatIds, kind: "cancel" as const, toRunId: null };
      expect(await quoteChange(ctx, at)).toMatchObject({ backHalalas: 280_500, needsStaff: true });
      expect(await quoteRefund(finance, { orderId, amountHalalas: 270_001 })).toMatchObject({
        needsSecondPerson: true,
      });
      expect(await quoteRefund(finance, { orderId, amountHalalas: 270_000 })).toMatchObject({
        needsSecondPerson: false,
      });
      const { id } = await requestException(ctx, { ...at, message: "Please", fileIds: [], key: "k" });
      const { decisions } = await readChangeRequest(finance, { id });
      expect(decisions.find(({ decision }) => decision === "all")).toMatchObject({ needsSecondPerson: true });
      expect((await decideRequest(finance, { id, decision: "all", answer: "Agreed." })).state).toBe("agreed");
      expect([(await facts(ctx, orderId))?.left, (await facts(ctx, difference))?.left]).toEqual([552_000, 4500]);
      // And the other way round: what went back of the order counts for its difference.
      const first = await buyDearer();
      const other = first.ctx.asStaff("finance");
      await changeSetting(first.ctx.asStaff("owner"), "refunds", { onePersonHalalas: 300_000 });
      await requestRefund(other, { ...direct, orderId: first.orderId, amountHalalas: 290_000 });
      const differenceRefund = { orderId: first.difference, amountHalalas: 10_001 };
      expect(await quoteRefund(other, differenceRefund)).toMatchObject({ needsSecondPerson: true });
    });

    it("simulation 59: refunding the order leaves a case for its difference, until that is refunded too", async () => {
      const { ctx, orderId, seatIds, difference } = await buyDearer();
      const owner = ctx.asStaff("owner");
      const cases = async () => {
        await comparePayments(ctx);
        return queryRows(
          ctx,
          sql`select order_id as id, facts ->> 'amountHalalas' as left, outcome from payment_case
            where kind = 'difference-without-seat' order by id`,
        );
      };
      expect(await cases()).toEqual([]);
      await requestRefund(owner, { orderId, seatIds, reason: "requested", key: "seat" });
      const open = { id: difference, left: "34500", outcome: null };
      expect(await cases()).toEqual([open]);
      await requestRefund(owner, { orderId: difference, amountHalalas: 4500, reason: "requested", key: "part" });
      expect(await cases()).toEqual([{ ...open, left: "30000" }]);
      await requestRefund(owner, { orderId: difference, whole: true, reason: "requested", key: "rest" });
      expect(await cases()).toEqual([{ ...open, left: "30000", outcome: "agrees" }]);
    });

    it("DK-18 a decision over two orders makes one approval request, with one mail that states the sum", async () => {
      const { ctx, orderId, runId, seatIds, difference } = await buyDearer();
      await changeSetting(ctx.asStaff("owner"), "refunds", { onePersonHalalas: 100_000 });
      const finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
      const owner = ctx.asStaff("owner", { id: (await makeStaff(ctx, "owner")).id });
      const wish = { orderId, runId, seatIds, kind: "cancel" as const, toRunId: null };
      const { id } = await requestException(ctx, { ...wish, message: "Please", fileIds: [], key: "k" });
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
      const [requestRow] = (await readOrder(owner, { id: orderId })).refund_requests;
      expect(requestRow).toMatchObject({ amount: "2760.00", along: [{ order_id: difference, amount: "345.00" }] });
      const [ofDifference] = (await readOrder(owner, { id: difference })).refund_requests;
      expect(ofDifference?.along).toEqual([{ order_id: orderId, amount: "2760.00" }]);
      const [approvalMail, ...more] = await mails("refund-approval");
      expect(more).toEqual([]);
      const parts = [
        { orderId, amount: "2760.00" },
        { orderId: difference, amount: "345.00" },
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
      const [again] = (await readOrder(owner, { id: difference })).refund_requests;
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
      const wish = { orderId, runId, seatIds, kind: "move" as const, toRunId: date.id };
      const { id } = await requestException(ctx, { ...wish, message: "Please", fileIds: [], key: "k" });
      const decide = async () => {
        const { state } = await decideRequest(ctx.asStaff("finance"), { id, decision: "agree", answer: "Agreed." });
        const [request] = await queryRows<{ id: number }>(
          ctx,
          sql`select id from refund_request where state = 'waiting'`,
        );
        return { state, requestId: request?.id ?? 0 };
      };
      const standing = async () => ({
        change: Object.values(
          (await queryRows(ctx, sql`select state, answer from order_change where id = ${id}`))[0] ?? {},
        ),
        seats: [await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)],
        left: (await facts(ctx, orderId))?.left,
        mails: [(await listRecipients(ctx, "seat-moved")).length, (await listRecipients(ctx, "change-decided")).length],
      });
      const unmoved = { seats: [1, 0], left: 276_000, mails: [0, 0] };
      // Declined, the request stands again as it was, and may be decided again.
      const first = await decide();
      expect([first.state, await standing()]).toEqual(["agreed", { change: ["agreed", "Agreed."], ...unmoved }]);
      await declineRefund(owner, { id: first.requestId });
      expect(await standing()).toEqual({ change: ["asked", null], ...unmoved });
      // The date is full by now: who approves reads it, and nothing goes back.
      const second = await decide();
      await ctx.db.update(courseRuns).set({ capacity: 0 }).where(eq(courseRuns.id, date.id));
      later(bought, 1);
      const approve = () => approveRefund(ctx.asStaff("owner"), { id: second.requestId });
      await expect(approve()).rejects.toThrow(/can’t be moved any more: .*Decline the refund/);
      expect(await standing()).toEqual({ change: ["agreed", "Agreed."], ...unmoved });
      // Another price would return another sum than the one that was decided.
      await ctx.db.update(courseRuns).set({ capacity: 1, priceHalalas: 190_000 }).where(eq(courseRuns.id, date.id));
      await expect(approve()).rejects.toThrow(/can’t be moved any more/);
      await ctx.db.update(courseRuns).set({ priceHalalas: 200_000 }).where(eq(courseRuns.id, date.id));
      await approve();
      expect(await standing()).toEqual({ change: ["done", "Agreed."], seats: [0, 1], left: 230_000, mails: [1, 1] });
      const moved = await queryRows(ctx, sql`select 1 from audit_event where action = 'change.moved'`);
      expect(moved).toHaveLength(1);
    });

    it("X-01 the paid difference follows its seat when kept, moved again or refunded", async () => {
      const { bought, ctx, orderId, runId, seatIds, difference } = await buyDearer();
      const at = { orderId, runId, seatIds, kind: "cancel" as const, toRunId: null };
      // Another seat at the same date, which paid a difference of its own, has no part of the first.
      const other = await act(
        ctx,
        await quoteChange(ctx, { ...toDate(bought, runId, 1), seatIds: bought.seatIds.slice(1) }),
      );
      if (!other.checkout) throw new Error("A dearer date has nothing to pay");
      await pay(other.checkout);
      await settlePayment(ctx, other.checkout.given_id);
      expect(await quoteChange(ctx, at)).toMatchObject({ fullHalalas: 276_000 + 34_500 });
      const change = await requestException(ctx, { ...at, message: "Please", fileIds: [], key: "keep" });
      await decideRequest(ctx.asStaff("finance"), { id: change.id, decision: "keep", answer: "Take another date." });
      // The value is kept, also when the date it left is cancelled; the other seat has its money back.
      await cancelRunNow(ctx.asStaff("owner"), { runId });
      await reconcile(ctx);
      expect(await facts(ctx, difference)).toMatchObject({ left: 34_500 });
      expect(await facts(ctx, other.checkout.order_id)).toMatchObject({ left: 0 });
      expect(await facts(ctx, orderId)).toMatchObject({ left: 276_000 });
      const dates = [];
      for (const price of [280_000, 250_000]) dates.push((await createRun(ctx, bought.courseId, { price })).id);
      const [more = 0, less = 0] = dates;
      expect(await quoteChange(ctx, { ...at, kind: "move", toRunId: more })).toMatchObject({ payHalalas: 11_500 });
      const quote = await quoteChange(ctx, { ...at, kind: "move", toRunId: less });
      expect(quote).toMatchObject({ payHalalas: 0, backHalalas: 23_000, fullHalalas: 310_500 });
      await act(ctx, quote);
      expect(await facts(ctx, difference)).toMatchObject({ left: 11_500, notes: 23_000 });
      expect(await facts(ctx, orderId)).toMatchObject({ left: 276_000, notes: 276_000 });
      // All that is left of both comes back with the last date.
      await cancelRunNow(ctx.asStaff("owner"), { runId: less });
      await reconcile(ctx);
      expect(await facts(ctx, difference)).toMatchObject({ left: 0, notes: 34_500 });
      expect(await facts(ctx, orderId)).toMatchObject({ left: 0, notes: 552_000 });
    });

    it("S-17 keeps the discount and the seat, for percentage codes, amount codes and group prices", async () => {
      const database = await open();
      await makeCode(database.db, "HALF", { percent: 50 });
      await makeCode(database.db, "FIVE", { percent: null, amountHalalas: 50_000 });
      const group = { groupFromSeats: 2, groupPercent: 20 };
      // Of SAR 1,000 a seat; what the new date costs in the end, VAT included.
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
        const paid = (await facts(ctx, orderId))?.left ?? 0;
        const quote = await quoteChange(ctx, toDate(buying, date.id, qty));
        expect(paid - quote.backHalalas + quote.payHalalas).toBe(ends);
        expect((option?.differenceHalalas ?? 0) * qty * 1.15).toBeCloseTo(ends - paid, 0);
        const { checkout } = await act(ctx, quote);
        if (checkout) {
          await pay(checkout);
          await settlePayment(ctx, checkout.given_id);
        }
        const difference = checkout ? await facts(ctx, checkout.order_id) : null;
        const order = await facts(ctx, orderId);
        expect((order?.left ?? 0) + (difference?.left ?? 0)).toBe(ends);
        expect(order).toMatchObject({ confirmed: qty, notes: quote.backHalalas });
        expect([await readSeatsSold(ctx, runId), await readSeatsSold(ctx, date.id)]).toEqual([0, qty]);
        expect(order?.status).toBe(quote.backHalalas > 0 ? "partially_refunded" : "paid");
        // Cancelled afterwards, all that was paid for the seats goes back.
        const seatIds = await readSeatIds(ctx, orderId);
        const cancel = { orderId, runId: date.id, seatIds, kind: "cancel" as const, toRunId: null };
        expect((await quoteChange(ctx, cancel)).backHalalas).toBe(ends);
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
      const first = await quoteChange(ctx, toDate(bought, date.id, 1));
      await act(ctx, first);
      const rest = { ...toDate(bought, date.id), seatIds: bought.seatIds.slice(1) };
      const change = await requestException(ctx, { ...rest, message: "Please", fileIds: [], key: "e" });
      await decideRequest(ctx.asStaff("finance"), { id: change.id, decision: "agree", answer: "Moved." });
      expect(
        await queryRows(
          ctx,
          sql`select qty, unit_price_halalas, discount_halalas from order_line where order_id = ${orderId}`,
        ),
      ).toEqual([{ qty: 3, unit_price_halalas: 70_000, discount_halalas: 69_300 }]);
      const left = (await facts(ctx, orderId))?.left ?? 0;
      expect(Math.abs(left - 140_700 * 1.15)).toBeLessThanOrEqual(2);
    });

    it("an unpaid difference frees the date; one paid after the seat is gone is refunded", async () => {
      const bought = await buy(await open(), { qty: 1 });
      const { ctx, orderId, runId } = bought;
      const date = await createRun(ctx, bought.courseId, { price: 270_000, capacity: 1 });
      const { checkout } = await act(ctx, await quoteChange(ctx, toDate(bought, date.id)));
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
      expect(await facts(ctx, orderId)).toMatchObject({ notes: 0, left: 276_000 });
      const unpaid = await buy(ctx.database, { qty: 1 });
      const dear = await createRun(ctx, unpaid.courseId, { price: 270_000, capacity: 1 });
      const held = await act(unpaid.ctx, await quoteChange(unpaid.ctx, toDate(unpaid, dear.id)));
      later(unpaid, 60);
      await settlePayment(unpaid.ctx, held.checkout?.given_id ?? "");
      expect(await facts(unpaid.ctx, unpaid.orderId)).toMatchObject({ status: "paid", confirmed: 1 });
      expect(await quoteChange(unpaid.ctx, toDate(unpaid, dear.id))).toMatchObject({ isAllowed: true });
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
    const [own = 0, free = 0] = bought.seatIds;
    const huda = { name: "Huda Salem", email: "huda@example.com", scfhs_number: "" };
    const answers = sorted(
      await Promise.allSettled(
        Array.from({ length: 20 }, () => transferSeat(ctx, { orderId, seatId: own, ...huda, key: "huda" })),
      ),
    );
    expect(answers.broken).toEqual([]);
    expect(answers.answers).toHaveLength(20);
    expect(await listRecipients(ctx, "attendee-place")).toEqual([huda.email]);
    expect(await listRecipients(ctx, "seat-given-on")).toEqual([ctx.viewer?.email]);
    // U-09: she gave her own seat away.
    const mailed = await ctx.db.execute(
      sql`select props->>'givenTo' as to from outbox_mail where template = 'seat-given-on'`,
    );
    expect(mailed.rows).toEqual([{ to: huda.name }]);
    await expect(transferSeat(ctx, { orderId, seatId: free, ...huda, key: "twice" })).rejects.toThrow();
    const { rows } = await ctx.db.execute<{ id: number }>(
      sql`select id from run_session where run_id = ${runId} limit 1`,
    );
    await ctx.db.execute(sql`
      insert into attendance_mark (enrolment_id, session_id, state, way, marked_at, recorded_at)
      values (${free}, ${rows[0]?.id}, 'present', 'list', now(), now())`);
    const omar = { name: "Omar Khalid", email: "omar@example.com", scfhs_number: "" };
    await expect(transferSeat(ctx, { orderId, seatId: free, ...omar, key: "omar" })).rejects.toThrow(
      /already recorded/,
    );
    // A12: on its first day another person may come until the first session begins.
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
    later(bought, 31 * 24 * 60);
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

  /** Who of both got through; the sum that went back. */
  async function round(databases: Database[]) {
    const bought = await buy(pools.first, { qty: 1 });
    const [one = pools.first, other = pools.second] = databases;
    const quote = await quoteChange(bought.ctx, buildWish(bought));
    const at = (database: Database) => ({ ...bought.ctx, database, db: database.db });
    const staff = { ...bought.ctx.asStaff("training"), database: other, db: other.db };
    const date = await createRun(bought.ctx, bought.courseId, { days: 80 });
    const move = await quoteChange(bought.ctx, { ...buildWish(bought), kind: "move", toRunId: date.id });
    const tries = await Promise.allSettled([
      changeOrder(at(one), { quote: quote.token, key: "cancel" }),
      changeOrder(at(other), { quote: move.token, key: "move" }),
      cancelSeatWithoutRefund(staff, { seatId: bought.seatIds[0] ?? 0, reason: "r", tell: false }),
    ]);
    return sorted<unknown>(tries);
  }

  it("X-01 one gets the seat, the others are rejected", async () => {
    for (let turn = 0; turn < 6; turn++) {
      const { answers, refused, broken } = await round([pools.first, pools.second]);
      expect({ done: answers.length, refused, broken }).toEqual({ done: 1, refused: 2, broken: [] });
    }
  });

  it("negative control: without the locks more than one gets it", async () => {
    const both = [withoutLocks(pools.first), withoutLocks(pools.second)];
    let most = 0;
    for (let turn = 0; turn < 12 && most < 2; turn++) most = Math.max(most, (await round(both)).answers.length);
    expect(most).toBeGreaterThan(1);
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
