/** How search words are read: spellings, word forms and typos. */
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadDemoContent } from "#db/demo/load.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { tokenize, searchSite } from "./search.server.ts";
import { searchTerms } from "./terms.server.ts";

describeOnDatabase("words of a search", (open) => {
  let ctx: TestCtx;
  beforeAll(async () => {
    ctx = testContext(await open());
    await loadDemoContent(ctx);
  });
  const lexemes = async (text: string) => {
    const { rows } = await ctx.db.execute(
      sql`select search_lexeme(search_strip_article(search_normalize(shown))) as lexeme from search_split(${text}) order by position`,
    );
    return rows.map((row) => (row as { lexeme: string }).lexeme).join(" ");
  };
  const normalise = async (text: string) =>
    (
      (
        await ctx.db.execute(
          sql`select string_agg(search_normalize(shown), ' ' order by position) as words from search_split(${text})`,
        )
      ).rows[0] as { words: string | null }
    ).words;
  const titles = async (q: string) =>
    (await searchSite(ctx, { q })).groups.flatMap(({ hits }) => hits.map(({ title }) => title));

  it.each([
    ["إدارة", "اداره"],
    ["أسـاسـيّات", "اساسيات"],
    ["مُستشفى", "مستشفي"],
    ["آلية المسؤول والطوارئ", "اليه المسوول والطواري"],
    ["٢٠٢٧ ۱۵", "2027 15"],
    ["Patient’s SAFETY, naïve café", "patients safety naive cafe"],
  ])("C-10 %s is normalised to %s", async (text, one) => {
    expect(await normalise(text)).toBe(one);
    expect(await normalise(one)).toBe(one);
  });

  it.each([
    ["السلامة", "سلامه"],
    ["وَالسَّلامة", "سلامة"],
    ["بالسلامة", "السلامه"],
    ["للسلامة", "سلامة"],
    ["كالسلامة", "سلامة"],
    ["فالسلامة", "سلامة"],
    ["المرضى", "المرضي"],
    ["للمرضى", "مرضى"],
    ["أخطاء", "اخطاء"],
    ["الإدارة", "ادارة"],
    ["الآلية", "آليه"],
    ["مستشفيات", "مستشفى"],
    ["المستشفيات", "مستشفي"],
    ["دورات", "دورة"],
    ["مهارات", "المهارة"],
    ["مدرّبون", "المدربين"],
    ["ممرضات", "ممرضة"],
    ["تدريبية", "تدريب"],
    ["سريرية", "السريري"],
    ["صحية", "الصحي"],
    ["منشآت", "منشأة"],
    ["الالتهابات", "التهاب"],
    ["إلكترونية", "الإلكتروني"],
    ["audits", "auditing"],
    ["infections", "infection"],
    ["Qualities", "quality"],
    ["nurses", "nurse"],
    ["patient's", "patients"],
  ])("C-10 %s and %s are one word", async (one, other) => {
    const [a, b] = await Promise.all([lexemes(one), lexemes(other)]);
    expect(a).toBe(b);
  });

  it.each([
    ["برنامج", "بيانات"],
    ["دور", "دواء"],
    ["قسم", "قيم"],
    ["علم", "عمل"],
    ["organ", "organise"],
  ])("C-10 %s and %s stay two words", async (one, other) => {
    expect(await lexemes(one)).not.toBe(await lexemes(other));
  });

  it.each([
    ["سلامه المرضي", "Patient safety essentials for clinical teams", null],
    ["infecton", "Infection prevention and control in practice", "infection"],
    ["hygeine", "Infection prevention and control in practice", "hygiene"],
    ["medicaton safty", "Medication safety and high-alert drugs", "medication safety"],
    ["auditing", "Clinical audit, step by step", null],
    ["accred", "Preparing a department for an accreditation survey", null],
    ["what we do", "What we do", null],
    ["contact", "Contact us", null],
    ["certificate", "Do I receive a certificate?", null],
  ])("C-10 the demo content: %s finds %s", async (q, title, didYouMean) => {
    const results = await searchSite({ ...ctx, locale: "en" }, { q });
    const all = results.groups.flatMap(({ hits }) => hits.map((hit) => hit.title));
    expect(all).toContain(title);
    expect(results.didYouMean).toBe(didYouMean);
  });

  it.each([
    ["مستشفيات", "نظام معلومات المستشفى"],
    ["المستشفيات", "نظام معلومات المستشفى"],
    ["مريض", "أساسيات سلامة المرضى للفرق السريرية"],
    ["العدوي", "الوقاية من العدوى ومكافحتها في الممارسة"],
    ["المستشفييات", "نظام معلومات المستشفى"],
  ])("C-10 the demo content in Arabic: %s finds %s", async (q, title) => {
    const { groups } = await searchSite({ ...ctx, locale: "ar" }, { q });
    expect(groups.flatMap(({ hits }) => hits.map((hit) => hit.title))).toContain(title);
  });

  it("C-10 ranks first the course whose name has the searched words", async () => {
    const first = async (q: string) =>
      (await searchSite(ctx, { q })).groups.find(({ type }) => type === "course")?.hits[0]?.url;
    expect(await first("patient safety")).toBe("/courses/patient-safety-essentials");
    expect(await first("clinical audit")).toBe("/courses/clinical-audit-step-by-step");
    expect(await first("root cause analysis")).toBe("/courses/root-cause-analysis");
    expect(await first("مكافحة العدوى")).toBe("/courses/infection-prevention-control");
  });

  it("C-10 nonsense finds and suggests nothing; a short word is never corrected", async () => {
    expect(await searchSite(ctx, { q: "zzzzqqqq" })).toEqual({ total: 0, groups: [], didYouMean: null });
    expect((await searchTerms(ctx, "cpx"))?.corrected).toBeNull();
    expect(await searchTerms(ctx, "safety safety SAFETY")).toMatchObject({ broader: [] });
  });

  it("C-10 splits a text into words in SQL as in TypeScript", async () => {
    const letters = fc.constantFrom(
      ..."أإآٱىةؤئءبـًٌٍَُِّْٰ،؛؟٪٣۳",
      " ",
      "\n",
      "’",
      "'",
      "-",
      "Ab",
      "z",
      "9",
      "%",
      "é",
      "e\u0301",
      "ß",
      "İ",
      "ﷺ",
      "ﻻ",
      "µ",
      "½",
      "漢",
      "α",
      "😀",
      "\u200c",
      "\u200f",
      "\ufeff",
      "…",
      "«",
      "»",
      "·",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(letters, { maxLength: 25 }).map((parts) => parts.join("")),
        async (text) => {
          const { rows } = await ctx.db.execute(sql`select count(*)::int as n from search_split(${text})`);
          expect(tokenize(text).length, JSON.stringify(text)).toBe((rows[0] as { n: number }).n);
        },
      ),
      { numRuns: 300 },
    );
  });

  describe("every demo document", () => {
    it("C-10 is found by its own title", async () => {
      const { rows } = await ctx.db.execute(
        sql`select kind, key, title_eng, title_ar from search_document where visible`,
      );
      const missed: string[] = [];
      for (const row of rows as { kind: "course"; key: string; title_eng: string; title_ar: string | null }[]) {
        for (const title of [row.title_eng, row.title_ar])
          if (title && !(await titles(title)).some((hit) => hit === row.title_eng || hit === row.title_ar))
            missed.push(title);
      }
      expect(missed).toEqual([]);
    });
  });
});
