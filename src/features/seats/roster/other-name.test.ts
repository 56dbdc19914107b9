/** Names in the other script: refusals, then where they are shown, printed and kept (P-11, P-16). */
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { users } from "#features/people/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { listPeople } from "#features/privacy/people-list.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { rosterExport } from "./roster-export.server.ts";

interface Row {
  id: number;
  email: string;
  name_other: string | null;
}

describeOnDatabase("names in two scripts", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let orderId: number;
  let userId: string;
  let support: StaffBrowser;
  const huda = { name: "Huda Salem", email: "huda@example.com" };
  const readRoster = async (run = runId) => (await support.call(`GET runs/${run}/roster`)).body as { rows: Row[] };
  const findSeatId = async (email: string) => (await readRoster()).rows.find((row) => row.email === email)?.id ?? 0;
  const write = (seat: number, name: string, as = support) =>
    as.call(`POST seats/${seat}/other-name`, { name_other: name });
  const listOtherNames = async (run?: number) => (await readRoster(run)).rows.map(({ name_other }) => name_other);

  beforeEach(async () => {
    ctx = testContext(await open());
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 4 })).id;
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, ...huda });
    await bookPlace(ctx, { orderId, runId, seat: 2, name: "Omar Khalid", email: "omar@example.com" });
    ({ id: userId } = await makeUser(ctx.db, huda));
    await ctx.db.update(enrolments).set({ userId }).where(eq(enrolments.attendeeEmail, huda.email));
    support = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
  });

  describe("refusals", () => {
    it("P-11 rejects a role that may only read, a seat without a person, and a text that is too long", async () => {
      const seat = await findSeatId(huda.email);
      const auditor = await signedIn(ctx, (await makeStaff(ctx, "auditor")).id);
      expect((await write(seat, "هدى", auditor)).status).toBe(403);
      expect((await write(seat, "ه".repeat(121))).status).toBe(422);
      expect((await write(999_999, "هدى")).status).toBe(404);
      await ctx.db.execute(
        sql`update enrolment set attendee_name = null, attendee_email = null, scfhs_number = null, user_id = null where id = ${seat}`,
      );
      expect((await write(seat, "هدى")).status).toBe(409);
      const omar = await findSeatId("omar@example.com");
      await support.call(`POST seats/${omar}/cancel`, { reason: "Asked", tell: false });
      expect((await write(omar, "عمر")).status).toBe(409);
      expect(await listOtherNames()).toEqual([null, null]);
    });
  });

  it("P-11 appears on the roster, in the export and in the account, and on the person's next course", async () => {
    expect((await write(await findSeatId(huda.email), "هدى سالم")).body).toEqual({ runId });
    expect((await write(await findSeatId("omar@example.com"), "عمر خالد")).status).toBe(200);
    expect(await listOtherNames()).toEqual(["هدى سالم", "عمر خالد"]);
    const query = { page: 1, perPage: 25, sort: "name", order: "asc", filter: { q: "huda" } } as const;
    expect((await listPeople(ctx.asStaff("support"), query)).data).toMatchObject([{ name_other: "هدى سالم" }]);
    const next = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 4 })).id;
    const [order = 0] = await paidOrders(ctx, 1, { runId: next });
    await bookPlace(ctx, { orderId: order, runId: next, seat: 1, ...huda });
    await ctx.db.update(enrolments).set({ userId }).where(eq(enrolments.runId, next));
    expect(await listOtherNames(next)).toEqual(["هدى سالم"]);
    const { body } = await support.call("POST exports", { kind: "roster", format: "csv", filter: { run_id: runId } });
    await runQueuedTasks(ctx, [rosterExport]);
    const file = await support.call(`GET tasks/${String(body["id"])}/file`);
    expect(new TextDecoder().decode(file.bytes)).toContain("Huda Salem,هدى سالم");
    expect((await support.call(`GET runs/${runId}/sign-in-sheet`)).status).toBe(200);
    await write(await findSeatId(huda.email), "");
    expect(await listOtherNames()).toEqual([null, "عمر خالد"]);
  });

  it("P-11 a person who takes over a seat does not get the other name of the previous one", async () => {
    const seat = await findSeatId("omar@example.com");
    await write(seat, "عمر خالد");
    const dana = { name: "Dana R.", email: "dana@example.com", scfhs_number: "", reason: "Colleague" };
    expect((await support.call(`POST seats/${seat}/swap`, dana)).status).toBe(200);
    expect((await readRoster()).rows.find(({ email }) => email === dana.email)).toMatchObject({ name_other: null });
  });

  describe("on the person's page", () => {
    const readPersonPage = async () =>
      (await support.call(`GET people/${userId}`)).body as { version: number; name_other: string };
    const rename = (name: string, version: number, as = support) =>
      as.call(`PUT people/${userId}`, { name_other: name, version });

    it("P-16 rejects a role that may only read, a long text, an outdated version, and an erased person", async () => {
      const finance = await signedIn(ctx, (await makeStaff(ctx, "finance")).id);
      expect((await rename("هدى", 1, finance)).status).toBe(403);
      expect((await rename("ه".repeat(121), 1)).status).toBe(422);
      expect((await support.call("PUT people/nobody-known", { name_other: "x", version: 1 })).status).toBe(404);
      await write(await findSeatId(huda.email), "هدى سالم");
      const refused = await rename("هدى س.", 1);
      expect(refused).toMatchObject({
        status: 409,
        body: { current: { name_other: "هدى سالم", version: 2 }, yours: { name_other: "هدى س.", version: 1 } },
      });
      expect(await listOtherNames()).toEqual(["هدى سالم", null]);
      await ctx.db.update(users).set({ erasedAt: ctx.now() }).where(eq(users.id, userId));
      expect((await rename("هدى", 2)).status).toBe(404);
    });

    it("P-16 saving the same name again keeps the version, so that a colleague's open form stays valid", async () => {
      await write(await findSeatId(huda.email), "هدى سالم");
      const { version } = await readPersonPage();
      await write(await findSeatId(huda.email), "هدى سالم");
      expect((await rename("هدى سالم", version)).body).toMatchObject({ version });
      expect((await rename("هدى س.", version)).body).toMatchObject({ name_other: "هدى س.", version: version + 1 });
      await write(await findSeatId(huda.email), "");
      expect((await rename("", version + 2)).body).toMatchObject({ name_other: null, version: version + 2 });
    });

    it("P-11 P-16 changes the person and future rosters, keeps past ones, and logs before and after", async () => {
      await write(await findSeatId(huda.email), "هدى");
      const past = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 4 })).id;
      const [order = 0] = await paidOrders(ctx, 1, { runId: past });
      await bookPlace(ctx, { orderId: order, runId: past, seat: 1, ...huda });
      await ctx.db.update(enrolments).set({ userId, attendeeNameOther: "هدى" }).where(eq(enrolments.runId, past));
      await ctx.db
        .update(courseRuns)
        .set({ startDate: "2020-01-05", endDate: "2020-01-05" })
        .where(eq(courseRuns.id, past));
      const { version } = await readPersonPage();
      expect((await rename("هدى سالم", version)).body).toMatchObject({ name_other: "هدى سالم", version: version + 1 });
      expect(await listOtherNames()).toEqual(["هدى سالم", null]);
      expect(await listOtherNames(past)).toEqual(["هدى"]);
      expect((await rename("", version + 1)).body).toMatchObject({ name_other: null });
      expect(await listOtherNames()).toEqual([null, null]);
      const { rows } = await ctx.db.execute(
        sql`select before ->> 'nameOther' as was, after ->> 'nameOther' as now, personal_of as of from audit_event where action = 'person.other-name' order by id`,
      );
      expect(rows).toEqual([
        { was: "هدى", now: "هدى سالم", of: userId },
        { was: "هدى سالم", now: null, of: userId },
      ]);
    });

    it("P-06 lets one of two concurrent edits win; the other gets 409", async () => {
      const answers = await Promise.all(["هدى سالم", "هدى س."].map((name) => rename(name, 1)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect((await readPersonPage()).version).toBe(2);
    });
  });

  it("P-16 logs the name so that erasure can remove it", async () => {
    await write(await findSeatId(huda.email), "هدى سالم");
    const { rows } = await ctx.db.execute(
      sql`select after ->> 'nameOther' as name, personal_of as person, personal_paths as paths from audit_event where action = 'seat.other-name'`,
    );
    expect(rows).toEqual([{ name: "هدى سالم", person: userId, paths: ["before.nameOther", "after.nameOther"] }]);
    const [row] = await ctx.db.select().from(users).where(eq(users.id, userId));
    expect(row?.nameOther).toBe("هدى سالم");
  });
});
