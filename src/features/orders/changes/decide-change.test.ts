import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { approveRefund, declineRefund } from "#features/orders/approvals/refund-request.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { Conflict, Forbidden, FreshSignInRequired, ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { askException } from "./ask-exception.server.ts";
import { decideChange } from "./decide-change.server.ts";
import { readAskedChange } from "./list-asked.server.ts";

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

  /** One seat of 1,150.00 SAR, asked for `days` before it begins. */
  async function asked(days: number, more: { kind?: "cancel" | "move"; toRunId?: number } = {}) {
    const buyer = ctx.as(await makeUser(ctx.db));
    const viewer = buyer.viewer ?? { id: "", name: "", email: "" };
    const run = await runAt(days);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId: run.id, buyer: viewer });
    const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from enrolment where order_id = ${orderId}`);
    const wish = { orderId, runId: run.id, kind: more.kind ?? "cancel", seatIds: rows.map(({ id }) => id) };
    const input = { ...wish, toRunId: more.toRunId ?? null, message: "Please", key: "k" };
    return { buyer, orderId, run, input, change: await askException(buyer, input) };
  }
  const refundsOf = async (orderId: number) =>
    (
      await ctx.db.execute<{ halalas: number }>(
        sql`select r.amount_halalas as halalas from refund r join payment p on p.id = r.payment_id where p.order_id = ${orderId}`,
      )
    ).rows.map(({ halalas }) => halalas);
  const stateOf = async (orderId: number) =>
    (
      await ctx.db.execute<{ state: string }>(sql`select state from enrolment where order_id = ${orderId} order by id`)
    ).rows
      .map(({ state }) => state)
      .join();
  const decidedMails = async () =>
    (await ctx.db.execute(sql`select id from outbox_mail where template = 'change-decided'`)).rows.length;

  it("refuses without the permission or a fresh code, a decision that does not fit, and the second of two", async () => {
    const { change } = await asked(3);
    const input = { id: change.id, decision: "all" as const, answer: "x" };
    await expect(decideChange(ctx.asStaff("training"), input)).rejects.toThrow(Forbidden);
    const old = ctx.asStaff("finance", { confirmedAt: new Date(0) });
    await expect(decideChange(old, input)).rejects.toThrow(FreshSignInRequired);
    await expect(decideChange(ctx.asStaff("finance"), { ...input, decision: "agree" })).rejects.toThrow(
      ValidationError,
    );
    await decideChange(ctx.asStaff("finance"), { ...input, decision: "refuse" });
    await expect(decideChange(ctx.asStaff("finance"), input)).rejects.toThrow(Conflict);
    expect(await decidedMails()).toBe(1);
  });

  it("one waits for an order at a time, and the same request again is the same", async () => {
    const { buyer, input, change } = await asked(3);
    expect((await askException(buyer, input)).id).toBe(change.id);
    await expect(askException(buyer, { ...input, key: "other" })).rejects.toThrow(Conflict);
  });

  it("X-02 the day of the request counts, not that of the decision; the seat is free and the answer sent", async () => {
    const { orderId, change } = await asked(8);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 5 * 86_400_000);
    const { decisions } = await readAskedChange(ctx.asStaff("finance"), { id: change.id });
    expect(decisions.map(({ decision, backHalalas }) => [decision, backHalalas])).toEqual([
      ["policy", 57_500],
      ["all", 115_000],
    ]);
    await decideChange(ctx.asStaff("finance"), { id: change.id, decision: "policy", answer: "As agreed." });
    expect(await refundsOf(orderId)).toEqual([57_500]);
    expect(await stateOf(orderId)).toBe("cancelled");
    expect(await decidedMails()).toBe(1);
  });

  it("X-02 above the limit a second person agrees: until then seat and money stay, declined it waits again", async () => {
    await ctx.db.execute(
      sql`insert into site_setting (key, value, updated_at) values ('refunds', '{"onePersonHalalas":1000}', now())`,
    );
    const { orderId, change } = await asked(3);
    const finance = ctx.asStaff("finance");
    const owner = ctx.asStaff("owner");
    const input = { id: change.id, decision: "all" as const, answer: "x" };
    const requestId = async () =>
      (await ctx.db.execute<{ id: number }>(sql`select max(id)::int as id from refund_request`)).rows[0]?.id ?? 0;
    expect((await decideChange(finance, input)).state).toBe("agreed");
    expect([await stateOf(orderId), await refundsOf(orderId), await decidedMails()]).toEqual(["confirmed", [], 0]);
    await declineRefund(owner, { id: await requestId() });
    expect((await decideChange(finance, input)).state).toBe("agreed");
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
    await approveRefund(owner, { id: await requestId() });
    expect([await refundsOf(orderId), await decidedMails()]).toEqual([[115_000], 1]);
    expect((await readAskedChange(owner, { id: change.id })).asked.change.state).toBe("done");
  });

  it("moves outside the policy, with nothing more to pay", async () => {
    const dearer = await runAt(60, 200_000);
    const { orderId, change } = await asked(2, { kind: "move", toRunId: dearer.id });
    await decideChange(ctx.asStaff("owner"), { id: change.id, decision: "agree", answer: "x" });
    expect(await stateOf(orderId)).toBe("transferred,confirmed");
    expect(await refundsOf(orderId)).toEqual([]);
  });
});
