/** The site's search: hostile queries first. */
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun, makeTrainer } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { search } from "./api.server.ts";
import { searchSite, searchSlugs } from "./search.server.ts";

/** Makes a course with a run, so that searches find it. Texts not in `values` are empty, but the name is the slug. */
async function makeFindable(ctx: TestCtx, slug: string, values: Parameters<typeof makeCourse>[1] = {}) {
  const blank = {
    name_eng: slug,
    name_ar: null,
    subject_eng: "",
    subject_ar: null,
    summary_eng: "",
    summary_ar: null,
    about_course_eng: "",
    about_course_ar: null,
  };
  const made = await makeCourse(ctx.db, { slug, ...blank, ...values });
  await makeRun(ctx.db, made.id);
  return made;
}

describeOnDatabase("empty and hostile searches", (open) => {
  let ctx: TestCtx;
  // All cases share one database: if a case changes it, the next one fails.
  beforeAll(async () => {
    ctx = testContext(await open());
    await makeFindable(ctx, "audit", { summary_eng: "100% audit" });
  });

  it.each([
    ["", "no words"],
    ["   ", "blanks"],
    ["%_\\", "signs"],
    ["ـًّ", "vowel marks alone"],
    ["\u0000\ud800", "no characters"],
    ["😀 ✚", "pictures"],
  ])("C-10 %j finds nothing: %s", async (q) => {
    expect(await searchSite(ctx, { q })).toEqual({ total: 0, groups: [], didYouMean: null });
    expect(await searchSlugs(ctx, "course", q)).toEqual(q.trim() ? [] : null);
  });

  it.each([
    "' | 'audit",
    "audit & !audit",
    "audit:*",
    "<-> audit <2>",
    "\\'audit\\'",
    "%audit%",
    "$1 audit $2",
    "audit ".repeat(2000),
    "audit\u202e",
  ])("C-10 treats %j as words, and finds the course", async (q) => {
    expect((await searchSite(ctx, { q })).total).toBe(1);
    expect(await searchSlugs(ctx, "course", "audit")).toEqual(["audit"]);
  });

  it.each([
    "'; drop table course; --",
    "audit')) union select 1 --",
    "a".repeat(5000),
    "(((((",
    "'",
    "\\",
    ":A",
    "ـ".repeat(500),
  ])("C-10 treats %j as words, and does not fail", async (q) => {
    await searchSite(ctx, { q });
    expect(await searchSlugs(ctx, "course", "audit")).toEqual(["audit"]);
  });
});

describeOnDatabase("the search", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
  });

  const course = (slug: string, values?: Parameters<typeof makeCourse>[1]) => makeFindable(ctx, slug, values);
  const findSlugs = async (q: string) => (await searchSlugs(ctx, "course", q)) ?? [];
  const answer = async (search_val: unknown) =>
    search.reply.parse(await search.handle(ctx, search.body.parse({ search_val })));

  it("C-10 rejects a query that is too long or not text, and finds nothing without a query", async () => {
    for (const wrong of ["x".repeat(201), 7, ["a"], "a\u0000b"])
      expect(search.body.safeParse({ search_val: wrong }).success).toBe(false);
    expect(await answer(undefined)).toEqual({ data: [], total: 0 });
  });

  it("B-12 presentation forms, full-width letters and invisible characters find the ordinary spelling", async () => {
    await course("safety", { name_eng: "ICU safety", name_ar: "السلامة في العناية" });
    for (const typed of ["\ufe8d\ufedf\ufeb4\ufefc\ufee3\ufe94", "ＩＣＵ", "\u2067السلامة\u2069", "s\u200bafety"])
      expect(await findSlugs(typed), typed).toEqual(["safety"]);
    expect((await answer("\ufe8d\ufedf\ufeb4\ufefc\ufee3\ufe94")).total).toBe(1);
  });

  it("C-10 finds a course only while it has a run that is not cancelled", async () => {
    const made = await makeCourse(ctx.db, { slug: "hidden", name_eng: "Palliative care" });
    expect(await findSlugs("palliative")).toEqual([]);
    const run = await makeRun(ctx.db, made.id);
    expect(await findSlugs("palliative")).toEqual(["hidden"]);
    await ctx.db.execute(sql`update course_run set cancelled_at = now() where id = ${run.id}`);
    expect(await findSlugs("palliative")).toEqual([]);
    await ctx.db.execute(sql`update course_run set cancelled_at = null where id = ${run.id}`);
    expect(await findSlugs("palliative")).toEqual(["hidden"]);
    await ctx.db.execute(sql`delete from run_session where run_id = ${run.id}`);
    await ctx.db.execute(sql`delete from course_run where id = ${run.id}`);
    expect(await findSlugs("palliative")).toEqual([]);
  });

  describe("changes in the database, also by plain SQL", () => {
    it("C-10 follows changes, new addresses and deletions at once, but not a change that was rolled back", async () => {
      await course("handover");
      await ctx.db.execute(sql`update course set name_eng = 'Escalation', slug = 'escalation' where slug = 'handover'`);
      expect(await findSlugs("handover")).toEqual([]);
      expect(await findSlugs("escalation")).toEqual(["escalation"]);
      const undone = ctx.database.transaction(async (tx) => {
        await tx.execute(sql`update course set name_eng = 'Triage'`);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await findSlugs("triage")).toEqual([]);
      // This database has no certificates, so their trigger against truncation can be disabled.
      await ctx.db.execute(sql`alter table certificate disable trigger certificate_not_emptied`);
      await ctx.db.execute(sql`truncate course cascade`);
      expect(await searchSite(ctx, { q: "escalation" })).toMatchObject({ total: 0 });
    });

    it("C-10 finds news, questions and public pages inserted together, and no deleted ones", async () => {
      await ctx.db.execute(
        sql`insert into news (slug, title_eng, excerpt_eng, body_eng, image) values ('a', 'Sepsis bundle', 'x', '<p>x</p>', 'sepsis-1'), ('b', 'Other', 'x', '<p>About <b>sepsis</b> &amp; shock</p>', 'other-1')`,
      );
      await ctx.db.execute(
        sql`insert into faq (position, heading_eng, description_eng) values (1, 'What is sepsis?', '<p>Short.</p>')`,
      );
      await ctx.db.execute(
        sql`insert into static_page (slug, heading_eng, description_eng) values ('sepsis-policy', 'Sepsis policy', '<p>Text.</p>')`,
      );
      await ctx.db.execute(
        sql`insert into page_meta (type, slug, title_eng, description_eng) values ('page', 'contact-us', 'Sepsis line · Nama Health', 'Call.'), ('page', 'cart', 'Sepsis cart', 'Private.')`,
      );
      const { total, groups } = await searchSite(ctx, { q: "sepsis" });
      expect(total).toBe(5);
      expect(
        groups.map(({ type, hits }) => [
          type,
          hits.map(({ url, image }) => [url.replace(/\d+$/, "id"), image]).toSorted(),
        ]),
      ).toEqual([
        [
          "page",
          [
            ["/contact-us", null],
            ["/sepsis-policy", null],
          ],
        ],
        [
          "news",
          [
            ["/news/a", "sepsis-1"],
            ["/news/b", "other-1"],
          ],
        ],
        ["faq", [["/faq#question-id", null]]],
      ]);
      expect(groups[1]?.hits.map(({ url }) => url)).toEqual(["/news/a", "/news/b"]);
      expect(groups[1]?.hits[1]?.excerpt).toBe("x About <mark>sepsis</mark> &amp; shock");
      await ctx.db.execute(sql`delete from page_meta where slug = 'contact-us'`);
      await ctx.db.execute(sql`delete from faq`);
      expect((await searchSite(ctx, { q: "sepsis" })).total).toBe(3);
    });
  });

  describe("results", () => {
    it("C-10 groups and counts hits: at most eight of each kind, or 50 of one kind", async () => {
      for (let n = 0; n < 12; n += 1) await course(`ventilation-${n}`);
      await ctx.db.execute(
        sql`insert into faq (position, heading_eng, description_eng) values (1, 'Ventilation?', '')`,
      );
      const all = await searchSite(ctx, { q: "ventilation" });
      expect(all.groups.map(({ type, total, hits }) => [type, total, hits.length])).toEqual([
        ["course", 12, 8],
        ["faq", 1, 1],
      ]);
      const one = await searchSite(ctx, { q: "ventilation", type: "course" });
      expect(one.groups.map(({ type, total, hits }) => [type, total, hits.length])).toEqual([
        ["course", 12, 12],
        ["faq", 1, 0],
      ]);
      expect(one.total).toBe(13);
    });

    it("C-10 ranks titles over subjects over texts, and the opening of a text over its end", async () => {
      await course("text", { about_course_eng: `<p>${"Plain words. ".repeat(30)} Then sterilisation.</p>` });
      await course("nothing");
      await course("subject", { subject_eng: "Sterilisation" });
      await course("name", { name_eng: "Sterilisation" });
      await course("opening", { summary_eng: "Sterilisation in a day." });
      expect(await findSlugs("sterilisation")).toEqual(["name", "subject", "opening", "text"]);
    });

    it.each([
      ["aduit", "audit"],
      ["adit", "audit"],
      ["auddit", "audit"],
      ["audix", "audit"],
      ["crae", "care"],
      ["تدقق", "تدقيق"],
      ["تدقييق", "تدقيق"],
      ["تقديق", "تدقيق"],
      ["acreditatoin", "accreditation"],
    ])("C-10 %s is one or two typos from %s, which is found and suggested", async (typo, meant) => {
      await course("meant", { name_eng: `One ${meant}` });
      await course("other", { name_eng: "Handover" });
      expect(await searchSite(ctx, { q: typo })).toMatchObject({
        total: 1,
        didYouMean: meant,
        groups: [{ hits: [{ url: "/courses/meant" }] }],
      });
      expect(await findSlugs(typo)).toEqual(["meant"]);
    });

    it("C-10 a suggestion has the Arabic article ال only if the query has it", async () => {
      await course("meant", { name_eng: "Audit", name_ar: "التدقيق السريري", summary_ar: "خطة تدقيق" });
      for (const [typo, meant] of [
        ["التدقييق السريري", "التدقيق السريري"],
        ["تدقييق", "تدقيق"],
      ] as const)
        expect((await searchSite(ctx, { q: typo })).didYouMean).toBe(meant);
    });

    it("C-10 matches all words but one if nothing matches all, and any word if nothing matches all but one", async () => {
      await course("two", { summary_eng: "wound dressing" });
      await course("one", { summary_eng: "wound" });
      await course("third", { summary_eng: "catheter" });
      const findTitles = async (q: string) =>
        (await searchSite(ctx, { q })).groups.flatMap(({ hits }) => hits.map(({ title }) => title)).toSorted();
      expect(await findTitles("wound dressing catheter")).toEqual(["two"]);
      expect(await findTitles("dressing catheter ventilation")).toEqual(["third", "two"]);
    });

    it("C-10 ranks titles with all words first among hundreds of matches, and counts all", async () => {
      await ctx.db.execute(
        sql`insert into news (slug, title_eng, excerpt_eng, body_eng, image) select 's' || n, case n when 7 then 'Wound dressing' when 9 then 'Wound' else 'Story' end, 'x', 'wound dressing ' || n, 'x' from generate_series(1, 300) n`,
      );
      const { total, groups } = await searchSite(ctx, { q: "wound dressing", type: "news" });
      expect(total).toBe(300);
      expect(groups[0]?.hits.slice(0, 2).map(({ url }) => url)).toEqual(["/news/s7", "/news/s9"]);
      expect(groups[0]?.hits).toHaveLength(50);
      const listed = (await searchSlugs(ctx, "news", "wound dressing")) ?? [];
      expect([listed.length, new Set(listed).size, ...listed.slice(0, 2)]).toEqual([300, 300, "s7", "s9"]);
    });

    it("C-10 thirty parallel searches all finish, and other queries run between them", async () => {
      await course("audit");
      const searches = Promise.all(
        Array.from({ length: 30 }, (_, n) => searchSite(ctx, { q: n % 2 ? "audit" : "aduit" })),
      );
      let others = 0;
      for (let n = 0; n < 5; n += 1) others += (await ctx.database.executeSql("select 1")).rows.length;
      expect(others).toBe(5);
      expect((await searches).map(({ total }) => total)).toEqual(Array.from({ length: 30 }, () => 1));
    });

    it("C-10 a course list, unlike the search, always needs all words", async () => {
      await course("both", { summary_eng: "wound dressing" });
      await course("one", { summary_eng: "wound" });
      const titles = async (q: string) =>
        (await searchSite(ctx, { q })).groups.flatMap(({ hits }) => hits.map(({ title }) => title));
      expect(await titles("wound dressing")).toEqual(["both"]);
      expect((await titles("what about the wound")).toSorted()).toEqual(["both", "one"]);
      expect((await titles("wound catheterisation dressing"))[0]).toBe("both");
      expect(await findSlugs("wound catheterisation dressing")).toEqual([]);
    });

    it.each([
      ["طبيب", "للأطباء"],
      ["مخاطر", "خطر"],
      ["مسئول", "المسؤولون"],
      ["دواء", "الأدوية"],
      ["doctor", "Physicians"],
      ["child", "children"],
    ])("C-10 %s finds %s, a synonym or another form", async (q, written) => {
      await course("same", { summary_eng: written });
      await course("other");
      expect(await findSlugs(q)).toEqual(["same"]);
    });

    it.each([
      ["Huda", "en"],
      ["dr. huda al-ansari", "en"],
      ["ansary", "en"],
      ["هدى", "ar"],
      ["د. هدي الانصاري", "ar"],
      ["الدكتورة هُدى", "ar"],
      ["أنصاري", "ar"],
    ] as const)("U-02 finds a course by its trainer: %s (%s)", async (q, locale) => {
      const sami = await makeTrainer(ctx.db, { name_eng: "Sami R.", name_ar: null });
      const huda = await makeTrainer(ctx.db, { name_eng: "Dr. Huda Al-Ansari", name_ar: "د. هدى الأنصاري" });
      await course("taught", {
        name_ar: "دورة",
        about_course_eng: "<p>About it</p>",
        about_course_ar: "<p>عنها</p>",
        trainer_ids: [sami.id, huda.id],
      });
      await course("other");
      expect(await findSlugs(q)).toEqual(["taught"]);
      const { groups } = await searchSite({ ...ctx, locale }, { q });
      expect(groups[0]?.hits[0]?.excerpt).toMatch(
        locale === "ar" ? /^عنها · Sami R\.، .*<mark>/ : /^About it · Sami R\., .*<mark>/,
      );
    });

    it("U-02 does not find a course by a former trainer", async () => {
      const huda = await makeTrainer(ctx.db, { name_eng: "Huda" });
      await course("taught", { trainer_ids: [huda.id] });
      expect(await findSlugs("huda")).toEqual(["taught"]);
      await ctx.db.execute(sql`update course set trainer_ids = '{}'`);
      expect(await findSlugs("huda")).toEqual([]);
    });

    it("U-02 finds a course by its trainer's new name, not the old one", async () => {
      const huda = await makeTrainer(ctx.db, { name_eng: "Huda" });
      await course("taught", { trainer_ids: [huda.id] });
      await ctx.db.execute(sql`update trainer set name_eng = 'Mona' where id = ${huda.id}`);
      expect([await findSlugs("huda"), await findSlugs("mona")]).toEqual([[], ["taught"]]);
    });

    it.each(["وسلامة", "بسلامة", "لسلامة"])("C-10 finds سلامة behind the prefix in %s", async (written) => {
      await course("together", { summary_ar: written });
      expect(await findSlugs("السلامه")).toEqual(["together"]);
    });

    it("C-10 F-48 uses the reader's language where it exists, whatever the query's language", async () => {
      await course("both", {
        name_eng: "Audit basics",
        name_ar: "أساسيات المراجعة",
        summary_eng: "CME hours",
        summary_ar: "ساعات CME",
      });
      const hit = async (q: string, locale: "en" | "ar") =>
        (await searchSite({ ...ctx, locale }, { q })).groups[0]?.hits[0];
      await course("only", { name_eng: "Delirium basics", name_ar: null, summary_eng: "Delirium", summary_ar: null });
      expect(await hit("audit", "en")).toMatchObject({
        lang: "en",
        title: "Audit basics",
        markedTitle: "<mark>Audit</mark> basics",
      });
      expect(await hit("audit", "ar")).toMatchObject({ lang: "ar", title: "أساسيات المراجعة", excerpt: "ساعات CME" });
      expect(await hit("المراجعه", "ar")).toMatchObject({ lang: "ar", markedTitle: "أساسيات <mark>المراجعة</mark>" });
      expect(await hit("المراجعه", "en")).toMatchObject({ lang: "en", title: "Audit basics", excerpt: "CME hours" });
      expect(await hit("delirium", "ar")).toMatchObject({ lang: "en", markedTitle: "<mark>Delirium</mark> basics" });
      expect(await hit("cme", "en")).toMatchObject({ lang: "en", excerpt: "<mark>CME</mark> hours" });
      expect(await hit("cme", "ar")).toMatchObject({ lang: "ar", excerpt: "ساعات <mark>CME</mark>" });
      expect(await hit("audit المراجعة", "ar")).toMatchObject({ lang: "ar" });
    });

    it("C-10 excerpts separate headings and list items, and keep sentences together", async () => {
      await course("badge", {
        about_course_eng:
          '<h3>Your badge</h3><p>The <b>badge</b>, once printed, opens the <a href="/x">hall</a>.</p><h3>Why?</h3><ul><li>Bring it</li><li>Wear it.</li></ul><p>That is all</p>',
      });
      expect((await searchSite(ctx, { q: "printed" })).groups[0]?.hits[0]?.excerpt).toBe(
        "Your badge · The badge, once <mark>printed</mark>, opens the hall. Why? Bring it · Wear it. That is all",
      );
    });

    it("C-10 /api/search returns one list, best first, with <mark> as the only tag in excerpts", async () => {
      await ctx.db.execute(
        sql`insert into faq (position, heading_eng, description_eng) values (1, 'Delirium', '<p>&lt;script&gt;alert(1)&lt;/script&gt; "delirium" &amp; <img src=x onerror=alert(1)>more</p>')`,
      );
      await course("other", { about_course_eng: "<p>delirium</p>" });
      const { data, total } = await answer("DELIRIUM");
      expect(total).toBe(2);
      expect(data.map(({ type, title }) => [type, title])).toEqual([
        ["faq", "Delirium"],
        ["course", "other"],
      ]);
      expect(data[0]?.excerpt).toBe(
        "&lt;script&gt;alert(1)&lt;/script&gt; &quot;<mark>delirium</mark>&quot; &amp; more",
      );
    });
  });
});
