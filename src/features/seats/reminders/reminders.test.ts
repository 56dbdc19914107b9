/** Reminders: when none is sent, then who gets which and when, with a moved clock. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { cancelSeat, replacePerson } from "#features/seats/person-of-seat.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { addDays, riyadhInstant } from "#i18n/dates.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { findTicket } from "#features/seats/tickets.server.ts";
import { sendReminders } from "./reminders.server.ts";

const firstDay = "2027-03-02";
const huda = { name: "Huda Salem", email: "huda@example.com" };
const omar = { name: "Omar Khalid", email: "omar@example.com" };

describeOnDatabase("reminders", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let orderId: number;
  /** Sets the clock to a time in Riyadh. */
  const setClock = (day: string, time: string) => void (ctx.clock.now = riyadhInstant(day, time));
  const listSent = async () => {
    const { rows } = await ctx.db.execute<{ template: string; to: string; locale: string }>(
      sql`select template, "to", locale from outbox_mail where template like 'reminder-%' order by "to", id`,
    );
    return rows.map(({ template, to, locale }) => `${template.slice(9)} ${to.split("@")[0]} ${locale}`);
  };
  const findSeat = async (number: number) => {
    const rows = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, orderId));
    const enrolment = rows.find((row) => row.seat === number && row.state !== "transferred");
    if (!enrolment) throw new Error(`no seat ${number}`);
    return enrolment;
  };
  const sendAt = async (day: string, time: string) => {
    setClock(day, time);
    await sendReminders(ctx);
    return listSent();
  };
  const moveTo = async (startDate: string) => {
    await ctx.db.update(courseRuns).set({ startDate, endDate: startDate }).where(eq(courseRuns.id, runId));
    const session = { startsAt: riyadhInstant(startDate, "17:00"), endsAt: riyadhInstant(startDate, "20:00") };
    await ctx.db.update(runSessions).set(session).where(eq(runSessions.runId, runId));
  };

  beforeEach(async () => {
    ctx = testContext(await open());
    setClock("2027-01-05", "12:00");
    const days = { startDate: firstDay, endDate: firstDay, days: 1, timesConfirmed: true };
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, days)).id;
    await moveTo(firstDay);
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, ...huda });
    await bookPlace(ctx, { orderId, runId, seat: 2, ...omar });
    await makeUser(ctx.db, { ...omar, locale: "ar" });
  });

  it("X-06 sends none before its time, and none late", async () => {
    expect(await sendAt(addDays(firstDay, -7), "16:59")).toEqual([]);
    expect(await sendAt(addDays(firstDay, -6), "17:00")).toEqual([]);
    expect(await sendAt(addDays(firstDay, -1), "16:59")).toEqual([]);
    expect(await sendAt(firstDay, "00:00")).toEqual([]);
    expect(await sendAt(addDays(firstDay, 1), "12:00")).toEqual([]);
  });

  it("X-06 sends none for a cancelled or unnamed seat, a cancelled run, or a run with a cancellation request", async () => {
    await cancelSeat(ctx, (await findSeat(1)).id);
    const nameless = { attendeeName: null, attendeeEmail: null, scfhsNumber: null };
    await ctx.db.update(enrolments).set(nameless).where(eq(enrolments.seat, 2));
    expect(await sendAt(addDays(firstDay, -7), "17:00")).toEqual([]);
    const named = { attendeeName: omar.name, attendeeEmail: omar.email, scfhsNumber: "" };
    await ctx.db.update(enrolments).set(named).where(eq(enrolments.seat, 2));
    for (const change of [{ cancelledAt: ctx.now() }, { cancelledAt: null, saleStoppedAt: ctx.now() }]) {
      await ctx.db.update(courseRuns).set(change).where(eq(courseRuns.id, runId));
      expect(await sendAt(addDays(firstDay, -7), "18:00")).toEqual([]);
    }
    await ctx.db.update(courseRuns).set({ saleStoppedAt: null }).where(eq(courseRuns.id, runId));
    expect(await sendAt(addDays(firstDay, -7), "19:00")).toEqual(["week omar ar"]);
  });

  it("X-06 sends seven days and one day before, to everyone in their language, each once", async () => {
    const week = ["week huda en", "week omar ar"];
    expect(await sendAt(addDays(firstDay, -7), "17:00")).toEqual(week);
    expect(await sendAt(addDays(firstDay, -7), "17:05")).toEqual(week);
    const allReminders = ["week huda en", "day huda en", "week omar ar", "day omar ar"];
    expect(await sendAt(addDays(firstDay, -1), "17:00")).toEqual(allReminders);
    expect(await sendAt(addDays(firstDay, -1), "23:59")).toEqual(allReminders);
  });

  it("X-06 two processes send each reminder once, thanks to the outbox key", async () => {
    setClock(addDays(firstDay, -7), "17:00");
    const other = { ...ctx, requestId: "the other process" };
    await Promise.all([sendReminders(ctx), sendReminders(other), sendReminders(ctx)]);
    expect(await listSent()).toEqual(["week huda en", "week omar ar"]);
    // Negative control: only the key prevents a second mail.
    await ctx.db.execute(sql`update outbox_mail set key = 'other ' || key`);
    await Promise.all([sendReminders(ctx), sendReminders(other)]);
    expect(await listSent()).toHaveLength(4);
  });

  it("X-06 sends only later reminders to someone who got a seat within seven days", async () => {
    setClock(addDays(firstDay, -3), "12:00");
    await replacePerson(ctx, await findSeat(1), { ...huda, email: "lina@example.com", scfhsNumber: "", userId: null });
    setClock(addDays(firstDay, -1), "20:00");
    await replacePerson(ctx, await findSeat(2), { ...omar, email: "noor@example.com", scfhsNumber: "", userId: null });
    expect(await sendAt(addDays(firstDay, -1), "20:05")).toEqual(["day lina en"]);
  });

  it("X-06 sends both reminders for the new date of a moved run, even if one was sent before", async () => {
    await sendAt(addDays(firstDay, -7), "17:00");
    await moveTo(addDays(firstDay, 30));
    expect(await sendAt(addDays(firstDay, -1), "17:00")).toHaveLength(2);
    expect(await sendAt(addDays(firstDay, 23), "17:00")).toHaveLength(4);
    // Less than a week ahead, the mail about the move replaces the first reminder; the second is still sent.
    await moveTo(addDays(firstDay, 27));
    expect(await sendAt(addDays(firstDay, 23), "17:05")).toHaveLength(4);
    expect(await sendAt(addDays(firstDay, 26), "17:00")).toHaveLength(6);
  });

  it("X-06 contains date, what to bring, doors and ticket; without times, sends as if it began at nine", async () => {
    const details = { doorsOpen: "16:30", bringEng: "Photo ID", bringAr: "الهوية" };
    await ctx.db.update(courseRuns).set(details).where(eq(courseRuns.id, runId));
    await sendAt(addDays(firstDay, -7), "17:00");
    const { rows } = await ctx.db.execute<{ props: { ticketUrl: string } }>(
      sql`select props from outbox_mail where "to" = ${huda.email}`,
    );
    expect(rows[0]?.props).toMatchObject({
      name: huda.name,
      buyer: "Sara N.",
      course: { start_date: firstDay, doors_open: "16:30", bring_eng: "Photo ID", joins: true },
    });
    const token = rows[0]?.props.ticketUrl.split("/").at(-1) ?? "";
    expect((await findTicket(ctx, token))?.seat.id).toBe((await findSeat(1)).id);
    await ctx.db.update(courseRuns).set({ timesConfirmed: false }).where(eq(courseRuns.id, runId));
    expect(await sendAt(addDays(firstDay, -1), "08:59")).toHaveLength(2);
    expect(await sendAt(addDays(firstDay, -1), "09:00")).toHaveLength(4);
  });
});
