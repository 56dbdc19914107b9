/** My Courses: whose they are, their state, and what the person can do next. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { certificateUrl } from "#features/learning/certificates/download.server.ts";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { sendFeedback } from "#features/learning/feedback/feedback.server.ts";
import { holdCertificates } from "#features/learning/certificates/changes.server.ts";
import { users } from "#features/people/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { listMyCourses } from "./my-courses.server.ts";

describeOnDatabase("my courses", (open) => {
  let ctx: TestCtx;
  let me: { id: string; name: string; email: string };
  let today: string;

  beforeEach(async () => {
    const visitor = testContext(await open());
    me = await makeUser(visitor.db, { name: "Sara Nasser", emailVerified: true });
    ctx = visitor.as(me);
    today = riyadhDate(ctx.now());
  });

  /** Creates a two-day run that starts in `days` days (negative: it has begun), with a seat of the caller. */
  async function bookSeatIn(days: number, values: { feedbackRequired?: boolean; delivery?: "onsite" | "online" } = {}) {
    const startDate = addDays(today, days);
    const dates = { startDate, endDate: addDays(startDate, 1) };
    const runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { ...dates, ...values })).id;
    const [orderId = 0] = await paidOrders(ctx, 1, { runId, buyer: me });
    const attendee = { attendeeName: me.name, attendeeEmail: me.email, scfhsNumber: "", userId: me.id };
    const [seat] = await ctx.db.update(enrolments).set(attendee).where(eq(enrolments.orderId, orderId)).returning();
    return { runId, orderId, enrolmentId: seat?.id ?? 0 };
  }

  it("rejects visitors, and shows no courses of others", async () => {
    await bookSeatIn(10);
    await expect(listMyCourses({ ...ctx, viewer: null })).rejects.toMatchObject({ status: 401 });
    const other = ctx.as(await makeUser(ctx.db));
    expect((await listMyCourses(other)).courses).toEqual([]);
  });

  it("lists current, coming and past runs once each, with the hours of this year", async () => {
    ctx.clock.now = new Date("2026-06-15T05:00:00Z");
    today = "2026-06-15";
    const current = await bookSeatIn(-1);
    const upcoming = await bookSeatIn(30);
    const past = await bookSeatIn(-30);
    const { courses, year, attended, booked } = await listMyCourses(ctx);
    expect(courses.map(({ run, isOver, today }) => [run.id, isOver, today])).toEqual([
      [past.runId, true, null],
      [current.runId, false, { date: "2026-06-15", is_today: true, day: 2, days: 2 }],
      [upcoming.runId, false, null],
    ]);
    expect([year, attended, booked]).toEqual([2026, 0, 24]);
    expect(courses.map(({ ticket }) => ticket?.slice(0, 8))).toEqual([undefined, "/ticket/", "/ticket/"]);
  });

  it("U-28 shows the last day to move free of charge, to the seat's buyer only", async () => {
    await bookSeatIn(10);
    const { orderId, runId } = await bookSeatIn(5);
    const { courses } = await listMyCourses(ctx);
    expect(courses.map((course) => course.movableUntil)).toEqual([null, addDays(today, 3)]);
    await bookPlace(ctx, { orderId, runId, seat: 2, name: "Omar Khalid", email: "omar@example.com" });
    const omar = ctx.as(await makeUser(ctx.db, { email: "omar@example.com", emailVerified: true }));
    expect((await listMyCourses(omar)).courses.map((course) => course.movableUntil)).toEqual([null]);
  });

  it("shows a buyer the unnamed seats, and an attendee no other seats", async () => {
    const { runId, orderId } = await bookSeatIn(10);
    await bookPlace(ctx, { orderId, runId, seat: 2, name: "Omar Khalid", email: "omar@example.com" });
    await bookPlace(ctx, { orderId, runId, seat: 3, name: "Mona L.", email: "mona@example.com" });
    const noAttendee = { attendeeName: null, attendeeEmail: null, scfhsNumber: null };
    await ctx.db.update(enrolments).set(noAttendee).where(eq(enrolments.attendeeEmail, "mona@example.com"));
    expect((await listMyCourses(ctx)).courses).toMatchObject([
      { attends: true, seats: 3, others: ["Omar Khalid"], unnamed: 1, tickets: 2, orderIds: [orderId] },
    ]);
    const omar = ctx.as(await makeUser(ctx.db, { email: "omar@example.com", emailVerified: true }));
    expect((await listMyCourses(omar)).courses).toMatchObject([
      { attends: true, seats: 1, others: [], unnamed: 0, tickets: 1, orderIds: [] },
    ]);
  });

  it("U-20 A1 shows before the course what the certificate needs, until it is added", async () => {
    await bookSeatIn(10);
    const readNeeded = async () => (await listMyCourses(ctx)).courses.map((course) => course.needed);
    await ctx.db.update(users).set({ scfhsNumber: "", nameOther: null }).where(eq(users.id, me.id));
    expect(await readNeeded()).toEqual([["other-name", "scfhs"]]);
    await ctx.db.update(users).set({ nameOther: "سارة ناصر" }).where(eq(users.id, me.id));
    expect(await readNeeded()).toEqual([["scfhs"]]);
    await ctx.db.update(users).set({ scfhsNumber: "00RN0000002" }).where(eq(users.id, me.id));
    expect(await readNeeded()).toEqual([[]]);
    await ctx.db.update(enrolments).set({ attendeeName: "Sara 李" });
    expect(await readNeeded(), "B-04").toEqual([["unprintable"]]);
    // Nothing is needed from a buyer who does not attend.
    const other = await makeUser(ctx.db, { email: "omar@example.com" });
    await ctx.db.update(enrolments).set({ attendeeName: "Omar", attendeeEmail: other.email, userId: other.id });
    expect(await readNeeded()).toEqual([[]]);
  });

  it("K-01 shows the first reason why there is no certificate, or that it was revoked", async () => {
    const { runId, enrolmentId } = await bookSeatIn(-10, { feedbackRequired: true });
    const sessions = await ctx.db.select({ id: runSessions.id }).from(runSessions).where(eq(runSessions.runId, runId));
    const readMissing = async () => (await listMyCourses(ctx)).courses.map((course) => course.missing);
    const mark = async (state: "absent" | "present", markedSessions = sessions) => {
      const at = { state, way: "list", markedAt: ctx.now(), recordedAt: ctx.now() } as const;
      for (const { id: sessionId } of markedSessions)
        await ctx.db
          .insert(attendanceMarks)
          .values({ enrolmentId, sessionId, ...at })
          .onConflictDoUpdate({ target: [attendanceMarks.enrolmentId, attendanceMarks.sessionId], set: { state } });
    };
    expect(await readMissing()).toEqual([null]);
    await mark("present", sessions.slice(0, 1));
    expect(await readMissing()).toEqual(["unmarked"]);
    await mark("absent");
    expect(await readMissing()).toEqual(["attendance"]);
    await mark("present");
    expect(await readMissing()).toEqual(["other-name"]);
    await ctx.db.update(users).set({ nameOther: "سارة ناصر" }).where(eq(users.id, me.id));
    await ctx.db.update(users).set({ scfhsNumber: "" }).where(eq(users.id, me.id));
    expect(await readMissing()).toEqual(["scfhs"]);
    await ctx.db.update(users).set({ scfhsNumber: "00RN0000002" }).where(eq(users.id, me.id));
    expect(await readMissing()).toEqual(["feedback"]);
    await holdCertificates(ctx.asStaff("training"), { runId, reason: "Trainer asks" });
    expect(await readMissing()).toEqual(["person-held"]);
    const ended = { state: "revoked", endedAt: ctx.now(), endReason: "Wrong person" } as const;
    await makeCertificate(ctx.db, { enrolmentId, runId, ...ended });
    expect(await readMissing()).toEqual(["revoked"]);
  });

  it("asks for feedback after the last session ends, but not from people who attended none", async () => {
    const { runId, enrolmentId } = await bookSeatIn(-1);
    const sessions = await ctx.db.select().from(runSessions).where(eq(runSessions.runId, runId));
    const endsAt = Math.max(...sessions.map((session) => session.endsAt.getTime()));
    const readFeedbackStates = async () =>
      (await listMyCourses(ctx)).courses.map(({ isOver, feedback }) => [isOver, !!feedback]);
    ctx.clock.now = new Date(endsAt - 1000);
    expect(await readFeedbackStates()).toEqual([[false, false]]);
    // On the evening of the last day, when the mail goes out.
    ctx.clock.now = new Date(endsAt + 1000);
    expect(await readFeedbackStates()).toEqual([[true, true]]);
    const at = { state: "absent", way: "list", markedAt: ctx.now(), recordedAt: ctx.now() } as const;
    await ctx.db
      .insert(attendanceMarks)
      .values(sessions.map(({ id: sessionId }) => ({ enrolmentId, sessionId, ...at })));
    expect(await readFeedbackStates()).toEqual([[true, false]]);
  });

  it("shows the attendance of a past course, and links to the feedback until it is given", async () => {
    const { runId, enrolmentId } = await bookSeatIn(-10, { feedbackRequired: true });
    const [first, second] = await ctx.db.select().from(runSessions).where(eq(runSessions.runId, runId));
    const mark = {
      enrolmentId,
      state: "present" as const,
      way: "list" as const,
      markedAt: ctx.now(),
      recordedAt: ctx.now(),
    };
    await ctx.db.insert(attendanceMarks).values({ ...mark, sessionId: first?.id ?? 0 });
    const [row] = (await listMyCourses(ctx)).courses;
    expect(row).toMatchObject({
      attendance: { sessions: 2, attended: 1, full: false },
      certificate: null,
      feedback: { required: true },
    });
    await ctx.db.insert(attendanceMarks).values({ ...mark, sessionId: second?.id ?? 0 });
    const token = row?.feedback?.path.replace("/feedback/", "") ?? "";
    await sendFeedback(ctx, { token, answers: { q1: 4, q2: 5 } });
    const { number } = await makeCertificate(ctx.db, { enrolmentId, runId });
    expect((await listMyCourses(ctx)).courses).toMatchObject([
      {
        attendance: { attended: 2, full: true },
        certificate: number,
        certificateLinks: {
          pdf_url: certificateUrl(ctx, number, "pdf"),
          badge_url: certificateUrl(ctx, number, "badge"),
        },
        feedback: null,
      },
    ]);
  });
});
