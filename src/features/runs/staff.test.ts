/** Runs in the staff API: refusals, and the effects of changes. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { notifyRunMoved } from "#features/runs/run-changes/tasks.server.ts";

const link = "https://meet.example.com/room-1";
const evening = { startsAt: "2027-01-12T14:00:00Z", endsAt: "2027-01-12T17:00:00Z", joiningUrl: link };
const moved = { startDate: "2027-02-01", endDate: "2027-02-01", venueEng: "Online, live", venueAr: null };

describeOnDatabase("runs in the staff API", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let training: StaffBrowser;
  const signInAs = async (role: Parameters<typeof makeStaff>[1]) => signedIn(ctx, (await makeStaff(ctx, role)).id);
  beforeEach(async () => {
    ctx = testContext(await open());
    const course = await makeCourse(ctx.db, { slug: "hand-hygiene", name_eng: "Hand hygiene" });
    const online = { delivery: "online", venueEng: "Online, live", venueAr: null } as const;
    const dates = { startDate: "2027-01-12", endDate: "2027-01-12", days: 1 };
    runId = (await makeRun(ctx.db, course.id, { ...dates, ...online, capacity: 20 })).id;
    training = await signInAs("training");
  });

  describe("refusals", () => {
    it("P-08 rejects invalid dates, sessions and links with 422 under the field's name; changes nothing", async () => {
      const getInvalidFields = async (name: string, input: Record<string, unknown>) => {
        const { status, body } = await training.call(name, input);
        return [status, Object.keys(body)];
      };
      const move = `POST runs/${runId}/move`;
      expect(await getInvalidFields(move, { ...moved, startDate: "2027-02-30" })).toEqual([422, ["startDate"]]);
      expect(await getInvalidFields(move, { ...moved, endDate: "2027-01-31" })).toEqual([422, ["endDate"]]);
      const sessions = `PUT runs/${runId}/sessions`;
      expect(await getInvalidFields(sessions, { sessions: [] })).toEqual([422, ["sessions"]]);
      expect(await getInvalidFields(sessions, { sessions: [{ ...evening, startsAt: "today" }] })).toEqual([
        422,
        ["sessions.0.startsAt"],
      ]);
      const backwards = { ...evening, endsAt: "2027-01-12T13:00:00Z" };
      expect(await getInvalidFields(sessions, { sessions: [backwards] })).toEqual([422, ["sessions.0.endsAt"]]);
      expect(await getInvalidFields(sessions, { sessions: [{ ...evening, joiningUrl: "http://x.example" }] })).toEqual([
        422,
        ["sessions.0.joiningUrl"],
      ]);
      expect((await training.call(`GET runs/${runId}`)).body).toMatchObject({
        startDate: "2027-01-12",
        timesConfirmed: false,
      });
    });

    it("P-08 rejects moving, cancelling or replacing sessions of a cancelled run with 409", async () => {
      expect((await training.call(`POST runs/${runId}/cancel`)).status).toBe(200);
      for (const [name, input] of [
        [`POST runs/${runId}/move`, moved],
        [`POST runs/${runId}/cancel`, {}],
        [`PUT runs/${runId}/sessions`, { sessions: [evening] }],
      ] as const)
        expect((await training.call(name, input)).status, name).toBe(409);
    });
  });

  it("P-08 finds runs by name, first day and cancellation", async () => {
    const other = await makeCourse(ctx.db, { slug: "sepsis", name_eng: "Sepsis \u2013 early signs" });
    const dates = { startDate: "2027-03-01", endDate: "2027-03-01", days: 1 };
    const later = (await makeRun(ctx.db, other.id, { ...dates, capacity: 5 })).id;
    const findRunIds = async (filter: Record<string, unknown>) => {
      const { body } = await training.call("GET runs", filter);
      return (body["data"] as { id: number }[]).map(({ id }) => id);
    };
    expect(await findRunIds({})).toEqual([later, runId]);
    expect(await findRunIds({ q: "hygiene" })).toEqual([runId]);
    expect(await findRunIds({ q: "%" })).toEqual([]);
    for (const dash of ["-", "\u2014"]) expect(await findRunIds({ q: `sepsis ${dash} early` }), dash).toEqual([later]);
    expect(await findRunIds({ from: "2027-02-01" })).toEqual([later]);
    await training.call(`POST runs/${later}/cancel`);
    expect([await findRunIds({ cancelled: true }), await findRunIds({ cancelled: false })]).toEqual([[later], [runId]]);
  });

  it("P-08 G-02 sessions confirm the times, move with the run, and show links only to roles that may write the schedule", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Huda Salem", email: "huda@example.com" });
    const { body } = await training.call(`PUT runs/${runId}/sessions`, { sessions: [evening] });
    expect(body).toMatchObject({ timesConfirmed: true, seatsSold: 1, sessions: [{ joiningUrl: link }] });
    const after = await training.call(`POST runs/${runId}/move`, moved);
    await runQueuedTasks(ctx, [notifyRunMoved]);
    expect(after.body).toMatchObject({
      startDate: "2027-02-01",
      sessions: [{ startsAt: "2027-02-01T14:00:00.000Z", joiningUrl: link }],
    });
    for (const role of ["auditor", "support"] as const) {
      const seen = await (await signInAs(role)).call(`GET runs/${runId}`);
      expect([seen.status, JSON.stringify(seen.body).includes(link)]).toEqual([200, false]);
    }
    const { rows } = await ctx.db.execute(
      `select template from outbox_mail where "to" = 'huda@example.com' order by id`,
    );
    expect(rows.map(({ template }) => template)).toEqual(["course-times", "course-moved"]);
  });
});
