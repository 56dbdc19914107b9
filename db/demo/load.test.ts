import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { getAvailability } from "#features/catalogue/course.ts";
import {
  courseDetails,
  featuredCourses,
  listCourses,
  listCoursesByCategory,
} from "#features/catalogue/courses.server.ts";
import { courseCategories } from "#features/catalogue/filters.ts";
import {
  withLegalFacts,
  banners,
  faqs,
  softwareModules,
  staticPage,
  contactSettings,
  teamMembers,
} from "#features/content/pages.server.ts";
import { newsItem, newsList, popularNews } from "#features/content/news.server.ts";
import { pageMeta } from "#features/content/page-meta.server.ts";
import { publicSettings, sellerSettings } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { demoNews } from "./content/news.ts";
import { demoStaticPages } from "./content/static-pages.ts";
import { demoCourses } from "./courses.ts";
import { loadContent } from "./load-content.server.ts";
import { loadDemoContent } from "./load.server.ts";

describeOnDatabase("the demo content", (open) => {
  let ctx: TestCtx;
  let cpuMs: number;
  beforeAll(async () => {
    ctx = testContext(await open());
    const before = process.cpuUsage();
    await loadDemoContent(ctx);
    const { user, system } = process.cpuUsage(before);
    cpuMs = (user + system) / 1000;
  });
  const listAllCourses = async () =>
    (await Promise.all(courseCategories.map((cat) => listCoursesByCategory(ctx, { cat, limit: -1 })))).flat();

  // Measures CPU time, because elapsed time also counts other work of the machine.
  it("loads in seconds, including search documents", () => {
    expect(cpuMs).toBeLessThan(6000);
  });

  it("loads only once, and keeps later changes", async () => {
    await ctx.db.execute(sql`update course set name_eng = 'Changed' where slug = 'safe-handover'`);
    expect(await loadDemoContent(ctx)).toBe(false);
    const { rows } = await ctx.db.execute(
      sql`select count(*)::int as n, count(*) filter (where name_eng = 'Changed')::int as changed from course`,
    );
    expect(rows).toEqual([{ n: demoCourses.length, changed: 1 }]);
  });

  it("has courses of every state, with dates within a month and across months and years", async () => {
    const courses = await listAllCourses();
    expect(courses.length).toBe(demoCourses.length);
    expect(courses.length).toBeGreaterThanOrEqual(12);
    expect(new Set(courses.map(getAvailability))).toEqual(new Set(["open", "closed", "ended", "sold-out"]));
    const { rows } = await ctx.db.execute(sql`select start_date, end_date from course_run`);
    const shapes = (rows as { start_date: string; end_date: string }[]).map(({ start_date, end_date }) =>
      start_date.slice(0, 4) !== end_date.slice(0, 4)
        ? "years"
        : start_date.slice(0, 7) !== end_date.slice(0, 7)
          ? "months"
          : "month",
    );
    expect(new Set(shapes)).toEqual(new Set(["years", "months", "month"]));
    expect(courses.some((course) => course.ended && course.end_date < riyadhDate(ctx.now()))).toBe(true);
  });

  it("G-02 has as many sessions as teaching days for every run, with a joining link when online", async () => {
    const { rows } = await ctx.db.execute(sql`
      select r.days, r.delivery, r.times_confirmed as confirmed, r.start_date::text as first, r.end_date::text as last,
        array_agg((s.starts_at at time zone 'Asia/Riyadh')::date::text order by s.starts_at) as dates,
        count(s.joining_url)::int as links
      from course_run r left join run_session s on s.run_id = r.id group by r.id`);
    const runs = rows as unknown as {
      days: number;
      delivery: string;
      confirmed: boolean;
      first: string;
      last: string;
      dates: string[];
      links: number;
    }[];
    expect(runs.length).toBe(demoCourses.flatMap((course) => course.runs).length);
    for (const { days, delivery, confirmed, first, last, dates, links } of runs) {
      expect(confirmed).toBe(true);
      expect(new Set(dates).size).toBe(days);
      expect([dates[0], dates.at(-1), dates.length]).toEqual([first, last, days]);
      expect(links).toBe(delivery === "online" ? days : 0);
    }
  });

  it("H-02 has four featured courses, and every course page opens", async () => {
    expect(await featuredCourses(ctx)).toHaveLength(4);
    for (const { slug } of demoCourses) expect((await courseDetails(ctx, { slug })).speakers.length).toBeGreaterThan(0);
    expect((await listCourses(ctx, { page: 1 })).last_page).toBeGreaterThan(1);
  });

  it("C-02, C-03, C-09, H-01 has the expected news, questions, team members, modules and banners, and texts uncut by the HTML filter", async () => {
    const counts = {
      news: (await newsList(ctx, { page: 1 })).total,
      questions: (await faqs(ctx)).length,
      teamMembers: (await teamMembers(ctx)).length,
      modules: (await softwareModules(ctx)).length,
      banners: (await banners(ctx, "home")).length,
    };
    expect(counts).toEqual({ news: 16, questions: 14, teamMembers: 5, modules: 10, banners: 4 });
    expect((await popularNews(ctx)).length).toBeGreaterThanOrEqual(3);
    for (const { slug, body_eng } of demoNews) expect((await newsItem(ctx, slug)).body_eng, slug).toBe(body_eng.trim());
    for (const { slug, description_eng } of demoStaticPages) {
      expect((await staticPage(ctx, slug)).description_eng, slug).toBe(
        await withLegalFacts(ctx, description_eng.trim(), "en"),
      );
    }
    expect((await contactSettings(ctx)).contact_info_ar).toContain("من الأحد إلى الخميس");
  });

  it("adds no duplicates and keeps changes when content is loaded again", async () => {
    await ctx.db.execute(sql`update news set title_eng = 'Changed' where slug = 'every-near-miss'`);
    await loadContent(ctx);
    expect((await newsList(ctx, { page: 1 })).total).toBe(16);
    expect((await newsItem(ctx, "every-near-miss")).title_eng).toBe("Changed");
  });

  it("has settings and page heads that the site can read", async () => {
    expect((await publicSettings(ctx)).addressEng).toContain("Example Tower");
    expect((await sellerSettings(ctx)).nameEng).toContain("demo");
    expect((await pageMeta(ctx, { type: "page", slug: "courses" })).title).toContain("Courses");
  });
});
