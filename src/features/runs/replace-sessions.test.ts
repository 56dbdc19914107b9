/** Staff replace the sessions of a run: refusals, then the effects, and who is notified. */
import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { queueAttendeeMails } from "#features/seats/seat-mails.server.ts";
import { orderCalendarFile } from "#features/seats/calendar-runs.server.ts";
import { courseDetails } from "#features/catalogue/courses.server.ts";
import { cancelConfirmedSeats } from "#features/seats/seats.server.ts";
import { listJoinableSessions, listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import type { Session } from "#features/catalogue/schedule/sessions.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { cancelRunNow, moveRunNow } from "#test/run-changes.ts";
import { replaceSessions } from "./edit-run.server.ts";

const link = "https://meet.example.com/room-1";
const session = (date: string, from = "17:00", to = "20:00", joiningUrl: string | null = link): Session => ({
  startsAt: riyadhInstant(date, from),
  endsAt: riyadhInstant(date, to),
  joiningUrl,
});
const days = ["2027-01-28", "2027-02-04", "2027-02-11"];
const buyer = { id: "buyer-of-sessions", name: "Sara N.", email: "sara@example.com" };

describeOnDatabase("sessions of a run", (open) => {
  let ctx: TestCtx;
  let staff: TestCtx;
  let runId: number;
  let slug: string;
  let orderId: number;
  const evenings = (url: string | null = link) => days.map((day) => session(day, "17:00", "20:00", url));
  const replace = (sessions: Session[], id = runId) => replaceSessions(staff, { runId: id, sessions });
  const listMails = async () =>
    (await ctx.db.execute(sql`select "to", template, props from outbox_mail order by id`)).rows as {
      to: string;
      template: string;
      props: object;
    }[];
  const readRun = async () =>
    (
      await ctx.db.execute(
        sql`select start_date::text as first, end_date::text as last, days, times_confirmed as confirmed from course_run where id = ${runId}`,
      )
    ).rows[0];
  const readCalendar = async () => (await orderCalendarFile(ctx, orderId, "en")).replaceAll("\r\n ", "");
  const readEntries = async () =>
    [...(await readCalendar()).matchAll(/UID:(\S+?)@[^]*?SEQUENCE:(\d+)[^]*?DTSTART(\S+)[^]*?STATUS:(\w+)/g)].map(
      ([, uid, sequence, start, status]) => `${uid} ${sequence} ${start} ${status}`,
    );

  beforeEach(async () => {
    ctx = testContext(await open());
    staff = ctx.asStaff("training");
    const course = await makeCourse(ctx.db);
    slug = course.slug;
    const online = { delivery: "online", venueEng: "Online, live", venueAr: null } as const;
    const dates = { startDate: "2027-01-28", endDate: "2027-02-11", days: 3 };
    runId = (await makeRun(ctx.db, course.id, { ...dates, ...online, capacity: 20 })).id;
    orderId = (await paidOrders(ctx, 1, { runId, buyer }))[0] ?? 0;
  });

  it("G-02 P-04 requires a role that may write the schedule; logs before and after without links", async () => {
    const input = { runId, sessions: evenings() };
    await expect(replaceSessions(ctx, input)).rejects.toMatchObject({ status: 401 });
    for (const role of ["content", "finance", "support", "auditor"] as const)
      await expect(replaceSessions(ctx.asStaff(role), input)).rejects.toMatchObject({ status: 403 });
    await replace(evenings());
    const { rows } = await ctx.db.execute(sql`select actor_id, action, before, after from audit_event`);
    expect(rows).toMatchObject([
      {
        actor_id: "staff-training",
        action: "run.sessions-replaced",
        before: { sessions: [{ startsAt: "2027-01-27T21:00:00.000Z", hasLink: false }, {}] },
        after: { sessions: [{ startsAt: "2027-01-28T14:00:00.000Z", hasLink: true }, {}, {}] },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain("meet.example.com");
  });

  it("G-02 rejects an unknown, cancelled or ended run and invalid sessions; writes nothing", async () => {
    await expect(replace(evenings(), 999_999)).rejects.toMatchObject({ status: 404 });
    const wrong = [
      session("2027-01-28", "20:00", "17:00"),
      session("2027-02-04", "17:00", "20:00", "http://x.example"),
    ];
    await expect(replace(wrong)).rejects.toMatchObject({
      status: 422,
      fields: {
        "sessions.0.endsAt": ["A session ends after it begins."],
        "sessions.1.joiningUrl": [expect.stringContaining("https://")],
      },
    });
    const yesterday = addDays(riyadhDate(ctx.now()), -1);
    const past = { startDate: yesterday, endDate: yesterday, days: 1 };
    const ended = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, past);
    await expect(replace([session(yesterday, "09:00", "10:00", null)], ended.id)).rejects.toMatchObject({
      status: 409,
    });
    await cancelRunNow(staff, { runId });
    await expect(replace(evenings())).rejects.toMatchObject({ status: 409 });
    expect(await readRun()).toMatchObject({ confirmed: false, first: "2027-01-28", last: "2027-02-11" });
    expect((await listJoinableSessions(ctx, [runId])).size).toBe(0);
  });

  const readSessions = async () =>
    (await ctx.db.execute(sql`select id, starts_at from run_session where run_id = ${runId} order by id`))
      .rows as unknown as { id: number; starts_at: Date }[];
  const markPresent = (session: number | undefined) =>
    ctx.db.execute(sql`
      insert into attendance_mark (enrolment_id, session_id, state, way, marked_at, recorded_at)
      select id, ${session}, 'present', 'door', now(), now() from enrolment where run_id = ${runId}`);

  it("T-04 rejects removing a session with attendance, with 409", async () => {
    await replace(evenings());
    const before = await readSessions();
    await markPresent(before[1]?.id);
    await expect(replace(evenings().filter((_session, at) => at !== 1))).rejects.toMatchObject({ status: 409 });
    const move = { runId, startDate: "2027-03-04", endDate: "2027-03-20", venueEng: "Online, live", venueAr: null };
    expect(await readSessions()).toEqual(before);
    await replace(evenings().slice(0, 2));
    expect((await readSessions()).map(({ id }) => id)).toEqual(before.slice(0, 2).map(({ id }) => id));
    await moveRunNow(staff, move);
    expect((await readSessions()).map(({ id }) => id)).toEqual(before.slice(0, 2).map(({ id }) => id));
  });

  it("T-04 rejects replacing all days once one was attended; new days get new ids", async () => {
    await replace(evenings());
    const before = await readSessions();
    const others = [session("2027-03-04"), session("2027-03-11"), session("2027-03-18")];
    await markPresent(before[2]?.id);
    await expect(replace(others)).rejects.toMatchObject({ status: 409 });
    expect(await readSessions()).toEqual(before);
    await ctx.db.execute(sql`delete from attendance_mark`);
    await replace(others);
    const ids = new Set(before.map(({ id }) => id));
    expect((await readSessions()).filter(({ id }) => ids.has(id))).toEqual([]);
  });

  it("T-04 keeps the ids of remaining sessions when they are reordered, rescheduled or moved with their run", async () => {
    await replace(evenings());
    const ids = (await readSessions()).map(({ id }) => id);
    const [first = 0, second = 0, third = 0] = ids;
    await replace([
      { ...session("2027-02-04"), id: first },
      { ...session("2027-01-28", "09:00", "21:00"), id: second },
      { ...session("2027-01-29"), id: third },
      session("2027-02-18"),
    ]);
    const readSessionStarts = async () =>
      (await readSessions()).map(({ id, starts_at }) => [ids.indexOf(id), riyadhDate(new Date(starts_at))]);
    expect(await readSessionStarts()).toEqual([
      [0, "2027-02-04"],
      [1, "2027-01-28"],
      [2, "2027-01-29"],
      [-1, "2027-02-18"],
    ]);
    const venue = { venueEng: "Online, live", venueAr: null };
    await moveRunNow(staff, { runId, startDate: "2027-01-29", endDate: "2027-02-19", ...venue });
    expect(await readSessionStarts()).toEqual([
      [0, "2027-02-05"],
      [1, "2027-01-29"],
      [2, "2027-01-30"],
      [-1, "2027-02-19"],
    ]);
  });

  it("G-02 the database rejects overlaps, sessions over midnight, reversed times and links without TLS", async () => {
    await replace(evenings());
    const insert = (from: string, to: string, url = "https://x.example/") =>
      ctx.db.execute(
        sql`insert into run_session (run_id, starts_at, ends_at, joining_url) values (${runId}, ${from}, ${to}, ${url})`,
      );
    await expect(insert("2027-01-28T18:00+03", "2027-01-28T18:30+03")).rejects.toThrow();
    await expect(insert("2027-01-29T23:00+03", "2027-01-30T00:00+03")).rejects.toThrow();
    await expect(insert("2027-01-29T12:00+03", "2027-01-29T11:00+03")).rejects.toThrow();
    await expect(insert("2027-01-29T12:00+03", "2027-01-29T13:00+03", "http://x.example/")).rejects.toThrow();
    await insert("2027-01-28T20:00+03", "2027-01-28T21:00+03");
  });

  it("G-02 shows no times until they are confirmed; then dates and days follow from the sessions", async () => {
    expect((await listSessions(ctx, [runId])).size).toBe(0);
    expect((await courseDetails(ctx, { slug })).sessions).toEqual([]);
    await replace([
      session("2027-02-18"),
      session("2027-01-27"),
      session("2027-02-03"),
      session("2027-02-03", "09:00", "10:00"),
    ]);
    expect(await readRun()).toEqual({ first: "2027-01-27", last: "2027-02-18", days: 3, confirmed: true });
    expect((await courseDetails(ctx, { slug })).sessions[0]).toEqual({
      starts_at: "2027-01-27T14:00:00.000Z",
      ends_at: "2027-01-27T17:00:00.000Z",
    });
  });

  it("G-02 shows the link in the order to its enrolled buyer only", async () => {
    await replace(evenings());
    const me = await makeUser(ctx.db);
    const readLine = async (id = orderId, user = buyer) =>
      (await myOrder(ctx.as(user), { user_id: user.id, order_id: id })).lines[0];
    expect(await readLine()).toMatchObject({ enrolled: true, sessions: [{ joining_url: link }, {}, {}] });
    await ctx.db.execute(sql`update "order" set status = 'pending' where id = ${orderId}`);
    expect(await readLine()).toMatchObject({ enrolled: false, sessions: [{ joining_url: null }, {}, {}] });
    await ctx.db.execute(sql`update "order" set status = 'partially_refunded' where id = ${orderId}`);
    expect(await readLine()).toMatchObject({ enrolled: true });
    await cancelConfirmedSeats(ctx, orderId, { runIds: [runId], seatIds: [] });
    expect(JSON.stringify(await readLine())).not.toContain("meet.example.com");
    expect(await readCalendar()).not.toContain("meet.example.com");
    await expect(readLine(orderId, me)).rejects.toMatchObject({ status: 404 });
  });

  it("G-02 F-28 confirmed times replace whole days in the calendar, with the same UIDs and a higher SEQUENCE", async () => {
    expect(await readEntries()).toEqual([
      `run-${runId} 0 ;VALUE=DATE:20270128 CONFIRMED`,
      `run-${runId}-day-3 0 ;VALUE=DATE:20270211 CONFIRMED`,
    ]);
    await replace(evenings());
    expect(await readEntries()).toEqual([
      `run-${runId} 1 :20270128T140000Z CONFIRMED`,
      `run-${runId}-day-2 1 :20270204T140000Z CONFIRMED`,
      `run-${runId}-day-3 1 :20270211T140000Z CONFIRMED`,
    ]);
    expect((await readCalendar()).match(/DESCRIPTION:Join online: https:\/\/meet\.example\.com\/room-1/g)).toHaveLength(
      3,
    );
    await replace([session("2027-01-28", "00:00", "01:30"), session("2027-02-11")]);
    expect(await readEntries()).toEqual([
      `run-${runId} 2 :20270127T210000Z CONFIRMED`,
      `run-${runId}-day-2 2 :20270211T140000Z CONFIRMED`,
      `run-${runId}-day-3 2 :20270211T140000Z CANCELLED`,
    ]);
    await cancelRunNow(staff, { runId });
    expect(await readCalendar()).toContain("METHOD:CANCEL");
    expect(await readCalendar()).not.toContain("meet.example.com");
  });

  it("G-02 moving a run moves its sessions and calendar entries", async () => {
    await replace(evenings());
    const venue = { venueEng: "Online, live", venueAr: null };
    await moveRunNow(staff, { runId, startDate: "2027-03-04", endDate: "2027-03-18", ...venue });
    expect((await listJoinableSessions(ctx, [runId])).get(runId)?.[1]).toEqual({
      starts_at: "2027-03-11T14:00:00.000Z",
      ends_at: "2027-03-11T17:00:00.000Z",
      joining_url: link,
    });
    expect(await readEntries()).toContain(`run-${runId}-day-2 2 :20270311T140000Z CONFIRMED`);
    await moveRunNow(staff, { runId, startDate: "2027-03-04", endDate: "2027-03-20", ...venue });
    expect(await readRun()).toMatchObject({ confirmed: false, days: 3 });
    expect((await courseDetails(ctx, { slug })).sessions).toEqual([]);
    expect(await readEntries()).toEqual([
      `run-${runId} 3 ;VALUE=DATE:20270304 CONFIRMED`,
      `run-${runId}-day-3 3 ;VALUE=DATE:20270320 CONFIRMED`,
      `run-${runId}-day-2 3 :20270311T140000Z CANCELLED`,
    ]);
  });

  it("G-02 the email about a seat contains the link only once the seat is confirmed", async () => {
    await replace(evenings());
    await ctx.db.execute(sql`delete from outbox_mail`);
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Huda Salem", email: "huda@example.com" });
    await bookPlace(ctx, { orderId, runId, seat: 2, name: "Ali Omar", email: "ali@example.com" });
    await ctx.db.execute(
      sql`update enrolment set state = 'held', confirmed_at = null where attendee_email = 'ali@example.com'`,
    );
    await inTransaction(ctx, (ctx) => queueAttendeeMails(ctx, orderId));
    const links = (await listMails()).map(({ to, props }) => [to, JSON.stringify(props).includes(link)]);
    expect(links).toEqual([
      ["huda@example.com", true],
      ["ali@example.com", false],
    ]);
  });

  it("G-02 new dates notify all who paid; new times and links only the enrolled; unchanged sessions no one", async () => {
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Huda Salem", email: "huda@example.com" });
    const other = { id: "buyer-who-left", name: "Ali O.", email: "ali@example.com" };
    const [cancelledOrder = 0] = await paidOrders(ctx, 1, { runId, buyer: other });
    await ctx.db.execute(sql`update "order" set status = 'partially_refunded' where id = ${cancelledOrder}`);
    await cancelConfirmedSeats(ctx, cancelledOrder, { runIds: [runId], seatIds: [] });
    const takeMails = async () => {
      const all = await listMails();
      await ctx.db.execute(sql`delete from outbox_mail`);
      return all
        .map(({ to, template, props }) => `${template} ${to}${JSON.stringify(props).includes("meet.") ? " +" : ""}`)
        .toSorted();
    };
    await replace(evenings());
    expect(await takeMails()).toEqual(["course-times huda@example.com +", "course-times sara@example.com +"]);
    await replace(evenings());
    expect(await takeMails()).toEqual([]);
    await replace(evenings("https://meet.example.com/room-2"));
    expect(await takeMails()).toEqual(["course-link huda@example.com +", "course-link sara@example.com +"]);
    await replace([...evenings(), session("2027-02-18")]);
    expect(await takeMails()).toEqual([
      "course-moved ali@example.com",
      "course-moved huda@example.com +",
      "course-moved sara@example.com +",
    ]);
    await cancelRunNow(staff, { runId });
    expect(await takeMails()).toEqual([
      "course-cancelled ali@example.com",
      "course-cancelled huda@example.com",
      "course-cancelled sara@example.com",
    ]);
  });
});
