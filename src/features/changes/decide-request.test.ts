import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { approveRefund, declineRefund } from "./refund-request.server.ts";
import { approverNoticeJob, type ApproverNoticeJob } from "#features/settings/approver-notices.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { Conflict, Forbidden, FreshSignInRequired, NotFound, ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { paidOrders } from "#test/paid-order.ts";
import { answerQuestion, requestInfo, requestException } from "./requests.server.ts";
import { remindKeptValues } from "./change-mails.server.ts";
import { changeOrder } from "./change-order.server.ts";
import { countWaitingRequests, decideRequest } from "./decide-request.server.ts";
import { listChangeRequests, readChangeRequest, readChanges, readOpenRequest } from "./read-requests.server.ts";
import { quoteChange } from "./quote.server.ts";

describeOnDatabase("requests to change", (open) => {
  let ctx: TestCtx;
  let courseId: number;
  beforeEach(async () => {
    ctx = testContext(await open());
    courseId = (await makeCourse(ctx.db)).id;
  });

  const runAt = (days: number, priceHalalas = 100_000) => {
    const startDate = addDays(riyadhDate(ctx.now()), days);
    return makeRun(ctx.db, courseId, { startDate, endDate: startDate, days: 1, priceHalalas });
  };

  /** Requests a change of one seat, paid with SAR 1,150.00, `days` days before its run begins. */
  async function requestChange(days: number, more: { kind?: "cancel" | "move"; toRunId?: number } = {}) {
    const buyer = ctx.as(await makeUser(ctx.db));
    const viewer = buyer.viewer ?? { id: "", name: "", email: "" };
    const run = await runAt(days);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId: run.id, buyer: viewer });
    const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from enrolment where order_id = ${orderId}`);
    const { kind = "cancel", toRunId = null } = more;
    const requested = { orderId, runId: run.id, kind, seatIds: rows.map(({ id }) => id), toRunId };
    const input = { ...requested, message: "Please", fileIds: [], key: "k" };
    return { buyer, orderId, run, input, change: await requestException(buyer, input) };
  }
  const readRefunds = async (orderId: number) =>
    (
      await ctx.db.execute<{ halalas: number }>(
        sql`select r.amount_halalas as halalas from refund r join payment p on p.id = r.payment_id where p.order_id = ${orderId}`,
      )
    ).rows.map(({ halalas }) => halalas);
  const readSeatStates = async (orderId: number) =>
    (
      await ctx.db.execute<{ state: string }>(sql`select state from enrolment where order_id = ${orderId} order by id`)
    ).rows
      .map(({ state }) => state)
      .join();
  const listNotices = () =>
    ctx.queued.filter(({ name }) => name === approverNoticeJob).map(({ data }) => (data as ApproverNoticeJob).notice);
  const countDecisionMails = async () =>
    (await ctx.db.execute(sql`select id from outbox_mail where template = 'change-decided'`)).rows.length;

  it("rejects a decision without the permission or a fresh code, one that does not fit the request, and a second one", async () => {
    const { change } = await requestChange(3);
    const input = { id: change.id, decision: "all" as const, answer: "x" };
    await expect(decideRequest(ctx.asStaff("training"), input)).rejects.toThrow(Forbidden);
    const old = ctx.asStaff("finance", { confirmedAt: new Date(0) });
    await expect(decideRequest(old, input)).rejects.toThrow(FreshSignInRequired);
    await expect(decideRequest(ctx.asStaff("finance"), { ...input, decision: "agree" })).rejects.toThrow(
      ValidationError,
    );
    await decideRequest(ctx.asStaff("finance"), { ...input, decision: "refuse" });
    await expect(decideRequest(ctx.asStaff("finance"), input)).rejects.toThrow(Conflict);
    expect(await countDecisionMails()).toBe(1);
  });

  it("U-06 allows one open request per order, which the change page shows; the same request again returns it", async () => {
    const { buyer, orderId, input, change } = await requestChange(3);
    expect((await requestException(buyer, input)).id).toBe(change.id);
    await expect(requestException(buyer, { ...input, key: "other" })).rejects.toThrow(Conflict);
    expect(await readOpenRequest(buyer, orderId)).toBe("asked");
    await decideRequest(ctx.asStaff("finance"), { id: change.id, decision: "refuse", answer: "No." });
    expect(await readOpenRequest(buyer, orderId)).toBeNull();
  });

  it("X-02 uses the policy of the day of the request; frees the seat and mails the answer", async () => {
    const { orderId, change } = await requestChange(8);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 5 * 86_400_000);
    const { decisions } = await readChangeRequest(ctx.asStaff("finance"), { id: change.id });
    expect(decisions.map(({ decision, refundHalalas }) => [decision, refundHalalas])).toEqual([
      ["policy", 57_500],
      ["all", 115_000],
      ["keep", 0],
    ]);
    expect(decisions.at(-1)?.valueHalalas).toBe(115_000);
    await decideRequest(ctx.asStaff("finance"), { id: change.id, decision: "policy", answer: "As agreed." });
    expect(await readRefunds(orderId)).toEqual([57_500]);
    expect(await readSeatStates(orderId)).toBe("cancelled");
    expect(await countDecisionMails()).toBe(1);
  });

  it("X-02 above the limit, seat and money stay until a second person agrees; after a decline, staff decide again", async () => {
    await ctx.db.execute(
      sql`insert into site_setting (key, value, updated_at) values ('refunds', '{"onePersonHalalas":1000}', now())`,
    );
    const { orderId, change } = await requestChange(3);
    const finance = ctx.asStaff("finance");
    const owner = ctx.asStaff("owner");
    const input = { id: change.id, decision: "all" as const, answer: "x" };
    const requestId = async () =>
      (await ctx.db.execute<{ id: number }>(sql`select max(id)::int as id from refund_request`)).rows[0]?.id ?? 0;
    expect((await decideRequest(finance, input)).state).toBe("agreed");
    expect([await readSeatStates(orderId), await readRefunds(orderId), await countDecisionMails()]).toEqual([
      "confirmed",
      [],
      0,
    ]);
    await declineRefund(owner, { id: await requestId() });
    expect((await decideRequest(finance, input)).state).toBe("agreed");
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
    await approveRefund(owner, { id: await requestId() });
    expect([await readRefunds(orderId), await countDecisionMails()]).toEqual([[115_000], 1]);
    expect((await readChangeRequest(owner, { id: change.id })).request.change.state).toBe("done");
  });

  it("S-08 X-02 moves outside the policy without payment; shows staff the value, and notifies the approvers", async () => {
    const dearer = await runAt(60, 900_000);
    const { orderId, change } = await requestChange(2, { kind: "move", toRunId: dearer.id });
    const { decisions } = await readChangeRequest(ctx.asStaff("finance"), { id: change.id });
    expect(decisions).toMatchObject([{ decision: "agree", refundHalalas: 0, valueHalalas: 920_000 }]);
    await decideRequest(ctx.asStaff("owner"), { id: change.id, decision: "agree", answer: "x" });
    expect(await readSeatStates(orderId)).toBe("transferred,confirmed");
    expect(await readRefunds(orderId)).toEqual([]);
    expect(listNotices()).toEqual([{ kind: "exception", orderId, halalas: 920_000 }]);
  });

  it("S-08 notifies the approvers about a kept value above the approval limit", async () => {
    const small = await requestChange(3);
    const keep = (id: number) => decideRequest(ctx.asStaff("finance"), { id, decision: "keep", answer: "x" });
    await keep(small.change.id);
    expect(listNotices()).toEqual([]);
    await ctx.db.execute(
      sql`insert into site_setting (key, value, updated_at) values ('refunds', '{"onePersonHalalas":1000}', now())`,
    );
    const { orderId, change } = await requestChange(3);
    await keep(change.id);
    expect(listNotices()).toEqual([{ kind: "kept-value", orderId, halalas: 115_000 }]);
  });

  const countReminderMails = async () =>
    (await ctx.db.execute(sql`select id from outbox_mail where template = 'kept-ends'`)).rows.length;
  const passDays = (count: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + count * 86_400_000));
  const keep = async (more: { priceHalalas?: number } = {}) => {
    const request = await requestChange(3);
    await decideRequest(ctx.asStaff("finance"), {
      id: request.change.id,
      decision: "keep",
      answer: "Take another date.",
    });
    const to = await runAt(60, more.priceHalalas ?? 100_000);
    return { ...request, to, move: { ...request.input, kind: "move" as const, toRunId: to.id } };
  };
  const readSeatsSold = async (runId: number) =>
    (await ctx.db.execute<{ sold: number }>(sql`select seats_sold as sold from course_run where id = ${runId}`)).rows[0]
      ?.sold;

  it("X-01 X-02 a kept value frees the seat, refunds nothing, and books a cheaper date once within a year", async () => {
    const { buyer, orderId, run, input, move, to } = await keep({ priceHalalas: 60_000 });
    expect([await readSeatStates(orderId), await readRefunds(orderId), await readSeatsSold(run.id)]).toEqual([
      "cancelled",
      [],
      0,
    ]);
    const [change] = (await readChanges(ctx, [orderId])).get(orderId) ?? [];
    expect(change).toMatchObject({ state: "done", back: "0.00", kept_until: expect.any(String), kept: "open" });
    // No cancellation pays it out, whatever the policy of the former date says.
    expect(await quoteChange(buyer, input)).toMatchObject({ percent: 0, refundHalalas: 0, isAllowed: false });
    await remindKeptValues(ctx);
    passDays(334);
    await remindKeptValues(ctx);
    expect(await countReminderMails()).toBe(0);
    passDays(1);
    // The reminder is sent once, however often and by however many processes the job runs.
    await Promise.all([remindKeptValues(ctx), remindKeptValues(ctx)]);
    passDays(10);
    await remindKeptValues(ctx);
    expect(await countReminderMails()).toBe(1);
    passDays(15);
    const ahead = await runAt(30, 60_000);
    const quote = await quoteChange(buyer, { ...move, toRunId: ahead.id });
    expect(quote).toMatchObject({ isAllowed: true, refundHalalas: 46_000, payHalalas: 0 });
    await changeOrder(buyer, { quote: quote.token, key: "move" });
    expect([await readSeatStates(orderId), await readRefunds(orderId)]).toEqual(["transferred,confirmed", [46_000]]);
    expect([await readSeatsSold(run.id), await readSeatsSold(ahead.id)]).toEqual([0, 1]);
    expect((await readChanges(ctx, [orderId])).get(orderId)?.at(-1)).toMatchObject({ kept: "used" });
    // A kept value is used once: the seats of the new date cannot be moved or refunded.
    const { rows } = await ctx.db.execute<{ id: number }>(
      sql`select id from enrolment where order_id = ${orderId} and state = 'confirmed'`,
    );
    const again = { ...move, runId: ahead.id, toRunId: to.id, seatIds: rows.map(({ id }) => id) };
    const later = await runAt(70);
    expect((await quoteChange(buyer, { ...again, toRunId: later.id })).isAllowed).toBe(false);
    expect((await quoteChange(buyer, { ...again, kind: "cancel" })).isAllowed).toBe(false);
  });

  it("X-01 X-02 a kept value books a dearer date for the difference, but not after its last day", async () => {
    const { buyer, orderId, move } = await keep({ priceHalalas: 140_000 });
    const quote = await quoteChange(buyer, move);
    expect(quote).toMatchObject({ isAllowed: true, payHalalas: 46_000, refundHalalas: 0 });
    const { change, checkout } = await changeOrder(buyer, { quote: quote.token, key: "dearer" });
    expect([change.state, checkout?.total, await readSeatStates(orderId)]).toEqual(["paying", "460.00", "cancelled"]);
    passDays(366);
    const ahead = await runAt(30);
    const late = await quoteChange(buyer, { ...move, toRunId: ahead.id });
    expect(late.isAllowed).toBe(false);
    await expect(changeOrder(buyer, { quote: late.token, key: "late" })).rejects.toThrow(Conflict);
  });

  it("X-01 X-02 a kept value survives the old run's cancellation, and is used up once refunded", async () => {
    const { buyer, orderId, run, input, move } = await keep();
    await cancelRunNow(ctx.asStaff("owner"), { runId: run.id });
    expect(await readRefunds(orderId)).toEqual([]);
    expect((await quoteChange(buyer, move)).isAllowed).toBe(true);
    const change = await requestException(buyer, { ...input, key: "again" });
    await decideRequest(ctx.asStaff("finance"), { id: change.id, decision: "all", answer: "As you wish." });
    expect(await readRefunds(orderId)).toEqual([115_000]);
    await expect(quoteChange(buyer, move)).rejects.toThrow(Conflict);
    passDays(340);
    await remindKeptValues(ctx);
    expect(await countReminderMails()).toBe(0);
  });

  it("a question of staff waits for the buyer, then for staff again with a new deadline", async () => {
    const { buyer, orderId, change } = await requestChange(3);
    const finance = ctx.asStaff("finance");
    await expect(requestInfo(ctx.asStaff("training"), { id: change.id, question: "Why?" })).rejects.toThrow(Forbidden);
    const answer = { changeId: change.id, message: "I am ill.", fileIds: [] };
    await expect(answerQuestion(buyer, answer)).rejects.toThrow(Conflict);
    await requestInfo(finance, { id: change.id, question: "Why?" });
    await expect(requestInfo(finance, { id: change.id, question: "Why?" })).rejects.toThrow(Conflict);
    expect((await countWaitingRequests(finance)).waiting).toBe(0);
    const views = async (view: "waiting" | "mine") =>
      (await listChangeRequests(finance, { page: 1, perPage: 5, filter: { view } })).data.map(({ id, state }) => [
        id,
        state,
      ]);
    expect(await views("mine")).toEqual([[change.id, "questioned"]]);
    passDays(3);
    await expect(answerQuestion(ctx.as(await makeUser(ctx.db)), answer)).rejects.toThrow(NotFound);
    await answerQuestion(buyer, answer);
    await answerQuestion(buyer, answer);
    await expect(answerQuestion(buyer, { ...answer, message: "Other" })).rejects.toThrow(Conflict);
    expect(await views("waiting")).toEqual([[change.id, "asked"]]);
    expect(await countWaitingRequests(finance)).toEqual({ waiting: 1, oldestAt: ctx.now() });
    const { messages, request: row } = await readChangeRequest(finance, { id: change.id });
    expect(messages.map(({ isStaff, text }) => [isStaff, text])).toEqual([
      [false, "Please"],
      [true, "Why?"],
      [false, "I am ill."],
    ]);
    expect(row.change.quotedAt).toEqual(change.quotedAt);
    const { rows } = await ctx.db.execute(sql`select id from outbox_mail where template = 'change-question'`);
    expect(rows.length).toBe(1);
    expect((await readChanges(ctx, [orderId])).get(orderId)?.[0]?.messages.map(({ from }) => from)).toEqual([
      "buyer",
      "staff",
      "buyer",
    ]);
  });
});
