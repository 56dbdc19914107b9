/** How many runs the course lists read when there are many. */
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { makeCourse } from "#db/factories/course.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { featuredCourses, listCourses, listCoursesByCategory, relatedCourses } from "./courses.server.ts";

const category = "healthcare-quality";
/** Limit for a page of nine courses: the runs that it shows, and those that are looked up for them. */
const maxRunsRead = 150;

describeOnDatabase("lists of courses among many runs", (open) => {
  let ctx: TestCtx;
  beforeAll(async () => {
    ctx = testContext(await open());
    const { id } = await makeCourse(ctx.db, { slug: "c", name_eng: "Infection control", category });
    await ctx.db.execute(sql`
      insert into course (slug, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image)
      select 'c-' || n, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image
      from course, generate_series(2, 400) n where id = ${id}`);
    // Ten runs for each course; one run in seven is upcoming.
    await ctx.db.execute(sql`
      insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, price_halalas, accreditation_status)
      select c.id, day, day + 2, 3, 18, 'Riyadh', 'onsite', 20, 240000, 'none'
      from (select id, row_number() over (order by id) as place from course) c
      join generate_series(1, 4000) n on n % 400 + 1 = c.place
      cross join lateral (select ${ctx.now().toISOString()}::timestamptz::date + n * 613 % 1825 - 1565 as day) d`);
    await ctx.db.execute(sql`analyze course, course_run, search_document`);
  });

  /** Returns how many rows of `course_run` are read by `read`, as the database counts them. */
  const countReads = (read: (ctx: Ctx) => Promise<unknown>): Promise<number> =>
    inTransaction(ctx, async (inside) => {
      const readCounter = async () => {
        const { rows } = await inside.db.execute<{ rows: number }>(
          sql`select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'course_run'`,
        );
        return rows[0]?.rows ?? 0;
      };
      const before = await readCounter();
      await read(inside);
      return (await readCounter()) - before;
    });

  it.each<[string, (ctx: Ctx) => Promise<unknown>]>([
    ["a page of the catalogue", (ctx) => listCourses(ctx, { page: 1 })],
    ["a later page", (ctx) => listCourses(ctx, { page: 3 })],
    ["the featured courses", featuredCourses],
    ["related courses", (ctx) => relatedCourses(ctx, { slug: "c", category })],
  ])("O-36 %s reads about as many runs as it shows", async (_name, read) => {
    expect(await countReads(read)).toBeLessThan(maxRunsRead);
  });

  it("O-36 a page of search results reads only the runs of its best matches", async () => {
    // The ten runs of each of 36 courses, the sooner runs looked up for them, and the venues of upcoming runs, which a
    // site keeps in memory.
    expect(await countReads((ctx) => listCourses(ctx, { page: 1, searchInput: "infection" }))).toBeLessThan(1_500);
  });

  it("O-36 negative control: a list of everything reads all runs", async () => {
    expect(await countReads((ctx) => listCoursesByCategory(ctx, { cat: category, limit: -1 }))).toBeGreaterThan(4_000);
  });

  it("O-36 counts the courses of all pages", async () => {
    expect((await listCourses(ctx, { page: 1 })).total).toBe(400);
    expect((await listCourses(ctx, { page: 45 })).data).toHaveLength(4);
    expect((await listCourses(ctx, { page: 1, searchInput: "infection" })).total).toBe(400);
  });
});
