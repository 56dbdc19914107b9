/** Feedback of attendees: who may give it, that it is kept and sent once, and what the staff see of it. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { eraseEverything } from "#features/privacy/erase-everything.server.ts";
import { holdAccount } from "#features/people/hold-account.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { courseFeedback, requireFeedback, runFeedback } from "./feedback-sums.server.ts";
import { feedbackPath, readFeedback, saveAnswers, sendFeedback } from "./feedback.server.ts";
import { missingAnswers, type FeedbackAnswers } from "./questions.ts";
import { feedback } from "./tables.server.ts";

const full = { q1: 4, q2: 5, q3: "yes", q4: 3, q5: "More cases" } as const;

const pick = ({ questions, comments }: Awaited<ReturnType<typeof runFeedback>>) => ({ questions, comments });

describeOnDatabase("feedback", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let courseId: number;
  let orderId: number;

  beforeEach(async () => {
    ctx = testContext(await open());
    courseId = (await makeCourse(ctx.db)).id;
    runId = await makeOver();
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
  });

  /** A run that ended yesterday. */
  async function makeOver(): Promise<number> {
    const today = riyadhDate(ctx.now());
    const days = { startDate: addDays(today, -2), endDate: addDays(today, -1) };
    return (await makeRun(ctx.db, courseId, { ...days, feedbackRequired: true, capacity: 20 })).id;
  }

  async function attend(seat: number): Promise<{ id: number; token: string; email: string }> {
    const email = `person-${seat}@example.com`;
    await bookPlace(ctx, { orderId, runId, seat, name: `Person ${seat}`, email });
    const [made] = await ctx.db.select().from(enrolments).where(eq(enrolments.attendeeEmail, email));
    const id = made?.id ?? 0;
    return { id, email, token: getToken(id, email) };
  }
  const isSent = async (enrolmentId: number) => {
    const rows = await ctx.db.select().from(feedback).where(eq(feedback.enrolmentId, enrolmentId));
    return rows.some(({ sentAt }) => sentAt !== null);
  };
  const getToken = (enrolmentId: number, email: string) =>
    feedbackPath(ctx, { enrolmentId, email }).replace("/feedback/", "");

  it("refuses what is no address of a seat, and one whose seat is cancelled or someone else's by now", async () => {
    const { id, token } = await attend(1);
    const other = await attend(2);
    const [, signature = ""] = token.split(".");
    const wrong = ["", "x", `${id}`, `${id}.`, `${other.id}.${signature}`, `${id}.${"A".repeat(43)}`, `0.${signature}`];
    for (const token of wrong) {
      await expect(readFeedback(ctx, { token }), token).rejects.toMatchObject({ status: 404 });
      await expect(sendFeedback(ctx, { token, answers: full }), token).rejects.toMatchObject({ status: 404 });
    }
    await ctx.db.update(enrolments).set({ attendeeEmail: "new@example.com" }).where(eq(enrolments.id, id));
    await expect(readFeedback(ctx, { token })).rejects.toMatchObject({ status: 404 });
    await ctx.db.update(enrolments).set({ state: "cancelled", endedAt: ctx.now() }).where(eq(enrolments.id, other.id));
    await expect(readFeedback(ctx, { token: other.token })).rejects.toMatchObject({ status: 404 });
    expect(await ctx.db.select().from(feedback)).toEqual([]);
  });

  it("takes nothing before the last session begins", async () => {
    const { token } = await attend(1);
    ctx.clock.now = new Date(ctx.clock.now.getTime() - 5 * 86_400_000);
    expect(await readFeedback(ctx, { token })).toMatchObject({ open: false, sentAt: null });
    await expect(saveAnswers(ctx, { token, answers: { q1: 3 } })).rejects.toMatchObject({ status: 409 });
    await expect(sendFeedback(ctx, { token, answers: full })).rejects.toMatchObject({ status: 409 });
  });

  it("keeps answers as they are given and is sent once; then no one who has the link reads them", async () => {
    const { id, token } = await attend(1);
    await saveAnswers(ctx, { token, answers: { q1: 4 } });
    await saveAnswers(ctx, { token, answers: { q2: 5, q3: "no" } });
    await saveAnswers(ctx, { token, answers: { q3: null } });
    const none = { q3: null, q4: null, q5: null };
    expect((await readFeedback(ctx, { token })).answers).toEqual({ q1: 4, q2: 5, ...none });
    expect(await isSent(id)).toBe(false);
    await sendFeedback(ctx, { token, answers: { q4: 2 } });
    await sendFeedback(ctx, { token, answers: { q1: 1 } });
    await expect(saveAnswers(ctx, { token, answers: { q1: 1 } })).rejects.toMatchObject({ status: 409 });
    expect(await ctx.db.select().from(feedback)).toMatchObject([{ q1: 4, q2: 5, q4: 2, sentAt: ctx.now() }]);
    expect(await isSent(id)).toBe(true);
    expect((await readFeedback(ctx, { token })).answers).toEqual({ q1: null, q2: null, ...none });
  });

  it("asks for what is required only where the run asks for feedback, and says which", async () => {
    const { id, token } = await attend(1);
    await expect(sendFeedback(ctx, { token, answers: { q1: 4, q5: "Fine" } })).rejects.toMatchObject({
      fields: { q2: ["This field is required."] },
    });
    expect(await isSent(id)).toBe(false);
    const staff = ctx.asStaff("training");
    for (const role of ["content", "finance", "support", "auditor"] as const)
      await expect(requireFeedback(ctx.asStaff(role), { id: runId, required: false })).rejects.toMatchObject({
        status: 403,
      });
    await requireFeedback(staff, { id: runId, required: false });
    await requireFeedback(staff, { id: runId, required: false });
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "run.edited"));
    expect(events).toMatchObject([{ after: { feedbackRequired: false }, before: { feedbackRequired: true } }]);
    await sendFeedback(ctx, { token, answers: { q5: "Fine" } });
    expect(await isSent(id)).toBe(true);
  });

  it("U-21 without any answer it is not taken, and stays open", async () => {
    await requireFeedback(ctx.asStaff("training"), { id: runId, required: false });
    const { id, token } = await attend(1);
    for (const answers of [{}, { q1: null, q5: null }])
      await expect(sendFeedback(ctx, { token, answers })).rejects.toMatchObject({
        fields: { q1: ["Answer at least one question."] },
      });
    expect(await isSent(id)).toBe(false);
    await sendFeedback(ctx, { token, answers: { q3: "no" } });
    expect(await isSent(id)).toBe(true);
  });

  it("asks what the company has worded", async () => {
    const { token } = await attend(1);
    const questions = defaultSettings.feedback.questions.map((one, at) => ({ ...one, required: at === 4 }));
    await changeSetting(ctx, "feedback", { questions });
    await expect(changeSetting(ctx, "feedback", { questions: questions.slice(1) })).rejects.toMatchObject({
      status: 422,
    });
    await expect(sendFeedback(ctx, { token, answers: { q1: 4 } })).rejects.toMatchObject({
      fields: { q5: expect.any(Array) },
    });
    const empty = { q1: null, q2: null, q3: null, q4: null, q5: "" };
    expect(missingAnswers(empty, questions, true)).toEqual(["q5"]);
    expect(missingAnswers(empty, questions, false)).toEqual([]);
  });

  it("staff see nothing but a number until five have sent, then sums and words without names", async () => {
    const staff = ctx.asStaff("training");
    for (const role of ["content", "finance"] as const)
      await expect(runFeedback(ctx.asStaff(role), { id: runId })).rejects.toMatchObject({ status: 403 });
    await expect(courseFeedback(staff, { id: 999_999 })).rejects.toMatchObject({ status: 404 });
    for (const seat of [1, 2, 3, 4]) await sendFeedback(ctx, { ...(await attend(seat)), answers: full });
    const draft = await attend(6);
    await saveAnswers(ctx, { ...draft, answers: { q1: 1, q5: "Not sent" } });
    const few = { responses: 4, counted: 0, questions: null, comments: null };
    expect(await runFeedback(staff, { id: runId })).toEqual({ required: true, attendees: 5, ...few });
    expect(await courseFeedback(staff, { id: courseId })).toEqual({
      ...few,
      runs: [expect.objectContaining({ run_id: runId, responses: 4, q1: null, q2: null, q4: null })],
    });
    await sendFeedback(ctx, { ...(await attend(5)), answers: { q1: 1, q2: 2, q3: "unsure" } });
    const summary = await runFeedback(staff, { id: runId });
    expect(summary.questions).toMatchObject([
      { id: "q1", answered: 5, average: 3.4, counts: [1, 0, 0, 4, 0] },
      { id: "q2", answered: 5, average: 4.4, counts: [0, 1, 0, 0, 4] },
      { id: "q3", answered: 5, average: null, counts: [4, 0, 1] },
      { id: "q4", answered: 4, average: null, counts: null },
    ]);
    expect(summary.comments).toEqual(Array(4).fill("More cases"));
    expect(JSON.stringify(summary)).not.toMatch(/person-|Person|Not sent/);
    expect(await runFeedback(ctx.asStaff("auditor"), { id: runId })).toMatchObject({ responses: 5, comments: null });
    expect(await courseFeedback(staff, { id: courseId })).toMatchObject({
      responses: 5,
      runs: [{ q1: 3.4, q2: 4.4, q4: null }],
    });
    // Sent without an answer, as an earlier version took it: it counts towards no one's five.
    const { id: enrolmentId } = await attend(7);
    await ctx.db.insert(feedback).values({ enrolmentId, runId, sentAt: ctx.now(), updatedAt: ctx.now() });
    expect(await runFeedback(staff, { id: runId })).toMatchObject({ responses: 5, attendees: 7 });
  });

  it("S-04 sums change five answers at a time, and a course adds up only runs that have sums", async () => {
    const staff = ctx.asStaff("training");
    const answer = async (seat: number, answers: FeedbackAnswers) =>
      sendFeedback(ctx, { ...(await attend(seat)), answers });
    const alone = { q1: 1, q2: 2, q3: "no", q4: 1, q5: "The trainer shouted at me" } as const;
    for (const seat of [1, 2, 3, 4, 5]) await answer(seat, full);
    const first = runId;
    const five = await runFeedback(staff, { id: first });
    runId = await makeOver();
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await answer(11, alone);
    const course = await courseFeedback(staff, { id: courseId });
    expect(course).toMatchObject({ responses: 6, counted: 5, questions: five.questions, comments: five.comments });
    expect(course.runs).toMatchObject([
      { responses: 5, q1: 4 },
      { responses: 1, q1: null, q2: null, q4: null },
    ]);
    for (const seat of [12, 13, 14]) await answer(seat, full);
    expect((await courseFeedback(staff, { id: courseId })).questions).toEqual(five.questions);
    [runId, orderId] = [first, (await paidOrders(ctx, 1, { runId: first }))[0] ?? 0];
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
    for (const [at, seat] of [6, 7, 8, 9].entries()) {
      await answer(seat, at === 0 ? alone : full);
      expect(await runFeedback(staff, { id: first })).toMatchObject({ responses: 6 + at, counted: 5, ...pick(five) });
    }
    await answer(10, full);
    const ten = await runFeedback(staff, { id: first });
    expect(ten).toMatchObject({ responses: 10, counted: 10 });
    expect(ten.questions?.[0]?.counts).toEqual([1, 0, 0, 9, 0]);
    expect(ten.comments).toContain(alone.q5);
  });

  it("erasing a person takes their draft and their words; their scores stay without them", async () => {
    const me = await makeUser(ctx.db, { email: "person-1@example.com", emailVerified: true });
    const sent = await attend(1);
    await ctx.db.update(enrolments).set({ userId: me.id }).where(eq(enrolments.id, sent.id));
    await sendFeedback(ctx, { ...sent, answers: full });
    const draft = await attend(2);
    await saveAnswers(ctx, { ...draft, answers: { q5: "Mine" } });
    const erase = (id: string, address: string) =>
      inTransaction(ctx, async (ctx) =>
        eraseEverything(ctx, { account: await holdAccount(ctx, id), address }, { tell: false }),
      );
    await erase(me.id, me.email);
    expect(await ctx.db.select().from(feedback).where(eq(feedback.enrolmentId, sent.id))).toMatchObject([
      { q1: 4, q5: null },
    ]);
    expect(await readFeedback(ctx, draft)).toMatchObject({ answers: { q5: "Mine" } });
    await erase("none", draft.email);
    expect(await ctx.db.select().from(feedback).where(eq(feedback.enrolmentId, draft.id))).toEqual([]);
    expect(await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId))).toHaveLength(1);
  });
});
