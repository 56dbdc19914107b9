/** The site's search; rejections first. */
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun, makeTrainer } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { search } from "./api.server.ts";
import { searchKeys, searchSite } from "./search.server.ts";

/** Makes a course on the site whose only texts are these; its name is the slug unless they say otherwise. */
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
    expect(await searchKeys(ctx, "course", q)).toEqual(q.trim() ? [] : null);
  });

  it.each([
    "'; drop table course; --",
    "' | 'audit",
    "audit & !audit",
    "audit:*",
    "<-> audit <2>",
    "\\'audit\\'",
    "audit')) union select 1 --",
    "%audit%",
    "$1 audit $2",
    "a".repeat(5000),
    "audit ".repeat(2000),
    "(((((",
    "'",
    "\\",
    ":A",
    "audit\u202e",
    "ـ".repeat(500),
  ])("C-10 treats %j as words", async (q) => {
    const results = await searchSite(ctx, { q });
    expect(results.total).toBe(q.includes("audit") && !q.includes("union") ? 1 : results.total);
    expect(await searchKeys(ctx, "course", "audit")).toEqual(["audit"]);
  });
});

describeOnDatabase("the search", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
  });

  const course = (slug: string, values?: Parameters<typeof makeCourse>[1]) => makeFindable(ctx, slug, values);
  const keys = async (q: string) => (await searchKeys(ctx, "course", q)) ?? [];
  const answer = async (search_val: unknown) =>
    search.reply.parse(await search.handle(ctx, search.body.parse({ search_val })));

  describe("refusals", () => {
    it("C-10 rejects a query that is too long or not text, and finds nothing without a query", async () => {
      for (const wrong of ["x".repeat(201), 7, ["a"], "a\u0000b"])
        expect(search.body.safeParse({ search_val: wrong }).success).toBe(false);
      expect(await answer(undefined)).toEqual({ data: [], total: 0 });
    });

    it("B-12 presentation forms, full-width letters and invisible characters find the ordinary spelling", async () => {
      await course("safety", { name_eng: "ICU safety", name_ar: "السلامة في العناية" });
      for (const typed of ["\ufe8d\ufedf\ufeb4\ufefc\ufee3\ufe94", "ＩＣＵ", "\u2067السلامة\u2069", "s\u200bafety"])
        expect(await keys(typed), typed).toEqual(["safety"]);
      expect((await answer("\ufe8d\ufedf\ufeb4\ufefc\ufee3\ufe94")).total).toBe(1);
    });

    it("C-10 finds a course only while it has a run that is not cancelled", async () => {
      const made = await makeCourse(ctx.db, { slug: "hidden", name_eng: "Palliative care" });
      expect(await keys("palliative")).toEqual([]);
      const run = await makeRun(ctx.db, made.id);
      expect(await keys("palliative")).toEqual(["hidden"]);
      await ctx.db.execute(sql`update course_run set cancelled_at = now() where id = ${run.id}`);
      expect(await keys("palliative")).toEqual([]);
      await ctx.db.execute(sql`update course_run set cancelled_at = null where id = ${run.id}`);
      expect(await keys("palliative")).toEqual(["hidden"]);
      await ctx.db.execute(sql`delete from run_session where run_id = ${run.id}`);
      await ctx.db.execute(sql`delete from course_run where id = ${run.id}`);
      expect(await keys("palliative")).toEqual([]);
    });
  });

  describe("changes by any writer", () => {
    it("C-10 follows changes, new addresses and deletions at once, but not a change that was rolled back", async () => {
      await course("handover");
      await ctx.db.execute(sql`update course set name_eng = 'Escalation', slug = 'escalation' where slug = 'handover'`);
      expect(await keys("handover")).toEqual([]);
      expect(await keys("escalation")).toEqual(["escalation"]);
      const undone = ctx.database.transaction(async (tx) => {
        await tx.execute(sql`update course set name_eng = 'Triage'`);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await keys("triage")).toEqual([]);
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

  describe("the results", () => {
    it("C-10 are grouped and counted, eight of each kind or one kind in full", async () => {
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

    it("C-10 rank titles over subjects over texts, and more matches over fewer", async () => {
      await course("text", { about_course_eng: `<p>${"Plain words. ".repeat(30)} Then sterilisation.</p>` });
      await course("nothing");
      await course("subject", { subject_eng: "Sterilisation" });
      await course("name", { name_eng: "Sterilisation" });
      await course("opening", { summary_eng: "Sterilisation in a day." });
      expect(await keys("sterilisation")).toEqual(["name", "subject", "opening", "text"]);
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
    ])("C-10 %s is one or two typos from %s, which is found and named", async (typo, meant) => {
      await course("meant", { name_eng: `One ${meant}` });
      await course("other", { name_eng: "Handover" });
      expect(await searchSite(ctx, { q: typo })).toMatchObject({
        total: 1,
        didYouMean: meant,
        groups: [{ hits: [{ url: "/courses/meant" }] }],
      });
      expect(await keys(typo)).toEqual(["meant"]);
    });

    it("C-10 a corrected word keeps its article, or none, as typed", async () => {
      await course("meant", { name_eng: "Audit", name_ar: "التدقيق السريري", summary_ar: "خطة تدقيق" });
      for (const [typo, meant] of [
        ["التدقييق السريري", "التدقيق السريري"],
        ["تدقييق", "تدقيق"],
      ] as const)
        expect((await searchSite(ctx, { q: typo })).didYouMean).toBe(meant);
    });

    it("C-10 have all words but one when nothing has all, and any of the words otherwise", async () => {
      await course("two", { summary_eng: "wound dressing" });
      await course("one", { summary_eng: "wound" });
      await course("third", { summary_eng: "catheter" });
      const findTitles = async (q: string) =>
        (await searchSite(ctx, { q })).groups.flatMap(({ hits }) => hits.map(({ title }) => title)).toSorted();
      expect(await findTitles("wound dressing catheter")).toEqual(["two"]);
      expect(await findTitles("dressing catheter ventilation")).toEqual(["third", "two"]);
    });

    it("C-10 rank titles with all words first among hundreds of matches, and count all", async () => {
      await ctx.db.execute(
        sql`insert into news (slug, title_eng, excerpt_eng, body_eng, image) select 's' || n, case n when 7 then 'Wound dressing' when 9 then 'Wound' else 'Story' end, 'x', 'wound dressing ' || n, 'x' from generate_series(1, 300) n`,
      );
      const { total, groups } = await searchSite(ctx, { q: "wound dressing", type: "news" });
      expect(total).toBe(300);
      expect(groups[0]?.hits.slice(0, 2).map(({ url }) => url)).toEqual(["/news/s7", "/news/s9"]);
      expect(groups[0]?.hits).toHaveLength(50);
      const listed = (await searchKeys(ctx, "news", "wound dressing")) ?? [];
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

    it("C-10 must have all words, or some when nothing has all; a course list needs all", async () => {
      await course("both", { summary_eng: "wound dressing" });
      await course("one", { summary_eng: "wound" });
      const titles = async (q: string) =>
        (await searchSite(ctx, { q })).groups.flatMap(({ hits }) => hits.map(({ title }) => title));
      expect(await titles("wound dressing")).toEqual(["both"]);
      expect((await titles("what about the wound")).toSorted()).toEqual(["both", "one"]);
      expect((await titles("wound catheterisation dressing"))[0]).toBe("both");
      expect(await keys("wound catheterisation dressing")).toEqual([]);
    });

    it.each([
      ["طبيب", "للأطباء"],
      ["مخاطر", "خطر"],
      ["مسئول", "المسؤولون"],
      ["دواء", "الأدوية"],
      ["doctor", "Physicians"],
      ["child", "children"],
    ])("C-10 %s finds the synonym %s", async (q, written) => {
      await course("same", { summary_eng: written });
      await course("other");
      expect(await keys(q)).toEqual(["same"]);
    });

    it.each([
      ["Huda", "en"],
      ["dr. huda al-ansari", "en"],
      ["ansary", "en"],
      ["هدى", "ar"],
      ["د. هدي الانصاري", "ar"],
      ["الدكتورة هُدى", "ar"],
      ["أنصاري", "ar"],
    ] as const)("U-02 find a course by its trainer: %s (%s)", async (q, locale) => {
      const sami = await makeTrainer(ctx.db, { name_eng: "Sami R.", name_ar: null });
      const huda = await makeTrainer(ctx.db, { name_eng: "Dr. Huda Al-Ansari", name_ar: "د. هدى الأنصاري" });
      await course("taught", {
        name_ar: "دورة",
        about_course_eng: "<p>About it</p>",
        about_course_ar: "<p>عنها</p>",
        trainer_ids: [sami.id, huda.id],
      });
      await course("other");
      expect(await keys(q)).toEqual(["taught"]);
      const { groups } = await searchSite({ ...ctx, locale }, { q });
      expect(groups[0]?.hits[0]?.excerpt).toMatch(
        locale === "ar" ? /^عنها · Sami R\.، .*<mark>/ : /^About it · Sami R\., .*<mark>/,
      );
    });

    it("U-02 do not find a course by a former trainer", async () => {
      const huda = await makeTrainer(ctx.db, { name_eng: "Huda" });
      await course("taught", { trainer_ids: [huda.id] });
      expect(await keys("huda")).toEqual(["taught"]);
      await ctx.db.execute(sql`update course set trainer_ids = '{}'`);
      expect(await keys("huda")).toEqual([]);
    });

    it("U-02 find a course by its trainer's new name, not the old one", async () => {
      const huda = await makeTrainer(ctx.db, { name_eng: "Huda" });
      await course("taught", { trainer_ids: [huda.id] });
      await ctx.db.execute(sql`update trainer set name_eng = 'Mona' where id = ${huda.id}`);
      expect([await keys("huda"), await keys("mona")]).toEqual([[], ["taught"]]);
    });

    it.each(["وسلامة", "بسلامة", "لسلامة"])("C-10 find سلامة in %s, joined to another word", async (written) => {
      await course("together", { summary_ar: written });
      expect(await keys("السلامه")).toEqual(["together"]);
    });

    it("C-10 F-48 use the reader's language where it exists, whatever the query's language", async () => {
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
