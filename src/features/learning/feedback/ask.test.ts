/** The mail with the five questions: who gets none, then who gets it and when, with a test clock. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import type { MarkState } from "#features/learning/attendance/attendance.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { cancelSeat, replacePerson } from "#features/seats/person-of-seat.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { addDays, riyadhInstant } from "#i18n/dates.ts";
import { mailDays } from "#platform/mail/erase-mails.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { feedbackRequest } from "./emails.server.tsx";
import { askForFeedback } from "./ask.server.ts";
import { readFeedback, sendFeedback } from "./feedback.server.ts";

const days = ["2027-03-02", "2027-03-03"] as const;
const lastDay = days[1];
const people = [
  { name: "Huda Salem", email: "huda@example.com" },
  { name: "Omar Khalid", email: "omar@example.com" },
  { name: "Lina Faris", email: "lina@example.com" },
];

describeOnDatabase("request for feedback", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let orderId: number;
  let sessions: number[];

  const setClock = (day: string, time: string) => void (ctx.clock.now = riyadhInstant(day, time));
  const listSent = async () => {
    const { rows } = await ctx.db.execute<{ key: string; to: string; locale: string }>(
      sql`select key, "to", locale from outbox_mail where template = 'feedback-request' order by "to", id`,
    );
    return rows.map(({ key, to, locale }) => `${/first|second/.exec(key)?.[0]} ${to.split("@")[0]} ${locale}`);
  };
  const askAt = async (day: string, time: string) => {
    setClock(day, time);
    await askForFeedback(ctx);
    return listSent();
  };
  const findSeat = async (number: number) => {
    const rows = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, orderId));
    const enrolment = rows.find((row) => row.seat === number && row.state !== "transferred");
    if (!enrolment) throw new Error(`no seat ${number}`);
    return enrolment;
  };
  const mark = async (number: number, ...states: MarkState[]) => {
    const { id: enrolmentId } = await findSeat(number);
    const made = { enrolmentId, way: "list" as const, markedAt: ctx.now(), recordedAt: ctx.now() };
    for (const [index, state] of states.entries())
      await ctx.db.insert(attendanceMarks).values({ ...made, sessionId: sessions[index] ?? 0, state });
  };
  const requireFeedback = () =>
    ctx.db.update(courseRuns).set({ feedbackRequired: true }).where(eq(courseRuns.id, runId));
  /** Returns the props and the link's token of the newest mail to this address. Links are made as mails are sent. */
  const readToken = async (to: string) => {
    const [mail] = await ctx.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.to, to))
      .orderBy(sql`id desc`)
      .limit(1);
    const props = mail?.props as Parameters<NonNullable<typeof feedbackRequest.link>>[1];
    return { props, token: feedbackRequest.link?.(ctx, props, "en").split("/").at(-1) ?? "" };
  };

  beforeEach(async () => {
    ctx = testContext(await open());
    setClock("2027-01-05", "12:00");
    const dates = { startDate: days[0], endDate: lastDay, days: 2, timesConfirmed: true };
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, dates)).id;
    const made = await ctx.db
      .select()
      .from(runSessions)
      .where(eq(runSessions.runId, runId))
      .orderBy(runSessions.startsAt);
    sessions = made.map(({ id }) => id);
    for (const [index, day] of days.entries())
      await ctx.db
        .update(runSessions)
        .set({ startsAt: riyadhInstant(day, "17:00"), endsAt: riyadhInstant(day, "20:00") })
        .where(eq(runSessions.id, sessions[index] ?? 0));
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
    for (const [index, person] of people.entries())
      await bookPlace(ctx, { orderId, runId, seat: index + 1, ...person });
    await makeUser(ctx.db, { ...people[1], locale: "ar" });
    setClock(lastDay, "19:00");
  });

  it("X-06 sends nothing before the last session ends, to absent or unmarked people, or a month later", async () => {
    await mark(1, "present", "present");
    await mark(2, "absent", "excused");
    expect(await askAt(lastDay, "19:59")).toEqual([]);
    expect(await askAt(addDays(lastDay, 29), "12:00")).toEqual([]);
    expect(await askAt(lastDay, "20:00")).toEqual(["first huda en"]);
  });

  it("X-06 sends nothing for a cancelled seat, a cancelled or stopped run, or to people who have answered", async () => {
    for (const number of [1, 2, 3]) await mark(number, "present", "present");
    await cancelSeat(ctx, (await findSeat(1)).id);
    for (const change of [{ cancelledAt: ctx.now() }, { cancelledAt: null, saleStoppedAt: ctx.now() }]) {
      await ctx.db.update(courseRuns).set(change).where(eq(courseRuns.id, runId));
      expect(await askAt(lastDay, "20:00")).toEqual([]);
    }
    await ctx.db.update(courseRuns).set({ saleStoppedAt: null }).where(eq(courseRuns.id, runId));
    expect(await askAt(lastDay, "20:05")).toEqual(["first lina en", "first omar ar"]);
    await requireFeedback();
    await sendFeedback(ctx, { ...(await readToken("lina@example.com")), answers: { q1: 4, q2: 5 } });
    expect(await askAt(addDays(lastDay, 8), "12:00")).toEqual(["first lina en", "first omar ar", "second omar ar"]);
  });

  it("X-06 mails people who attended at least one session, once and in their language, also when marked later", async () => {
    await mark(1, "present");
    await mark(2, "absent", "present");
    const firstMails = ["first huda en", "first omar ar"];
    expect(await askAt(lastDay, "20:00")).toEqual(firstMails);
    expect(await askAt(lastDay, "20:05")).toEqual(firstMails);
    await mark(3, "present", "present");
    expect(await askAt(addDays(lastDay, 5), "12:00")).toEqual(["first huda en", "first lina en", "first omar ar"]);
    const { token } = await readToken("lina@example.com");
    expect(await readFeedback(ctx, { token })).toMatchObject({ open: true, sentAt: null });
  });

  it("X-06 mails again a week later if the certificate waits only for feedback", async () => {
    await requireFeedback();
    await mark(1, "present", "present");
    await mark(2, "absent", "present");
    await askAt(lastDay, "20:00");
    expect((await readToken("huda@example.com")).props).toMatchObject({ isForCertificate: true, isSecond: false });
    expect((await readToken("omar@example.com")).props).toMatchObject({ isForCertificate: false });
    const first = ["first huda en", "first omar ar"];
    expect(await askAt(addDays(lastDay, 7), "19:59")).toEqual(first);
    const second = ["first huda en", "second huda en", "first omar ar"];
    expect(await askAt(addDays(lastDay, 7), "20:00")).toEqual(second);
    for (const day of [8, 15, 28]) expect(await askAt(addDays(lastDay, day), "12:00")).toEqual(second);
  });

  it("X-06 two processes mail each person once; negative control: without the outbox key both would", async () => {
    for (const number of [1, 2]) await mark(number, "present", "present");
    setClock(lastDay, "20:00");
    const other = { ...ctx, requestId: "the other process" };
    await Promise.all([askForFeedback(ctx), askForFeedback(other), askForFeedback(ctx)]);
    expect(await listSent()).toEqual(["first huda en", "first omar ar"]);
    // Negative control: only the key prevents a second mail.
    await ctx.db.execute(sql`update outbox_mail set key = 'other ' || key`);
    await Promise.all([askForFeedback(ctx), askForFeedback(other)]);
    expect(await listSent()).toHaveLength(4);
  });

  it("sends nothing once the outbox may have deleted its record of the first mail", async () => {
    await mark(1, "present", "present");
    await askAt(lastDay, "20:00");
    await ctx.db.execute(sql`delete from outbox_mail`);
    expect(await askAt(addDays(lastDay, mailDays), "20:00")).toEqual([]);
  });

  it("after a seat is transferred the old link opens nothing", async () => {
    await mark(1, "present", "present");
    await askAt(lastDay, "20:00");
    const { token } = await readToken("huda@example.com");
    await replacePerson(ctx, await findSeat(1), {
      name: "New",
      email: "new@example.com",
      scfhsNumber: "",
      userId: null,
    });
    await expect(readFeedback(ctx, { token })).rejects.toMatchObject({ status: 404 });
  });
});
