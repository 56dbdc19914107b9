/** Attendee feedback: who may give it, saving and sending it, and what staff see of it. */
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
import { readCourseFeedback, setFeedbackRequired, readRunFeedback } from "./feedback-sums.server.ts";
import { feedbackPath, readFeedback, saveAnswers, sendFeedback } from "./feedback.server.ts";
import { listMissingAnswers, type FeedbackAnswers } from "./questions.ts";
import { feedback } from "./tables.server.ts";

const allAnswers = { q1: 4, q2: 5, q3: "yes", q4: 3, q5: "More cases" } as const;

const pickResults = ({ questions, comments }: Awaited<ReturnType<typeof readRunFeedback>>) => ({ questions, comments });

describeOnDatabase("feedback", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let courseId: number;
  let orderId: number;

  beforeEach(async () => {
    ctx = testContext(await open());
    courseId = (await makeCourse(ctx.db)).id;
    runId = await makeEndedRun();
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
  });

  /** A run that ended yesterday. */
  async function makeEndedRun(): Promise<number> {
    const today = riyadhDate(ctx.now());
    const days = { startDate: addDays(today, -2), endDate: addDays(today, -1) };
    return (await makeRun(ctx.db, courseId, { ...days, feedbackRequired: true, capacity: 20 })).id;
  }

  async function addAttendee(seat: number): Promise<{ id: number; token: string; email: string }> {
    const email = `person-${seat}@example.com`;
    await bookPlace(ctx, { orderId, runId, seat, name: `Person ${seat}`, email });
    const [enrolment] = await ctx.db.select().from(enrolments).where(eq(enrolments.attendeeEmail, email));
    const id = enrolment?.id ?? 0;
    return { id, email, token: getToken(id, email) };
  }
  const isSent = async (enrolmentId: number) => {
    const rows = await ctx.db.select().from(feedback).where(eq(feedback.enrolmentId, enrolmentId));
    return rows.some(({ sentAt }) => sentAt !== null);
  };
  const getToken = (enrolmentId: number, email: string) =>
    feedbackPath(ctx, { enrolmentId, email }).replace("/feedback/", "");

  it("rejects invalid tokens, and those of a cancelled seat or a former attendee", async () => {
    const { id, token } = await addAttendee(1);
    const other = await addAttendee(2);
    const [, signature = ""] = token.split(".");
    const invalidTokens = [
      "",
      "x",
      `${id}`,
      `${id}.`,
      `${other.id}.${signature}`,
      `${id}.${"A".repeat(43)}`,
      `0.${signature}`,
    ];
    for (const token of invalidTokens) {
      await expect(readFeedback(ctx, { token }), token).rejects.toMatchObject({ status: 404 });
      await expect(sendFeedback(ctx, { token, answers: allAnswers }), token).rejects.toMatchObject({ status: 404 });
    }
    await ctx.db.update(enrolments).set({ attendeeEmail: "new@example.com" }).where(eq(enrolments.id, id));
    await expect(readFeedback(ctx, { token })).rejects.toMatchObject({ status: 404 });
    await ctx.db.update(enrolments).set({ state: "cancelled", endedAt: ctx.now() }).where(eq(enrolments.id, other.id));
    await expect(readFeedback(ctx, { token: other.token })).rejects.toMatchObject({ status: 404 });
    expect(await ctx.db.select().from(feedback)).toEqual([]);
  });

  it("accepts no answers before the last session begins", async () => {
    const { token } = await addAttendee(1);
    ctx.clock.now = new Date(ctx.clock.now.getTime() - 5 * 86_400_000);
    expect(await readFeedback(ctx, { token })).toMatchObject({ open: false, sentAt: null });
    await expect(saveAnswers(ctx, { token, answers: { q1: 3 } })).rejects.toMatchObject({ status: 409 });
    await expect(sendFeedback(ctx, { token, answers: allAnswers })).rejects.toMatchObject({ status: 409 });
  });

  it("saves answers one by one; sent answers cannot be changed or read through the link", async () => {
    const { id, token } = await addAttendee(1);
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

  it("requires answers only when the run requires feedback, and names the missing ones", async () => {
    const { id, token } = await addAttendee(1);
    await expect(sendFeedback(ctx, { token, answers: { q1: 4, q5: "Fine" } })).rejects.toMatchObject({
      fields: { q2: ["This field is required."] },
    });
    expect(await isSent(id)).toBe(false);
    const staff = ctx.asStaff("training");
    for (const role of ["content", "finance", "support", "auditor"] as const)
      await expect(setFeedbackRequired(ctx.asStaff(role), { id: runId, required: false })).rejects.toMatchObject({
        status: 403,
      });
    await setFeedbackRequired(staff, { id: runId, required: false });
    await setFeedbackRequired(staff, { id: runId, required: false });
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "run.edited"));
    expect(events).toMatchObject([{ after: { feedbackRequired: false }, before: { feedbackRequired: true } }]);
    await sendFeedback(ctx, { token, answers: { q5: "Fine" } });
    expect(await isSent(id)).toBe(true);
  });

  it("U-21 rejects feedback without any answer, and accepts it once it has one", async () => {
    await setFeedbackRequired(ctx.asStaff("training"), { id: runId, required: false });
    const { id, token } = await addAttendee(1);
    for (const answers of [{}, { q1: null, q5: null }])
      await expect(sendFeedback(ctx, { token, answers })).rejects.toMatchObject({
        fields: { q1: ["Answer at least one question."] },
      });
    expect(await isSent(id)).toBe(false);
    await sendFeedback(ctx, { token, answers: { q3: "no" } });
    expect(await isSent(id)).toBe(true);
  });

  it("requires the questions that the settings mark as required", async () => {
    const { token } = await addAttendee(1);
    const questions = defaultSettings.feedback.questions.map((question, index) => ({
      ...question,
      required: index === 4,
    }));
    await changeSetting(ctx, "feedback", { questions });
    await expect(changeSetting(ctx, "feedback", { questions: questions.slice(1) })).rejects.toMatchObject({
      status: 422,
    });
    await expect(sendFeedback(ctx, { token, answers: { q1: 4 } })).rejects.toMatchObject({
      fields: { q5: expect.any(Array) },
    });
    const empty = { q1: null, q2: null, q3: null, q4: null, q5: "" };
    expect(listMissingAnswers(empty, questions, true)).toEqual(["q5"]);
    expect(listMissingAnswers(empty, questions, false)).toEqual([]);
  });

  it("shows staff only counts until five people have sent, then sums and comments without names", async () => {
    const staff = ctx.asStaff("training");
    for (const role of ["content", "finance"] as const)
      await expect(readRunFeedback(ctx.asStaff(role), { id: runId })).rejects.toMatchObject({ status: 403 });
    await expect(readCourseFeedback(staff, { id: 999_999 })).rejects.toMatchObject({ status: 404 });
    for (const seat of [1, 2, 3, 4]) await sendFeedback(ctx, { ...(await addAttendee(seat)), answers: allAnswers });
    const draft = await addAttendee(6);
    await saveAnswers(ctx, { ...draft, answers: { q1: 1, q5: "Not sent" } });
    const onlyCounts = { responses: 4, counted: 0, questions: null, comments: null };
    expect(await readRunFeedback(staff, { id: runId })).toEqual({ required: true, attendees: 5, ...onlyCounts });
    expect(await readCourseFeedback(staff, { id: courseId })).toEqual({
      ...onlyCounts,
      runs: [expect.objectContaining({ runId, responses: 4, q1: null, q2: null, q4: null })],
    });
    await sendFeedback(ctx, { ...(await addAttendee(5)), answers: { q1: 1, q2: 2, q3: "unsure" } });
    const summary = await readRunFeedback(staff, { id: runId });
    expect(summary.questions).toMatchObject([
      { id: "q1", answered: 5, average: 3.4, counts: [1, 0, 0, 4, 0] },
      { id: "q2", answered: 5, average: 4.4, counts: [0, 1, 0, 0, 4] },
      { id: "q3", answered: 5, average: null, counts: [4, 0, 1] },
      { id: "q4", answered: 4, average: null, counts: null },
    ]);
    expect(summary.comments).toEqual(Array(4).fill("More cases"));
    expect(JSON.stringify(summary)).not.toMatch(/person-|Person|Not sent/);
    expect(await readRunFeedback(ctx.asStaff("auditor"), { id: runId })).toMatchObject({
      responses: 5,
      comments: null,
    });
    expect(await readCourseFeedback(staff, { id: courseId })).toMatchObject({
      responses: 5,
      runs: [{ q1: 3.4, q2: 4.4, q4: null }],
    });
    // Earlier versions accepted feedback without an answer; it does not count.
    const { id: enrolmentId } = await addAttendee(7);
    await ctx.db.insert(feedback).values({ enrolmentId, runId, sentAt: ctx.now(), updatedAt: ctx.now() });
    expect(await readRunFeedback(staff, { id: runId })).toMatchObject({ responses: 5, attendees: 7 });
  });

  it("S-04 updates sums in steps of five answers; a course sums only runs that have sums", async () => {
    const staff = ctx.asStaff("training");
    const answer = async (seat: number, answers: FeedbackAnswers) =>
      sendFeedback(ctx, { ...(await addAttendee(seat)), answers });
    const harshAnswers = { q1: 1, q2: 2, q3: "no", q4: 1, q5: "The trainer shouted at me" } as const;
    for (const seat of [1, 2, 3, 4, 5]) await answer(seat, allAnswers);
    const firstRunId = runId;
    const firstSums = await readRunFeedback(staff, { id: firstRunId });
    runId = await makeEndedRun();
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await answer(11, harshAnswers);
    const course = await readCourseFeedback(staff, { id: courseId });
    expect(course).toMatchObject({
      responses: 6,
      counted: 5,
      questions: firstSums.questions,
      comments: firstSums.comments,
    });
    expect(course.runs).toMatchObject([
      { responses: 5, q1: 4 },
      { responses: 1, q1: null, q2: null, q4: null },
    ]);
    for (const seat of [12, 13, 14]) await answer(seat, allAnswers);
    expect((await readCourseFeedback(staff, { id: courseId })).questions).toEqual(firstSums.questions);
    [runId, orderId] = [firstRunId, (await paidOrders(ctx, 1, { runId: firstRunId }))[0] ?? 0];
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
    for (const [index, seat] of [6, 7, 8, 9].entries()) {
      await answer(seat, index === 0 ? harshAnswers : allAnswers);
      expect(await readRunFeedback(staff, { id: firstRunId })).toMatchObject({
        responses: 6 + index,
        counted: 5,
        ...pickResults(firstSums),
      });
    }
    await answer(10, allAnswers);
    const secondSums = await readRunFeedback(staff, { id: firstRunId });
    expect(secondSums).toMatchObject({ responses: 10, counted: 10 });
    expect(secondSums.questions?.[0]?.counts).toEqual([1, 0, 0, 9, 0]);
    expect(secondSums.comments).toContain(harshAnswers.q5);
  });

  it("erasing a person deletes their drafts and comments, and keeps their scores", async () => {
    const me = await makeUser(ctx.db, { email: "person-1@example.com", emailVerified: true });
    const sent = await addAttendee(1);
    await ctx.db.update(enrolments).set({ userId: me.id }).where(eq(enrolments.id, sent.id));
    await sendFeedback(ctx, { ...sent, answers: allAnswers });
    const draft = await addAttendee(2);
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
