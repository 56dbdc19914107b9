/** The door: its answers, offline phones, wrong clocks, and four doors at once. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { replacePerson, cancelSeat } from "#features/seats/person-of-seat.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { ticketCode } from "#features/seats/tickets.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { eq } from "drizzle-orm";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { riyadh, findSeat, taughtDays, taughtRun, type TaughtRun } from "#test/taught-run.ts";
import { openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { getArrivalMark, getCheckInTime, parseTicketToken } from "./attendance.ts";
import { listRunAttendance } from "./attendance.server.ts";
import { checkIn, readDoor, type CheckIn } from "./check-in.server.ts";
import { markAttendance, undoAttendance } from "./marks.server.ts";

describe("the rules of the door", () => {
  it("T-02 accepts the address of a ticket in both languages, and nothing else", () => {
    const token = "A".repeat(27);
    expect(parseTicketToken(`https://nama.example/ticket/${token}`)).toBe(token);
    expect(parseTicketToken(` http://127.0.0.1:3000/ar/ticket/${token}/ `)).toBe(token);
    const others = [token, `https://x.example/${token}`, `https://x.example/ticket/${token}x`, "WIFI:S:Hall;;", ""];
    for (const other of others) expect(parseTicketToken(other), other).toBeNull();
  });

  it("T-03 ignores a phone's wrong clock; only its waiting time counts, up to 48 hours", () => {
    const now = riyadh("09:30");
    const computeTime = (at: string, sentAt: string) =>
      getCheckInTime({ at: new Date(at), sentAt: new Date(sentAt) }, now);
    expect(computeTime("2026-11-21T06:00:00Z", "2026-11-21T06:20:00Z")).toEqual(riyadh("09:10"));
    expect(computeTime("2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z")).toEqual(now);
    expect(computeTime("2026-11-22T06:00:00Z", "2026-11-22T05:59:59Z")).toBeNull();
    expect(computeTime("2026-11-20T06:00:00Z", "2026-11-22T06:00:01Z")).toBeNull();
  });

  it("T-02 an arrival after the start is late by whole minutes; without confirmed times it is not late", () => {
    const present = { state: "present", lateMinutes: null };
    expect(getArrivalMark(riyadh("09:00"), true, riyadh("09:00"))).toEqual(present);
    expect(getArrivalMark(riyadh("09:00"), true, riyadh("09:20"))).toEqual({ state: "late", lateMinutes: 20 });
    expect(getArrivalMark(riyadh("00:00"), false, riyadh("09:20"))).toEqual(present);
  });
});

const atNow = (ctx: TestCtx) => ({ at: ctx.now(), sentAt: ctx.now() });

describeOnDatabase("the door", (open) => {
  let ctx: TestCtx;
  let support: TestCtx;
  let run: TaughtRun;
  let huda: { id: number; ticket: string };

  beforeEach(async () => {
    ctx = testContext(await open());
    support = ctx.asStaff("support");
    run = await taughtRun(ctx, ["Huda Salem", "Badr Omar"]);
    huda = await findSeat(ctx, run.runId, "Huda Salem");
  });
  const arrive = (input: Partial<CheckIn>, by = support) =>
    checkIn(by, {
      runId: run.runId,
      sessionId: run.sessions[0],
      key: crypto.randomUUID(),
      ...atNow(ctx),
      ...(input.enrolmentId === undefined && { scanned: huda.ticket }),
      ...input,
    });
  const readMarks = async () =>
    (await listRunAttendance(ctx, run.runId)).map(({ marks }) => marks.map(({ state }) => state));

  describe("refusals", () => {
    it("S-12 rejects a key used for another seat or session, and changes nothing", async () => {
      const badr = await findSeat(ctx, run.runId, "Badr Omar");
      const key = crypto.randomUUID();
      expect(await arrive({ key })).toMatchObject({ answer: "in", name: "Huda Salem" });
      await expect(arrive({ key, enrolmentId: badr.id })).rejects.toMatchObject({ status: 409 });
      await expect(arrive({ key, sessionId: run.sessions[1] })).rejects.toMatchObject({ status: 409 });
      expect(await arrive({ key })).toMatchObject({ answer: "in", name: "Huda Salem" });
      expect((await readMarks()).flat()).toHaveLength(1);
    });

    it("T-02 rejects check-ins without the permission, for an unknown run or session, or in the future", async () => {
      await expect(arrive({}, ctx)).rejects.toMatchObject({ status: 401 });
      await expect(arrive({}, ctx.asStaff("auditor"))).rejects.toMatchObject({ status: 403 });
      await expect(readDoor(ctx.asStaff("auditor"), { runId: run.runId })).rejects.toMatchObject({ status: 403 });
      await expect(arrive({ runId: 99_999 })).rejects.toMatchObject({ status: 404 });
      await expect(arrive({ sessionId: 99_999 })).rejects.toMatchObject({ status: 422 });
      await expect(arrive({ at: riyadh("09:01") })).rejects.toMatchObject({ status: 422 });
    });

    it("T-02 shows foreign, forged and cut codes, and unknown seats, as unknown", async () => {
      const forged = `${huda.ticket.slice(0, -5)}AAAAA`;
      const wrong = ["WIFI:S:Hall;T:WPA;;", forged, huda.ticket.slice(0, -1), "https://x.example/", "AAAA-AAAA"];
      for (const scanned of wrong) expect(await arrive({ scanned }), scanned).toMatchObject({ answer: "unknown" });
      expect(await arrive({ enrolmentId: 99_999 })).toMatchObject({ answer: "unknown", name: null });
      expect(await readMarks()).toEqual([[], []]);
    });

    it("T-02 a ticket of another run shows that run", async () => {
      const other = await taughtRun(ctx, ["Mona Ali"]);
      const { ticket: scanned } = await findSeat(ctx, other.runId, "Mona Ali");
      const otherRun = { id: other.runId, name_eng: "Sepsis", startDate: taughtDays[0] };
      expect(await arrive({ scanned })).toMatchObject({ answer: "other-run", otherRun });
    });

    it("T-02 answers not-today over an hour before the session, after its day, and for yesterday's session", async () => {
      const nextSessionAt = riyadh("09:00").toISOString();
      ctx.clock.now = riyadh("07:59");
      expect(await arrive({})).toMatchObject({ answer: "not-today", nextSessionAt });
      ctx.clock.now = riyadh("08:59", taughtDays[1]);
      expect(await arrive({})).toMatchObject({ answer: "not-today" });
      expect(await arrive({ sessionId: run.sessions[1] })).toMatchObject({ answer: "in" });
      ctx.clock.now = riyadh("09:00", "2026-11-24");
      expect(await arrive({ sessionId: run.sessions[1] })).toMatchObject({
        answer: "not-today",
        nextSessionAt: null,
      });
    });

    it("T-02 shows cancelled and transferred seats, and cancelled runs, as cancelled; admits the new attendee", async () => {
      const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.id, huda.id));
      if (!seat) throw new Error("no seat");
      const mona = { name: "Mona Ali", email: "mona.ali@example.com", scfhsNumber: "", userId: null };
      await inTransaction(ctx, (ctx) => replacePerson(ctx, seat, mona));
      expect(await arrive({})).toMatchObject({ answer: "cancelled" });
      const { ticket: scanned } = await findSeat(ctx, run.runId, "Mona Ali");
      expect(await arrive({ scanned })).toMatchObject({ answer: "in", name: "Mona Ali" });
      const badr = await findSeat(ctx, run.runId, "Badr Omar");
      await inTransaction(ctx, (ctx) => cancelSeat(ctx, badr.id));
      expect(await arrive({ enrolmentId: badr.id })).toMatchObject({ answer: "cancelled" });
      await cancelRunNow(ctx.asStaff("owner"), { runId: run.runId });
      expect(await arrive({ scanned })).toMatchObject({ answer: "cancelled" });
    });

    it("T-02 shows an unpaid seat as not paid, unless someone admits it, which is logged", async () => {
      await ctx.db.execute(sql`update enrolment set state = 'cancelled', ended_at = now() where id = ${huda.id}`);
      const held = { state: "held" as const, heldUntil: riyadh("23:00"), endedAt: null, confirmedAt: null };
      await ctx.db.execute(sql`alter table enrolment disable trigger user`);
      await ctx.db.update(enrolments).set(held).where(eq(enrolments.id, huda.id));
      await ctx.db.execute(sql`alter table enrolment enable trigger user`);
      expect(await arrive({})).toMatchObject({ answer: "not-paid", name: "Huda Salem" });
      expect(await arrive({ letIn: true })).toMatchObject({ answer: "in" });
      const { rows } = await ctx.db.execute(sql`select action, actor_id as by from audit_event`);
      expect(rows).toEqual([{ action: "attendance.let-in", by: "staff-support" }]);
      ctx.clock.now = riyadh("23:01");
      expect(await arrive({})).toMatchObject({ answer: "cancelled" });
    });
  });

  it("T-02 accepts ticket, code and name; another door and its list show when and by whom the check-in was made", async () => {
    expect(await arrive({})).toMatchObject({ answer: "in", name: "Huda Salem", mark: { state: "present" } });
    ctx.clock.now = riyadh("09:20");
    const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.id, huda.id));
    const code = seat ? ticketCode(ctx, seat).toLowerCase().replace("-", " ") : "";
    const already = {
      answer: "already-in",
      mark: { markedAt: riyadh("08:30").toISOString(), markedBy: "Staff support" },
    };
    const arabicCode = `\u200f${code.replace(" ", "–").replaceAll(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩".charAt(Number(digit)))}`;
    for (const again of [{}, { scanned: code }, { scanned: arabicCode }, { enrolmentId: huda.id }])
      expect(await arrive(again, ctx.asStaff("training"))).toMatchObject(already);
    const { id: enrolmentId } = await findSeat(ctx, run.runId, "Badr Omar");
    expect(await arrive({ enrolmentId })).toMatchObject({ answer: "in", mark: { state: "late", lateMinutes: 20 } });
    expect(await readMarks()).toEqual([["present"], ["late"]]);
    const { rows } = await readDoor(ctx.asStaff("training"), { runId: run.runId });
    expect(rows.find(({ id }) => id === huda.id)?.marks).toMatchObject([
      { sessionId: run.sessions[0], state: "present", ...already.mark },
    ]);
  });

  it("T-02 admits someone marked absent", async () => {
    const mark = { state: "absent", lateMinutes: null } as const;
    const key = crypto.randomUUID();
    const one = { enrolmentId: huda.id, sessionId: run.sessions[0], mark };
    await markAttendance(support, { runId: run.runId, key, marks: [one] });
    expect(await arrive({})).toMatchObject({ answer: "in" });
  });

  it("T-03 a repeated check-in counts once, and stays undone after undo", async () => {
    const key = crypto.randomUUID();
    const first = await arrive({ key });
    ctx.clock.now = riyadh("08:31");
    expect(await arrive({ key })).toEqual(first);
    await undoAttendance(support, { runId: run.runId, key });
    expect(await arrive({ key })).toMatchObject({ answer: "undone" });
    expect(await readMarks()).toEqual([[], []]);
  });

  it("T-03 forty waiting check-ins count once each with their own time; marks of a second door stay", async () => {
    const names = Array.from({ length: 40 }, (_one, at) => `Person ${at}`);
    const full = await taughtRun(ctx, names, 60);
    const seats = [];
    for (const name of names) seats.push(await findSeat(ctx, full.runId, name));
    const at = riyadh("08:40");
    ctx.clock.now = riyadh("08:50");
    const sessionId = full.sessions[0];
    for (const seat of seats.slice(0, 5))
      await arrive({ runId: full.runId, sessionId, scanned: seat.ticket }, ctx.asStaff("owner"));
    ctx.clock.now = riyadh("10:00");
    // The phone's clock is a day behind.
    const toPhoneTime = (time: Date) => new Date(time.getTime() - 86_400_000);
    const waiting = seats.map((seat) => ({
      runId: full.runId,
      sessionId,
      key: crypto.randomUUID(),
      scanned: seat.ticket,
      at: toPhoneTime(at),
      sentAt: toPhoneTime(ctx.now()),
    }));
    const answers = [];
    for (const one of [...waiting, ...waiting]) answers.push((await arrive(one)).answer);
    const once = [...Array<string>(5).fill("already-in"), ...Array<string>(35).fill("in")];
    expect(answers).toEqual([...once, ...once]);
    const times = (await listRunAttendance(ctx, full.runId)).map(({ marks }) => marks[0]?.markedAt);
    expect(times.slice(5)).toEqual(Array.from({ length: 35 }, () => at));
    const { rows } = await ctx.db.execute(sql`select count(*)::int as n from attendance_change`);
    expect(rows).toEqual([{ n: 40 }]);
  });

  it("T-03 a phone recognises tickets offline, without storing any", async () => {
    const door = await readDoor(support, { runId: run.runId });
    const token = parseTicketToken(huda.ticket) ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    const row = door.rows.find(({ ticketHash }) => ticketHash === Buffer.from(digest).toString("hex").slice(0, 32));
    expect(row).toMatchObject({ id: huda.id, name: "Huda Salem", refusal: null });
    expect(JSON.stringify(door)).not.toContain(token);
    expect(door.sessions.map(({ isOpen }) => isOpen)).toEqual([true, false]);
  });

  it("S-16 the audit log shows who loaded a run's list onto a phone, once in twelve hours", async () => {
    const readAuditEvents = async () =>
      (await ctx.db.execute(sql`select entity_id from audit_event where action = 'roster.door-read'`)).rows;
    for (let n = 0; n < 3; n++) await readDoor(support, { runId: run.runId });
    expect(await readAuditEvents()).toEqual([{ entity_id: String(run.runId) }]);
    const later = new Date(ctx.now().getTime() + 13 * 3_600_000);
    await readDoor({ ...support, now: () => later }, { runId: run.runId });
    expect(await readAuditEvents()).toHaveLength(2);
  });
});

describe("four doors at once", () => {
  let pools: TwoPools;
  let ctx: TestCtx;
  beforeAll(async () => {
    pools = await openTwoPools();
    ctx = testContext(pools.first);
  });
  afterAll(() => pools.close());

  /** Scans everyone at four doors at the same moment. Returns how many answers were `in`. */
  async function scanAtAllDoors(databases: readonly Database[]): Promise<number> {
    const names = Array.from({ length: 12 }, (_one, at) => `Person ${at}`);
    const { runId, sessions } = await taughtRun(ctx, names);
    const seats = [];
    for (const name of names) seats.push(await findSeat(ctx, runId, name));
    const doors = databases.map((database) => ({ ...ctx.asStaff("support"), database, db: database.db }));
    const tries = seats.flatMap(({ ticket: scanned }) =>
      doors.map((door) =>
        checkIn(door, { runId, sessionId: sessions[0], key: crypto.randomUUID(), ...atNow(ctx), scanned }),
      ),
    );
    const answers = await Promise.all(tries);
    expect((await listRunAttendance(ctx, runId)).filter(({ marks }) => marks.length === 1)).toHaveLength(names.length);
    return answers.filter(({ answer }) => answer === "in").length;
  }

  it("T-03 each person is admitted once, though four doors scan them at the same moment", async () => {
    for (let round = 0; round < 3; round++)
      expect(await scanAtAllDoors([pools.first, pools.second, pools.first, pools.second])).toBe(12);
  });

  it("negative control: without locking the seat two doors admit the same person", async () => {
    let admitted = 0;
    for (let round = 0; round < 20 && admitted <= 12; round++)
      admitted = await scanAtAllDoors(
        [pools.first, pools.second, pools.first, pools.second].map((one) => withoutLocks(one, /"enrolment"/)),
      );
    expect(admitted).toBeGreaterThan(12);
  });
});
