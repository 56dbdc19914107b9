import { beforeEach, expect, it } from "vitest";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { listCourses } from "#features/catalogue/courses.server.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";

type Row = Record<string, unknown>;

describeOnDatabase("courses in the staff API", (open) => {
  let ctx: TestCtx;
  let editor: StaffBrowser;
  beforeEach(async () => {
    ctx = testContext(await open());
    editor = await signedIn(ctx, (await makeStaff(ctx, "content")).id);
  });

  it("P-05 lists courses with next run, number of future runs and seats; filters and sorts by them", async () => {
    const day = (days: number) => addDays(riyadhDate(ctx.now()), days);
    const runOn = (courseId: number, days: number, more: object = {}) =>
      makeRun(ctx.db, courseId, { startDate: day(days), endDate: day(days + 1), ...more });
    const soon = await makeCourse(ctx.db, { name_eng: "Soon", category: "healthcare-quality" });
    const later = await makeCourse(ctx.db, { name_eng: "Later", category: "healthcare-quality" });
    const without = await makeCourse(ctx.db, { name_eng: "Without" });
    await runOn(soon.id, -20);
    await runOn(soon.id, 3, { cancelledAt: ctx.now() });
    const next = await runOn(soon.id, 5);
    await runOn(soon.id, 60);
    await runOn(later.id, 9, { delivery: "online" });
    const list = async (filter: Row = {}, sort = "next_run") => {
      const { body } = await editor.call("GET courses", { ...filter, sort });
      return body["data"] as Row[];
    };
    const listTitles = async (filter: Row = {}, sort?: string) => (await list(filter, sort)).map(({ title }) => title);
    const [first] = await list();
    expect(first).toMatchObject({
      id: `course:${soon.id}`,
      courseId: soon.id,
      title: "Soon",
      onSite: true,
      runsAhead: 2,
      nextRun: { id: next.id, startDate: day(5), capacity: 10, seatsSold: 0, seatsHeld: 0 },
    });
    expect(await listTitles()).toEqual(["Soon", "Later", "Without"]);
    expect(await listTitles({}, "title")).toEqual(["Later", "Soon", "Without"]);
    expect(await listTitles({ has_run: false })).toEqual(["Without"]);
    expect(await listTitles({ delivery: "online" })).toEqual(["Later"]);
    expect(await listTitles({ q: without.name_ar ?? "" })).toEqual(["Without"]);
    const past = await makeCourse(ctx.db, { name_eng: "Past" });
    await runOn(past.id, -20);
    const cancelled = await makeCourse(ctx.db, { name_eng: "Cancelled" });
    await runOn(cancelled.id, 3, { cancelledAt: ctx.now() });
    // S-43: the site shows the courses with a future or past run that was not cancelled.
    const onSite = (await listCourses(ctx, { page: 1 })).data.map(({ name_eng }) => name_eng);
    const dated = (await list()).filter(({ hasRun }) => hasRun).map(({ title }) => title);
    expect(dated.toSorted()).toEqual(["Later", "Past", "Soon"]);
    expect(onSite.toSorted()).toEqual(dated.toSorted());
    const { body } = await editor.call(`GET courses/course:${soon.id}`);
    expect((body["runs"] as Row[]).map(({ startDate }) => startDate)).toEqual([day(5), day(60)]);
  });
});
