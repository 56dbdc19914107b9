/**
 * Requesting missing SCFHS numbers from people on the roster: refusals, then who is asked, in which language, how
 * often.
 */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";

const day = 86_400_000;
interface Row {
  id: number;
  email: string;
  scfhs_number: string;
  askedAt: string | null;
}

describeOnDatabase("requests for SCFHS numbers", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let orderId: number;
  let support: StaffBrowser;
  const signInAs = async (role: Parameters<typeof makeStaff>[1]) => signedIn(ctx, (await makeStaff(ctx, role)).id);
  const book = (seat: number, name: string, email: string) => bookPlace(ctx, { orderId, runId, seat, name, email });
  const readRoster = async () =>
    (await support.call(`GET runs/${runId}/roster`)).body as { rows: Row[]; withoutScfhs: number };
  const findSeatId = async (email: string) => (await readRoster()).rows.find((row) => row.email === email)?.id ?? 0;
  const ask = (seats: number[], run = runId, browser = support) =>
    browser.call(`POST runs/${run}/scfhs-requests`, { seats });
  const listMails = async () => {
    const { rows } = await ctx.db.execute(
      sql`select "to", locale, props ->> 'accountUrl' as url from outbox_mail where template = 'scfhs-wanted' order by "to"`,
    );
    return rows.map(({ to, locale, url }) => `${String(to)} ${String(locale)} ${String(url)}`);
  };

  beforeEach(async () => {
    ctx = testContext(await open());
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db, { name_eng: "Sepsis" })).id, { capacity: 5 })).id;
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await book(1, "Huda Salem", "huda@example.com");
    await book(2, "Omar Khalid", "omar@example.com");
    support = await signInAs("support");
  });

  describe("refusals", () => {
    it("P-11 rejects missing seats, seats of another run, and unknown runs", async () => {
      const huda = await findSeatId("huda@example.com");
      expect((await ask([])).status).toBe(422);
      expect((await ask([huda], 999_999)).status).toBe(404);
      const other = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 5 });
      expect((await ask([huda], other.id)).status).toBe(409);
      expect((await ask([999_999])).status).toBe(409);
      expect(await listMails()).toEqual([]);
    });

    it("P-11 asks no one who has a number, has no name or lost the seat", async () => {
      const [huda, omar] = [await findSeatId("huda@example.com"), await findSeatId("omar@example.com")];
      await ctx.db.execute(sql`update enrolment set scfhs_number = '00131560' where id = ${huda}`);
      await support.call(`POST seats/${omar}/cancel`, { reason: "Asked", tell: false });
      expect((await ask([huda, omar])).status).toBe(409);
      await ctx.db.execute(
        sql`update enrolment set attendee_name = null, attendee_email = null, scfhs_number = null where id = ${huda}`,
      );
      expect((await ask([huda])).status).toBe(409);
      expect(await listMails()).toEqual([]);
    });

    it("P-11 asks no one about a cancelled run", async () => {
      const huda = await findSeatId("huda@example.com");
      await ctx.db.execute(sql`update course_run set cancelled_at = now() where id = ${runId}`);
      expect((await ask([huda])).status).toBe(409);
      expect(await listMails()).toEqual([]);
    });

    it("P-11 asks a person once in three days over all runs, also for concurrent requests", async () => {
      const huda = await findSeatId("huda@example.com");
      const other = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 5 });
      const [second = 0] = await paidOrders(ctx, 1, { runId: other.id });
      await bookPlace(ctx, { orderId: second, runId: other.id, seat: 1, name: "Huda S.", email: "huda@example.com" });
      const { rows } = await ctx.db.execute(sql`select id from enrolment where run_id = ${other.id}`);
      const otherSeat = Number(rows[0]?.["id"]);
      const answers = await Promise.all([ask([huda]), ask([otherSeat], other.id), ask([huda])]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      ctx.clock.now = new Date(ctx.now().getTime() + 3 * day - 1000);
      support = await signInAs("support");
      expect((await ask([huda])).body).toEqual({
        message: "No request was sent: the numbers are known by now, or were requested in the last 3 days.",
      });
      expect(await listMails()).toHaveLength(1);
      ctx.clock.now = new Date(ctx.now().getTime() + 2000);
      expect((await ask([huda])).body).toEqual({ sent: 1, leftOut: 0 });
      expect(await listMails()).toHaveLength(2);
    });

    it("P-11 rejects a role that may only read the roster", async () => {
      const huda = await findSeatId("huda@example.com");
      expect((await ask([huda], runId, await signInAs("auditor"))).status).toBe(403);
      expect(await listMails()).toEqual([]);
    });
  });

  it("K-01 after the run, asks with a reference to the certificate", async () => {
    const huda = await findSeatId("huda@example.com");
    ctx.clock.now = new Date(ctx.now().getTime() + 90 * day);
    support = await signInAs("support");
    expect((await ask([huda])).body).toEqual({ sent: 1, leftOut: 0 });
    const { rows } = await ctx.db.execute(sql`select props ->> 'isOver' as over from outbox_mail`);
    expect(rows).toEqual([{ over: "true" }]);
  });

  it("P-11 asks in each person's language, with a link to the account if there is one", async () => {
    const omar = await makeUser(ctx.db, { email: "omar@example.com", locale: "ar" });
    await ctx.db.execute(sql`update enrolment set user_id = ${omar.id} where attendee_email = 'omar@example.com'`);
    await ctx.db.execute(sql`update "user" set scfhs_number = '' where id = ${omar.id}`);
    const before = await readRoster();
    expect([before.withoutScfhs, before.rows.map(({ askedAt }) => askedAt)]).toEqual([2, [null, null]]);
    expect((await ask([...before.rows.map(({ id }) => id), 999_999])).body).toEqual({ sent: 2, leftOut: 1 });
    expect(await listMails()).toEqual([
      "huda@example.com en null",
      `omar@example.com ar ${ctx.env.BASE_URL}/ar/profile`,
    ]);
    const now = ctx.now().toISOString();
    expect((await readRoster()).rows.map(({ askedAt }) => askedAt)).toEqual([now, now]);
    const { rows: log } = await ctx.db.execute(
      sql`select after ->> 'seatId' as seat, entity_id from audit_event where action = 'seat.number-asked'`,
    );
    expect(log.map(({ seat }) => Number(seat)).toSorted()).toEqual(before.rows.map(({ id }) => id).toSorted());
  });

  it("P-11 a number added to the account appears on the roster", async () => {
    const omar = await makeUser(ctx.db, { email: "omar@example.com" });
    await ctx.db.execute(sql`update enrolment set user_id = ${omar.id} where attendee_email = 'omar@example.com'`);
    await ctx.db.execute(sql`update "user" set scfhs_number = '00118204' where id = ${omar.id}`);
    const { withoutScfhs, rows: seats } = await readRoster();
    expect([withoutScfhs, seats.map(({ scfhs_number }) => scfhs_number)]).toEqual([1, ["", "00118204"]]);
    expect((await ask([await findSeatId("omar@example.com")])).status).toBe(409);
  });
});
