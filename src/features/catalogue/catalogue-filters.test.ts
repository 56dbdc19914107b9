/** Filters of the course list, their counts and sort orders. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeRun } from "#db/factories/course.ts";
import { courseWithRuns, dayFromNow, listPage, toSlugs } from "#test/catalogue.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { dayAndMonth } from "#i18n/dates.ts";
import { listChoices } from "./courses.server.ts";
import { facets, type Chosen, type CourseCategory, type Facet } from "./filters.ts";

const education = "medical-education-clinical-reasearch";

describeOnDatabase("filters of the catalogue", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => void (ctx = testContext(await open())));

  type RunValues = Parameters<typeof makeRun>[2];
  /** Adds a course named like its slug, with a run of two days that begins `start` days from now. */
  async function create(
    slug: string,
    start: number,
    values: RunValues = {},
    category: CourseCategory = "healthcare-quality",
  ) {
    const made = await courseWithRuns(ctx, slug, [], { category });
    const days = { startDate: dayFromNow(ctx, start), endDate: dayFromNow(ctx, start + 1) };
    return { id: made.id, run: (await makeRun(ctx.db, made.id, { ...days, ...values })).id };
  }
  const sellOut = (run: number) => ctx.db.execute(sql`update course_run set seats_sold = capacity where id = ${run}`);
  const listSlugs = async (chosen: Chosen, more: Partial<Parameters<typeof listPage>[1]> = {}) =>
    toSlugs((await listPage(ctx, { chosen, ...more })).data);
  const online = { venueEng: "Online, live", venueAr: "عن بُعد، مباشر", delivery: "online" as const };
  const jeddah = { venueEng: "Meeting hall, Jeddah", venueAr: "قاعة اللقاءات، جدة" };

  it("N-04: lists bookable courses first, then the others, past ones last", async () => {
    await sellOut((await create("sold-out", 1)).run);
    await create("off-sale", 2, { saleStoppedAt: ctx.now() });
    await create("soon", 3);
    await create("later", 9);
    await create("begun", 0, { startDate: dayFromNow(ctx, -1), endDate: dayFromNow(ctx, 5) });
    await create("past", -9);
    const all = ["soon", "later", "begun", "sold-out", "off-sale", "past"];
    expect(await listSlugs({})).toEqual(all);
    for (let extra = 0; extra < 9; extra++) await create(`open-${extra}`, 20 + extra);
    expect((await listSlugs({})).slice(0, 3), "where open courses fill the page").toEqual(["soon", "later", "open-0"]);
    expect((await listSlugs({}, { page: 2 })).slice(-4)).toEqual(["begun", "sold-out", "off-sale", "past"]);
  });

  it("an unknown value gives an empty list, and no choices in the other filters", async () => {
    await create("one", 3);
    for (const chosen of [{ place: "Atlantis" }, { place: "'; drop table course --" }, { month: "2099-12" }]) {
      expect(await listSlugs(chosen)).toEqual([]);
      const choices = await listChoices(ctx, { chosen });
      expect(choices.category).toEqual([]);
      expect(choices.place.map(({ value }) => value)).toEqual("place" in chosen ? ["Riyadh"] : []);
    }
  });

  describe("each choice", () => {
    beforeEach(async () => {
      await create("riyadh", 3, { hours: "6", priceHalalas: 99_999 });
      await create("jeddah", 40, { ...jeddah, hours: "6.5", priceHalalas: 100_000 }, education);
      await create("online", 80, { ...online, hours: "18.5", priceHalalas: 420_000, accreditationStatus: "pending" });
      await sellOut((await create("full", 4, { hours: "18", priceHalalas: 250_000 })).run);
    });

    it.each<[Chosen, string[]]>([
      [{ category: education }, ["jeddah"]],
      [{ place: "Riyadh" }, ["riyadh", "full"]],
      [{ place: "Jeddah" }, ["jeddah"]],
      [{ place: "online" }, ["online"]],
      [{ hours: "0-6" }, ["riyadh"]],
      [{ hours: "6-12" }, ["jeddah"]],
      [{ hours: "12-18" }, ["full"]],
      // Hours are shown only for an accredited run.
      [{ hours: "18-" }, []],
      [{ price: "0-1000" }, ["riyadh"]],
      [{ price: "1000-2000" }, ["jeddah"]],
      [{ price: "3000-" }, ["online"]],
      [{ seats: "free" }, ["riyadh", "jeddah", "online"]],
      [{ seats: "free", place: "Riyadh", price: "0-1000" }, ["riyadh"]],
      [{ seats: "free", place: "Riyadh", price: "2000-3000" }, []],
    ])("%j lists %j", async (chosen, slugs) => {
      expect(await listSlugs(chosen)).toEqual(slugs);
      expect((await listPage(ctx, { chosen })).total).toBe(slugs.length);
    });

    it("of a month means the month of the first day", async () => {
      const month = dayFromNow(ctx, 40).slice(0, 7);
      expect(await listSlugs({ month, category: education })).toEqual(["jeddah"]);
    });

    it("combines with words and days", async () => {
      expect(await listSlugs({ price: "0-1000" }, { searchInput: "jeddah" })).toEqual([]);
      expect(await listSlugs({ place: "Riyadh" }, { from: dayFromNow(ctx, 5), to: dayFromNow(ctx, 5) })).toEqual([
        "full",
      ]);
    });

    it.each([
      ["جدة", ["jeddah"]],
      ["Jeddah", ["jeddah"]],
      ["الرياض", ["riyadh", "full"]],
      ["full Riyad", ["full"]],
      ["للرياض", ["riyadh", "full"]],
      ["online", ["online"]],
      ["عن بعد", ["online"]],
      ["meeting hall", ["jeddah"]],
      ["قاعه اللقاءات", ["jeddah"]],
    ])("U-02 a search for %s lists the courses held there", async (searchInput, slugs) => {
      expect(await listSlugs({}, { searchInput })).toEqual(slugs);
      expect((await listPage(ctx, { searchInput })).total).toBe(slugs.length);
      const choices = await listChoices(ctx, { searchInput });
      expect(choices.place.reduce((sum, { total }) => sum + total, 0)).toBe(slugs.length);
    });

    it.each(["en", "ar"] as const)(
      "U-02 a search for a month lists the courses that begin in it (%s)",
      async (locale) => {
        const day = dayFromNow(ctx, 40);
        const name = dayAndMonth(day, locale).split(" ")[1] ?? "";
        expect(await listSlugs({}, { searchInput: name })).toEqual(await listSlugs({ month: day.slice(0, 7) }));
        expect(await listSlugs({}, { searchInput: `${name} ${day.slice(0, 4)} jeddah` })).toEqual(["jeddah"]);
        expect(await listSlugs({}, { searchInput: `${name} 2099` })).toEqual([]);
      },
    );

    it("U-02 a month is found even when a course mentions it; an ambiguous word is searched as a word first", async () => {
      const year = Number(dayFromNow(ctx, 0).slice(0, 4)) + 1;
      const inMonth = (month: string) => ({ startDate: `${year}-${month}-10`, endDate: `${year}-${month}-11` });
      await create("summer", 0, inMonth("06"));
      await create("spring", 0, inMonth("05"));
      await create("mentions", 3, {}, education);
      await ctx.db.execute(
        sql`update course set summary_eng = 'May, June', summary_ar = 'يونيو' where slug = 'mentions'`,
      );
      for (const name of ["june", `June ${year}`, "يونيو"])
        expect(await listSlugs({}, { searchInput: name }), name).toEqual(await listSlugs({ month: `${year}-06` }));
      expect(await listSlugs({}, { searchInput: "may" })).toEqual(["mentions"]);
      expect(await listSlugs({}, { searchInput: `may ${year}` })).toEqual(["spring"]);
    });

    it("has a count equal to the total of its list, with any other filters", async () => {
      for (const others of [{}, { place: "Riyadh" }, { seats: "free", category: "healthcare-quality" }] as Chosen[]) {
        const choices = await listChoices(ctx, { chosen: others });
        const wrong: string[] = [];
        for (const facet of facets)
          for (const { value, total } of choices[facet]) {
            const list = await listPage(ctx, { chosen: { ...others, [facet]: value } });
            if (list.total !== total) wrong.push(`${facet}=${value}: ${total}, not ${list.total}`);
          }
        expect(wrong).toEqual([]);
      }
    });

    it("is offered in order, with Arabic city names and without past months", async () => {
      await create("past", -400);
      const choices = await listChoices(ctx, {});
      const values = (facet: Facet) => choices[facet].map(({ value, total }) => `${value} ${total}`);
      expect(choices.place).toEqual([
        { value: "Jeddah", name_ar: "جدة", total: 1 },
        { value: "Riyadh", name_ar: "الرياض", total: 3 },
        { value: "online", name_ar: "مباشر", total: 1 },
      ]);
      expect(values("category")).toEqual(["healthcare-quality 4", `${education} 1`]);
      expect(values("hours")).toEqual(["0-6 1", "6-12 2", "12-18 1"]);
      expect(values("price")).toEqual(["0-1000 1", "1000-2000 1", "2000-3000 2", "3000- 1"]);
      expect(values("seats")).toEqual(["free 3"]);
      expect(choices.month.map(({ value }) => value)).not.toContain(dayFromNow(ctx, -400).slice(0, 7));
    });
  });

  it("one run must match all filters, and is the one shown", async () => {
    const { id } = await create("often", 3, { priceHalalas: 90_000 });
    const second = await makeRun(ctx.db, id, {
      ...jeddah,
      startDate: dayFromNow(ctx, 60),
      endDate: dayFromNow(ctx, 61),
      priceHalalas: 150_000,
    });
    expect(await listSlugs({ place: "Jeddah", price: "0-1000" })).toEqual([]);
    expect((await listPage(ctx, { chosen: { place: "Jeddah" } })).data).toMatchObject([{ id: second.id }]);
  });

  it("sorts by date, price or most CME hours, bookable courses first", async () => {
    await create("dear", 3, { priceHalalas: 300_000, hours: "6" });
    await create("cheap", 9, { priceHalalas: 90_000, hours: "30", accreditationStatus: "pending" });
    await create("long", 20, { priceHalalas: 200_000, hours: "24" });
    await create("past", -20, { priceHalalas: 10_000, hours: "60" });
    await sellOut((await create("full", 1, { priceHalalas: 10_000, hours: "60" })).run);
    expect(await listSlugs({}, { sort: "price" })).toEqual(["cheap", "long", "dear", "full", "past"]);
    expect(await listSlugs({}, { sort: "hours" })).toEqual(["long", "dear", "cheap", "full", "past"]);
    expect(await listSlugs({}, { sort: "soonest" })).toEqual(["dear", "cheap", "long", "full", "past"]);
  });
});
