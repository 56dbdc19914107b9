/** The list of courses and the cart; rejections first. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { NotFound } from "#platform/errors.ts";
import { courseWithRuns, dayFromNow, listPage, seatsLeft, toSlugs } from "#test/catalogue.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { omit } from "./course-rows.server.ts";
import { courseDetails } from "./courses.server.ts";
import { cartItems } from "#features/seats/availability.server.ts";

describeOnDatabase("the list of courses and the cart", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => void (ctx = testContext(await open())));

  describe("refusals", () => {
    it("R-02 rejects an unknown course, or one without dates, with the specified message", async () => {
      await courseWithRuns(ctx, "without-dates", []);
      const { runs } = await courseWithRuns(ctx, "cancelled", [[10, 11]]);
      await ctx.db.execute(sql`update course_run set cancelled_at = now() where id = ${runs[0]}`);
      for (const slug of ["nothing", "without-dates", "cancelled"]) {
        const error = await courseDetails(ctx, { slug }).catch((error: unknown) => error);
        expect(error).toBeInstanceOf(NotFound);
        expect((error as NotFound).body()).toEqual({ status: "", data: null, message: "Course doesn't exists." });
      }
      await expect(courseDetails({ ...ctx, locale: "ar" }, { slug: "nothing" })).rejects.toThrow(
        "هذه الدورة غير موجودة.",
      );
      expect((await listPage(ctx)).data).toEqual([]);
    });

    it("rejects seats of an unknown run; ended, closed and cancelled runs have none", async () => {
      await expect(seatsLeft(ctx, 4_711)).rejects.toThrow(NotFound);
      const ended = await courseWithRuns(ctx, "ended", [[-3, -1]]);
      const closed = await courseWithRuns(ctx, "closed", [[3, 4]], { disable_course: true });
      const cancelled = await courseWithRuns(ctx, "cancelled", [[3, 4]]);
      await ctx.db.execute(sql`update course_run set cancelled_at = now() where id = ${cancelled.runs[0]}`);
      for (const { runs } of [ended, closed, cancelled]) expect(await seatsLeft(ctx, runs[0] ?? 0)).toBe(0);
    });

    it("the cart drops courses that cannot be bought, and names them", async () => {
      const open = await courseWithRuns(ctx, "open", [[3, 4]]);
      const closed = await courseWithRuns(ctx, "closed", [[3, 4]], { disable_course: true, name_ar: "مغلقة" });
      const ended = await courseWithRuns(ctx, "ended", [[-3, -1]], { name_ar: null });
      const [a, b, c] = [open.runs[0] ?? 0, closed.runs[0] ?? 0, ended.runs[0] ?? 0];
      const answer = await cartItems(ctx, [
        { id: c, qty: 1 },
        { id: 999, qty: 1 },
        { id: a, qty: 2 },
        { id: b, qty: 1 },
      ]);
      expect(answer.items).toMatchObject([
        { id: a, qty: 2, details: { id: a, slug: "open", amount: "2400.00", seats_left: 10 } },
      ]);
      expect(answer.removed).toEqual([
        { id: c, name_eng: "ended", name_ar: null },
        { id: 999, name_eng: null, name_ar: null },
        { id: b, name_eng: "closed", name_ar: "مغلقة" },
      ]);
      expect(await cartItems(ctx, [])).toEqual({ items: [], removed: [] });
    });
  });

  describe("the list", () => {
    it("F-25 shows each course once: upcoming by start date, then begun, then past with the latest first", async () => {
      await courseWithRuns(ctx, "past-long-ago", [[-90, -88]]);
      await courseWithRuns(ctx, "in-a-month", [[30, 31]]);
      await courseWithRuns(ctx, "past", [
        [-20, -18],
        [-40, -39],
      ]);
      await courseWithRuns(ctx, "running", [[-1, 0]]);
      await courseWithRuns(ctx, "running-longer", [[-9, 20]]);
      await courseWithRuns(ctx, "first-day", [[0, 3]]);
      await courseWithRuns(ctx, "runs-and-comes", [
        [-2, 5],
        [70, 71],
      ]);
      await courseWithRuns(ctx, "often", [
        [-10, -9],
        [60, 61],
        [10, 11],
      ]);
      const { data, total } = await listPage(ctx);
      expect(toSlugs(data)).toEqual([
        "often",
        "in-a-month",
        "runs-and-comes",
        "first-day",
        "running",
        "running-longer",
        "past",
        "past-long-ago",
      ]);
      expect(total).toBe(8);
      expect(data.map((item) => [item.start_date, item.started, item.ended])).toEqual([
        [dayFromNow(ctx, 10), false, false],
        [dayFromNow(ctx, 30), false, false],
        [dayFromNow(ctx, 70), false, false],
        [dayFromNow(ctx, 0), true, false],
        [dayFromNow(ctx, -1), true, false],
        [dayFromNow(ctx, -9), true, false],
        [dayFromNow(ctx, -20), false, true],
        [dayFromNow(ctx, -90), false, true],
      ]);
    });

    it("F-25 has every course once over all pages, also begun ones", async () => {
      for (let i = 0; i < 20; i += 1) await courseWithRuns(ctx, `c${String(i).padStart(2, "0")}`, [[i - 10, i + 5]]);
      const pages = await Promise.all([1, 2, 3].map((page) => listPage(ctx, { page })));
      const all = toSlugs(pages.flatMap((page) => page.data));
      expect(all).toEqual([
        ...Array.from({ length: 9 }, (_, i) => `c${i + 11}`),
        ...Array.from({ length: 11 }, (_, i) => `c${String(10 - i).padStart(2, "0")}`),
      ]);
    });

    it("F-25 search results list upcoming courses first, then better matches", async () => {
      await courseWithRuns(ctx, "safety-begun", [[-1, 3]], { name_eng: "Safety" });
      await courseWithRuns(ctx, "ahead", [[5, 6]], {
        name_eng: "Quality",
        summary_eng: "Something about safety.",
        subject_eng: "Quality",
      });
      expect(toSlugs((await listPage(ctx, { searchInput: "safety" })).data)).toEqual(["ahead", "safety-begun"]);
    });

    it("a course ends at the end of its last day in Riyadh, not in UTC", async () => {
      await courseWithRuns(ctx, "last-day", [[-1, 0]]);
      const last = dayFromNow(ctx, 0);
      ctx.clock.now = new Date(`${last}T20:59:59Z`);
      expect((await listPage(ctx)).data[0]?.ended).toBe(false);
      ctx.clock.now = new Date(`${last}T21:00:00Z`);
      expect((await listPage(ctx)).data[0]?.ended).toBe(true);
    });

    it("L-01 has nine courses a page, each course once and in a stable order", async () => {
      for (let i = 0; i < 20; i += 1)
        await courseWithRuns(ctx, `c${String(i).padStart(2, "0")}`, [[Math.floor(i / 2) + 1, Math.floor(i / 2) + 2]]);
      const pages = await Promise.all([1, 2, 3].map((page) => listPage(ctx, { page })));
      expect(pages.map((page) => omit(page, "data"))).toEqual([
        { current_page: 1, last_page: 3, per_page: 9, from: 1, to: 9, total: 20 },
        { current_page: 2, last_page: 3, per_page: 9, from: 10, to: 18, total: 20 },
        { current_page: 3, last_page: 3, per_page: 9, from: 19, to: 20, total: 20 },
      ]);
      expect(toSlugs(pages.flatMap((page) => page.data))).toEqual(
        Array.from({ length: 20 }, (_, i) => `c${String(i).padStart(2, "0")}`),
      );
    });

    it("a page past the end is empty, with the total", async () => {
      await courseWithRuns(ctx, "one", [[1, 2]]);
      expect(await listPage(ctx, { page: 7 })).toEqual({
        current_page: 7,
        last_page: 1,
        per_page: 9,
        from: null,
        to: null,
        total: 1,
        data: [],
      });
      expect(await listPage(ctx, { searchInput: "nothing like it" })).toMatchObject({
        last_page: 1,
        total: 0,
        from: null,
        data: [],
      });
    });

    it("L-01 dates match a course when one of its runs overlaps, and that run is shown", async () => {
      const { runs } = await courseWithRuns(ctx, "often", [
        [10, 12],
        [40, 42],
        [-30, -28],
      ]);
      await courseWithRuns(ctx, "other", [[100, 101]]);
      const findRunIds = async (from?: number, to?: number) =>
        (
          await listPage(ctx, {
            from: from === undefined ? undefined : dayFromNow(ctx, from),
            to: to === undefined ? undefined : dayFromNow(ctx, to),
          })
        ).data.map((item) => item.id);
      expect(await findRunIds(12, 12)).toEqual([runs[0]]);
      expect(await findRunIds(42, 50)).toEqual([runs[1]]);
      expect(await findRunIds(-29, -29)).toEqual([runs[2]]);
      expect(await findRunIds(13, 39)).toEqual([]);
      expect(await findRunIds(-40, 50)).toEqual([runs[0]]);
      expect(await findRunIds(13)).toHaveLength(2);
      expect(await findRunIds(undefined, -20)).toEqual([runs[2]]);
    });

    it("L-01 words must all match, in names, subjects and summaries of both languages, in any Arabic spelling", async () => {
      await courseWithRuns(ctx, "quality", [[1, 2]], {
        name_eng: "Healthcare quality",
        name_ar: "إدارة جودة الرعاية",
        subject_eng: "Accreditation",
        subject_ar: "الاعتماد",
        summary_eng: "100% practical",
        summary_ar: "مهارات الأطبّاء في المستشفى",
      });
      await courseWithRuns(ctx, "safety", [[3, 4]]);
      const findSlugs = async (searchInput: string) => toSlugs((await listPage(ctx, { searchInput })).data);
      for (const words of [
        "QUALITY",
        "care health",
        "accred",
        "100%",
        "اداره",
        "إدارة",
        "جوده",
        "الأطباء",
        "مستشفي",
        "الاعتماد اداره",
        "جُودة",
      ])
        expect(await findSlugs(words), words).toEqual(["quality"]);
      for (const words of ["quality safety", "%", "quality' or 1=1 --", "جودة السلامة"])
        expect(await findSlugs(words), words).toEqual([]);
      expect(await findSlugs("   ")).toEqual(["quality", "safety"]);
    });
  });
});
