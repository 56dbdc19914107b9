/**
 * A run with buyers is moved or cancelled: what happens at once, what the task does, and who has to approve (P-20,
 * P-12).
 */
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { runCancellations } from "#features/changes/approval-tables.server.ts";
import { seatsNow } from "#features/seats/availability.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { cancelTask, readTask } from "#features/staff/tasks/tasks.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import {
  Conflict,
  Forbidden,
  FreshSignInRequired,
  NotFound,
  Unauthenticated,
  ValidationError,
} from "#platform/errors.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { mails } from "../../../mails.ts";
import { approveCancellation, cancelRun, declineCancellation, withdrawCancellation } from "./cancel.server.ts";
import { previewMove, readChangeMail } from "#features/runs/preview-change.server.ts";
import { moveRun } from "./move.server.ts";
import { notifyRunMoved, finishApprovedCancellation, finishCancellation } from "./tasks.server.ts";

const kinds = [notifyRunMoved, finishCancellation, finishApprovedCancellation];
const move = { startDate: "2027-02-01", endDate: "2027-02-02", venueEng: "Jeddah", venueAr: null };
const reason = { eng: "Not enough people registered", ar: null };

describeOnDatabase("a run that is moved or cancelled", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let reem: TestCtx;
  let lina: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 100 })).id;
    reem = ctx.asStaff("training", { id: (await makeStaff(ctx, "training")).id });
    lina = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
  });
  /** Sells orders of SAR 1,150.00, each to a new buyer. */
  const sell = async (count: number) => {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const buyer = { id: `buyer-${n}`, name: "Sara N.", email: `buyer-${n}@example.com` };
      ids.push(...(await paidOrders(ctx, 1, { runId, buyer })));
    }
    return ids;
  };
  const listRecipients = async (template: string) => {
    const { rows } = await ctx.db.execute(sql`select "to" from outbox_mail where template = ${template} order by "to"`);
    return (rows as { to: string }[]).map(({ to }) => to);
  };
  const listRefunds = async () => {
    const { rows } = await ctx.db.execute(sql`select amount_halalas as amount from refund order by id`);
    return (rows as { amount: number }[]).map(({ amount }) => amount);
  };
  const readRun = async () => (await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId)))[0];
  const finishTasks = () => runQueuedTasks(ctx, kinds);

  it("DK-04 the preview of a move shows clashes and possible refunds, and changes nothing", async () => {
    await sell(2);
    const before = await readRun();
    const at = { runId, startDate: "2027-02-01", endDate: "2027-02-02" };
    const busy = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, {
      startDate: "2027-02-02",
      endDate: "2027-02-02",
      venueEng: "Busy hall",
      venueAr: "القاعة المشغولة",
    });
    const clashesWith = (preview: Awaited<ReturnType<typeof previewMove>>) =>
      preview.clashes.flatMap(({ kind, runs }) => (kind === "venue" ? runs.map(({ id }) => id) : []));
    const preview = await previewMove(reem, { ...at, venueEng: "Busy hall" });
    expect(clashesWith(preview)).toEqual([runId, busy.id]);
    expect(preview.clashes.find(({ kind }) => kind === "venue")).toMatchObject({
      name_eng: "Busy hall",
      name_ar: "القاعة المشغولة",
    });
    expect(preview.refunds).toEqual({ orders: 2, total: "2300.00" });
    // Negative controls: another hall, and another week.
    expect(clashesWith(await previewMove(reem, { ...at, venueEng: "Free hall" }))).toEqual([]);
    const later = { runId, startDate: "2027-02-08", endDate: "2027-02-09", venueEng: "Busy hall" };
    expect(clashesWith(await previewMove(reem, later))).toEqual([]);
    expect(await readRun()).toEqual(before);
  });

  it("DK-04 previews the email of a move or cancellation in both languages, and sends nothing", async () => {
    registerMails(mails, async () => ({ name: "Nama", address: "", phone: "", email: "hello@example.com" }));
    await ctx.db.update(courseRuns).set({ startDate: "2027-01-12", endDate: "2027-01-13" });
    const why = { eng: "The room is closed.", ar: "القاعة مغلقة." };
    expect(await readChangeMail(reem, { runId, to: move, reason: why })).toBeNull();
    await sell(1);
    const before = await readRun();
    await expect(readChangeMail(lina, { runId, reason: why })).rejects.toThrow(Forbidden);
    const backwards = { ...move, endDate: "2027-01-01" };
    await expect(readChangeMail(reem, { runId, to: backwards, reason: why })).rejects.toThrow(ValidationError);
    const moved = await readChangeMail(reem, { runId, to: move, reason: why });
    for (const text of ["Sara", "2 February 2027", "Jeddah", "The room is closed.", "Tue 12"])
      expect(moved?.en.text).toContain(text);
    for (const text of ["2 فبراير", "القاعة مغلقة."]) expect(moved?.ar.text).toContain(text);
    const cancelled = await readChangeMail(reem, { runId, reason: why });
    expect(cancelled?.en.subject).toContain("12 January 2027");
    expect(cancelled?.ar.subject).toContain("12 يناير 2027");
    expect(cancelled?.en.text).toContain("The room is closed.");
    expect(await readRun()).toEqual(before);
    expect([await listRecipients("course-moved"), await listRecipients("course-cancelled")]).toEqual([[], []]);
  });

  describe("refusals", () => {
    it("P-12 a cancellation requires its permission and a fresh sign-in; an approval requires the current amount", async () => {
      const staleSignIn = { id: "x", confirmedAt: new Date(0) };
      await expect(cancelRun(ctx, { runId })).rejects.toThrow(Unauthenticated);
      await expect(cancelRun(lina, { runId })).rejects.toThrow(Forbidden);
      await expect(cancelRun(ctx.asStaff("training", staleSignIn), { runId })).rejects.toThrow(FreshSignInRequired);
      await expect(cancelRun(reem, { runId: 99_999 })).rejects.toThrow(NotFound);
      await sell(5);
      const { cancellation } = await cancelRun(reem, { runId });
      const input = { id: cancellation.id, expectedHalalas: 1 };
      await expect(approveCancellation(lina, input)).rejects.toThrow(Conflict);
      expect((await readRun())?.saleStoppedAt).not.toBeNull();
      expect([await listRecipients("course-cancelled"), await listRefunds()]).toEqual([[], []]);
    });

    it("P-10 a run with a cancellation request is neither moved nor sold", async () => {
      await sell(5);
      await cancelRun(reem, { runId });
      await expect(moveRun(reem, { runId, ...move })).rejects.toThrow(Conflict);
      expect(await seatsNow(ctx, runId)).toEqual({ qty: 0, held: 0 });
    });
  });

  it("P-20 moves the run at once; a task notifies its people and reports progress", async () => {
    const [first = 0] = await sell(23);
    await bookPlace(ctx, { orderId: first, runId, seat: 2, name: "Huda Salem", email: "huda@example.com" });
    const { taskId } = await moveRun(reem, { runId, ...move, reason });
    expect(await readRun()).toMatchObject({ startDate: "2027-02-01", venueEng: "Jeddah" });
    expect(await listRecipients("course-moved")).toEqual([]);
    expect(await readTask(reem, { id: taskId ?? 0 })).toMatchObject({ state: "queued", total: 23, mayStop: false });
    await finishTasks();
    expect(await listRecipients("course-moved")).toHaveLength(24);
    expect(await readTask(reem, { id: taskId ?? 0 })).toMatchObject({
      state: "done",
      done: 23,
      failed: 0,
      result: { told: 24, refunds: 0 },
    });
  });

  it("P-20 moves and cancels a run without orders without a task", async () => {
    expect(await moveRun(reem, { runId, ...move })).toEqual({ taskId: null });
    expect(await cancelRun(reem, { runId })).toMatchObject({ taskId: null, cancellation: { state: "direct" } });
    expect((await readRun())?.cancelledAt).not.toBeNull();
  });

  it("P-20 cancelling notifies people, creates refunds, and reports each open refund", async () => {
    const [first = 0, second = 0, third = 0] = await sell(3);
    await ctx.db
      .execute(sql`update payment set method = 'transfer', reference = 'FT1', received_on = '2026-11-01', recorded_by = 'x'
      where order_id = ${second}`);
    const { taskId } = await cancelRun(reem, { runId, reason });
    expect(await listRefunds()).toEqual([]);
    await finishTasks();
    expect(await listRefunds()).toEqual([115_000, 115_000, 115_000]);
    expect(await listRecipients("course-cancelled")).toHaveLength(3);
    const ended = await readTask(reem, { id: taskId ?? 0 });
    expect(ended).toMatchObject({ state: "done", done: 0, failed: 3, result: { told: 3, refunds: 3 } });
    // No provider answers in this test.
    expect(ended.failures.map(({ what }) => what)).toEqual([second, first, third].map((id) => `#${id}`));
    expect(ended.failures[0]?.why_eng).toContain("bank transfer");
    expect(ended.failures[1]?.why_eng).toContain("isn’t confirmed yet");
  });

  it("P-20 the task of a cancellation cannot be stopped, and continues after its starter has left", async () => {
    await sell(2);
    const { taskId } = await cancelRun(reem, { runId });
    const id = taskId ?? 0;
    await expect(cancelTask(reem, { id })).rejects.toThrow(Conflict);
    await ctx.db.update(staffUsers).set({ removedAt: ctx.now() });
    await finishTasks();
    const [task] = await ctx.db.select().from(staffTasks).where(eq(staffTasks.id, id));
    expect([task?.state, await listRefunds()]).toEqual(["done", [115_000, 115_000]]);
  });

  it("P-12 above the limit stops the sale and waits for approval, without emails or refunds", async () => {
    await sell(5);
    const owner = await makeStaff(ctx, "owner");
    const { cancellation, taskId } = await cancelRun(reem, { runId, reason });
    expect([cancellation.state, cancellation.amountHalalas, taskId]).toEqual(["waiting", 575_000, null]);
    expect((await cancelRun(reem, { runId })).cancellation).toEqual(cancellation);
    const other = ctx.asStaff("training", { id: (await makeStaff(ctx, "training")).id });
    await expect(cancelRun(other, { runId })).rejects.toThrow(Conflict);
    await finishTasks();
    expect([await listRecipients("course-cancelled"), await listRefunds()]).toEqual([[], []]);
    expect((await readRun())?.saleStoppedAt).not.toBeNull();
    const recipients = await listRecipients("run-cancel-approval");
    expect([recipients.length, recipients.includes(owner.email)]).toEqual([2, true]);
  });

  it("P-12 P-04 an approval cancels the run once, in the approver's name", async () => {
    await sell(5);
    const { cancellation } = await cancelRun(reem, { runId, reason });
    const input = { id: cancellation.id, word: "Agreed", expectedHalalas: 575_000 };
    const { taskId } = await approveCancellation(lina, input);
    await expect(approveCancellation(lina, input)).rejects.toThrow(Conflict);
    await expect(declineCancellation(lina, input)).rejects.toThrow(Conflict);
    await finishTasks();
    expect([(await listRecipients("course-cancelled")).length, (await listRefunds()).length]).toEqual([5, 5]);
    expect(await readTask(lina, { id: taskId ?? 0 })).toMatchObject({ state: "done", total: 5 });
    expect(await listRecipients("run-cancel-decided")).toHaveLength(1);
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.entity, "run")).orderBy(auditEvents.id);
    const getStaffId = (one: TestCtx) => (one.actor.kind === "staff" ? one.actor.id : "");
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["run.cancellation-requested", getStaffId(reem)],
      ["run.cancellation-approved", getStaffId(lina)],
      ["run.cancelled", getStaffId(lina)],
    ]);
    expect(events[1]?.after).toMatchObject({ amountHalalas: 575_000, word: "Agreed" });
  });

  it("P-12 a declined or withdrawn request resumes the sale, notifies no attendee, and can be repeated", async () => {
    await sell(5);
    const first = await cancelRun(reem, { runId });
    await declineCancellation(lina, { id: first.cancellation.id, word: "Wait until Sunday" });
    expect((await readRun())?.saleStoppedAt).toBeNull();
    expect(await seatsNow(ctx, runId)).toMatchObject({ qty: 95 });
    const second = await cancelRun(reem, { runId });
    await withdrawCancellation(reem, { id: second.cancellation.id });
    expect((await readRun())?.saleStoppedAt).toBeNull();
    await finishTasks();
    expect([
      await listRecipients("course-cancelled"),
      await listRefunds(),
      (await listRecipients("run-cancel-decided")).length,
    ]).toEqual([[], [], 1]);
    const rows = await ctx.db.select({ state: runCancellations.state }).from(runCancellations);
    expect(rows.map(({ state }) => state)).toEqual(["declined", "withdrawn"]);
  });

  it("P-12 the database rejects a second open cancellation", async () => {
    const cancellation = { runId, amountHalalas: 1, askedBy: "a", askedByName: "A", askedAt: ctx.now() };
    await ctx.db.insert(runCancellations).values({ ...cancellation, state: "waiting" });
    await expect(ctx.db.insert(runCancellations).values({ ...cancellation, state: "direct" })).rejects.toThrow();
  });
});
