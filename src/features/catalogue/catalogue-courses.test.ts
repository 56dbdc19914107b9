/** Courses by category, one course with runs and seats, and related courses. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeTrainer } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseWithRuns, dayFromNow, listPage, seatsLeft, toSlugs } from "#test/catalogue.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { getAvailability } from "./course.ts";
import { courseDetails, featuredCourses, listCoursesByCategory, relatedCourses } from "./courses.server.ts";
import { cartItems, seatsNow } from "#features/seats/availability.server.ts";

describeOnDatabase("courses by category, and single courses", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => void (ctx = testContext(await open())));

  /** Adds `qty` seats to an order of a new user, by default held for `minutes` from now. */
  async function hold(runId: number, qty: number, minutes: number, state = "held") {
    const user = await makeUser(ctx.db);
    const until = new Date(ctx.now().getTime() + minutes * 60_000).toISOString();
    const now = ctx.now().toISOString();
    const endedAt = state === "cancelled" ? now : null;
    await ctx.db.execute(sql`
      with o as (insert into "order" (user_id, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at)
        values (${user.id}, 'en', 100, 15, 15, 115, '{}', 'x', now(), now()) returning id),
      l as (insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng)
        select o.id, ${runId}, ${qty}, 100, 'x', 'X' from o returning id, order_id, run_id)
      insert into enrolment (order_id, order_line_id, run_id, seat, state, held_until, created_at, ended_at)
        select l.order_id, l.id, l.run_id, seat, ${state}, ${until}::timestamptz, ${now}::timestamptz, ${endedAt}::timestamptz from l, generate_series(1, ${qty}::int) seat`);
  }

  it("by category: lists only its courses, at most `limit`, all for -1", async () => {
    for (let i = 0; i < 5; i += 1) await courseWithRuns(ctx, `q${i}`, [[i + 1, i + 2]]);
    await courseWithRuns(ctx, "other", [[1, 2]], { category: "medical-education-clinical-reasearch" });
    const listSlugs = async (limit: number) =>
      toSlugs(await listCoursesByCategory(ctx, { cat: "healthcare-quality", limit }));
    expect(await listSlugs(-1)).toEqual(["q0", "q1", "q2", "q3", "q4"]);
    expect(await listSlugs(4)).toEqual(["q0", "q1", "q2", "q3"]);
    expect(await listSlugs(0)).toEqual([]);
    expect(await listSlugs(100)).toEqual(await listSlugs(-1));
    expect(
      toSlugs(await listCoursesByCategory(ctx, { cat: "medical-education-clinical-reasearch", limit: -1 })),
    ).toEqual(["other"]);
  });

  describe("H-02 F-46 a limited list of a category, as on the home page", () => {
    const listFour = async () => toSlugs(await listCoursesByCategory(ctx, { cat: "healthcare-quality", limit: 4 }));
    const sellOut = (runId: number | undefined) =>
      ctx.db.execute(sql`update course_run set seats_sold = capacity where id = ${runId}`);

    it("has only bookable courses when there are four of them, in the order of their start", async () => {
      await courseWithRuns(ctx, "ended", [[-5, -4]], { featured_position: 1 });
      await courseWithRuns(ctx, "closed", [[1, 2]], { disable_course: true, featured_position: 2 });
      await sellOut((await courseWithRuns(ctx, "sold-out", [[1, 2]], { featured_position: 3 })).runs[0]);
      await hold((await courseWithRuns(ctx, "held", [[1, 2]])).runs[0] ?? 0, 10, 15);
      await courseWithRuns(ctx, "begun", [[-1, 4]], { featured_position: 4 });
      await courseWithRuns(ctx, "soon", [[3, 4]]);
      await courseWithRuns(ctx, "featured-second", [[40, 41]], { featured_position: 6 });
      await courseWithRuns(ctx, "featured-first", [[50, 51]], { featured_position: 5 });
      await courseWithRuns(ctx, "other-category", [[2, 3]], {
        category: "medical-education-clinical-reasearch",
        featured_position: 1,
      });
      // N-05: the featured ones come in the order of their start too.
      expect(await listFour()).toEqual(["soon", "featured-second", "featured-first", "begun"]);
      expect(await featuredCourses(ctx)).toEqual(
        await listCoursesByCategory(ctx, { cat: "healthcare-quality", limit: 4 }),
      );
      expect(toSlugs(await listCoursesByCategory(ctx, { cat: "healthcare-quality", limit: -1 }))).toEqual([
        "soon",
        "featured-second",
        "featured-first",
        "begun",
        "closed",
        "sold-out",
        "held",
        "ended",
      ]);
    });

    it("fills up with courses that cannot be booked, ended ones last", async () => {
      await courseWithRuns(ctx, "ended-long-ago", [[-50, -40]], { featured_position: 1 });
      await courseWithRuns(ctx, "ended", [[-5, -4]]);
      await courseWithRuns(ctx, "open", [[9, 10]]);
      await sellOut((await courseWithRuns(ctx, "sold-out", [[1, 2]])).runs[0]);
      await courseWithRuns(ctx, "closed", [[2, 3]], { disable_course: true });
      expect(await listFour()).toEqual(["open", "sold-out", "closed", "ended-long-ago"]);
    });
  });

  describe("one course", () => {
    it("F-26 counts the held seats of its own runs only", async () => {
      const [first, second] = (
        await courseWithRuns(ctx, "two", [
          [1, 2],
          [5, 6],
        ])
      ).runs;
      await hold(second ?? 0, 3, 15);
      expect(await courseDetails(ctx, { slug: "two", run: first })).toMatchObject({
        seats_held: 0,
        other_dates: [{ id: second, seats_left: 7, seats_held: 3 }],
      });
    });

    it("L-02 shows the trainers of the course in order, or those of the run; leaves out a deleted one", async () => {
      const [huda, sara] = [
        await makeTrainer(ctx.db, { name_eng: "Huda", biography_eng: "Leads reviews.", image: "u-x" }),
        await makeTrainer(ctx.db, { name_eng: "Sara", job_title_ar: "ممرضة" }),
      ];
      const days: [number, number][] = [
        [10, 11],
        [30, 31],
      ];
      const { runs } = await courseWithRuns(ctx, "two", days, { trainer_ids: [sara.id, 999, huda.id] });
      await ctx.db.execute(sql`update course_run set trainer_ids = array[${huda.id}::int] where id = ${runs[1]}`);
      const { speakers } = await courseDetails(ctx, { slug: "two" });
      expect(speakers).toEqual([
        {
          id: sara.id,
          name_eng: "Sara",
          name_ar: "ريم س.",
          title_eng: "Trainer",
          title_ar: "ممرضة",
          line_eng: "",
          line_ar: null,
          image: "",
          image_details: null,
        },
        expect.objectContaining({ id: huda.id, line_eng: "Leads reviews.", image: "u-x" }),
      ]);
      expect((await courseDetails(ctx, { slug: "two", run: runs[1] })).speakers).toEqual([speakers[1]]);
    });

    it("L-02 has dates, days, hours, venue, fees and texts, and the other bookable dates", async () => {
      const { runs } = await courseWithRuns(ctx, "patient-safety", [
        [30, 31],
        [10, 12],
        [-20, -19],
      ]);
      await ctx.db.execute(sql`update course_run set days = 3, hours = 13.5 where id = ${runs[1]}`);
      const details = await courseDetails(ctx, { slug: "patient-safety" });
      expect(details).toMatchObject({
        id: runs[1],
        slug: "patient-safety",
        start_date: dayFromNow(ctx, 10),
        end_date: dayFromNow(ctx, 12),
        days: 3,
        hours: 13.5,
        venue_eng: "Training centre, Riyadh",
        amount: "2400.00",
        about_course_eng: "<p>About.</p>",
        seats_left: 10,
        ended: false,
        accreditation_number: "ACC-0001",
        speakers: [],
      });
      expect(details.other_dates.map((run) => run.id)).toEqual([runs[0]]);
      expect(details.other_dates[0]).toMatchObject({ amount: "2400.00", hours: 12, start_date: dayFromNow(ctx, 30) });
      expect((await courseDetails(ctx, { slug: "patient-safety", run: runs[0] })).id).toBe(runs[0]);
      expect(await courseDetails(ctx, { slug: "patient-safety", run: runs[2] })).toMatchObject({
        id: runs[2],
        ended: true,
      });
      expect((await courseDetails(ctx, { slug: "patient-safety", run: 999 })).id).toBe(runs[1]);
    });

    it("related courses are bookable, and those of the same category come first", async () => {
      const self = await courseWithRuns(ctx, "self", [[1, 2]]);
      await courseWithRuns(ctx, "elsewhere", [[1, 2]], { category: "medical-education-clinical-reasearch" });
      await courseWithRuns(ctx, "same", [[9, 10]]);
      await courseWithRuns(ctx, "past", [[-9, -8]]);
      await courseWithRuns(ctx, "closed", [[2, 3]], { disable_course: true });
      const full = await courseWithRuns(ctx, "full", [[2, 3]]);
      await ctx.db.execute(sql`update course_run set seats_sold = capacity where id = ${full.runs[0]}`);
      expect(toSlugs(await relatedCourses(ctx, self))).toEqual(["same", "elsewhere"]);
    });
  });

  it("F-25 shows the next upcoming run, else one that has begun; other dates have the same order", async () => {
    const { runs } = await courseWithRuns(ctx, "often", [
      [-3, 9],
      [20, 21],
      [-1, 5],
      [10, 11],
      [-30, -29],
    ]);
    const [begunBefore, later, begun, next, past] = runs;
    const details = await courseDetails(ctx, { slug: "often" });
    expect([details.id, details.started]).toEqual([next, false]);
    expect(details.other_dates.map(({ id, started }) => [id, started])).toEqual([
      [later, false],
      [begun, true],
      [begunBefore, true],
    ]);
    await ctx.db.execute(sql`update course_run set cancelled_at = now() where id in (${next}, ${later})`);
    expect(await courseDetails(ctx, { slug: "often" })).toMatchObject({ id: begun, started: true, ended: false });
    await ctx.db.execute(sql`update course_run set cancelled_at = now() where id in (${begun}, ${begunBefore})`);
    expect(await courseDetails(ctx, { slug: "often" })).toMatchObject({ id: past, started: false, ended: true });
  });

  it("F-25 related courses that are upcoming come before those that have begun, in any category", async () => {
    const self = await courseWithRuns(ctx, "self", [[1, 2]]);
    await courseWithRuns(ctx, "begun", [[-1, 3]]);
    await courseWithRuns(ctx, "elsewhere", [[5, 6]], { category: "medical-education-clinical-reasearch" });
    expect(toSlugs(await relatedCourses(ctx, self))).toEqual(["elsewhere", "begun"]);
  });

  it("F-26 distinguishes held seats from sold ones in lists, page, cart and quantity", async () => {
    const { runs } = await courseWithRuns(ctx, "seats", [[5, 6]]);
    const run = runs[0] ?? 0;
    await ctx.db.execute(sql`update course_run set seats_sold = 7 where id = ${run}`);
    await hold(run, 3, 15);
    const readAvailabilities = async () =>
      [
        (await listPage(ctx)).data[0],
        await courseDetails(ctx, { slug: "seats" }),
        (await cartItems(ctx, [{ id: run, qty: 1 }])).items[0]?.details,
      ].map((item) => item && getAvailability(item));
    expect(await readAvailabilities()).toEqual(["held", "held", "held"]);
    expect(await seatsNow(ctx, run)).toEqual({ qty: 0, held: 3 });
    await ctx.db.execute(sql`update course_run set seats_sold = 10 where id = ${run}`);
    expect(await readAvailabilities()).toEqual(["sold-out", "sold-out", "sold-out"]);
    expect(await seatsNow(ctx, run)).toEqual({ qty: 0, held: 0 });
    await ctx.db.execute(sql`update course_run set seats_sold = 7 where id = ${run}`);
    ctx.clock.now = new Date(ctx.now().getTime() + 16 * 60_000);
    expect(await readAvailabilities()).toEqual(["open", "open", "open"]);
    expect(await seatsNow(ctx, run)).toEqual({ qty: 3, held: 0 });
  });

  it("L-03 counts a seat as free when it is neither sold nor held", async () => {
    const { runs } = await courseWithRuns(ctx, "seats", [[5, 6]]);
    const run = runs[0] ?? 0;
    expect(await seatsLeft(ctx, run)).toBe(10);
    await ctx.db.execute(sql`update course_run set seats_sold = 4 where id = ${run}`);
    await hold(run, 3, 15);
    await hold(run, 2, -1);
    await hold(run, 2, 15, "cancelled");
    expect(await seatsLeft(ctx, run)).toBe(3);
    expect((await listPage(ctx)).data[0]?.seats_left).toBe(3);
    expect((await courseDetails(ctx, { slug: "seats" })).seats_left).toBe(3);
    ctx.clock.now = new Date(ctx.now().getTime() + 16 * 60_000);
    expect(await seatsLeft(ctx, run)).toBe(6);
  });
});
