/** Lists of content show the tables' current rows, whoever wrote them, and read each once. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse } from "#db/factories/course.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { migrateUpTo } from "#test/older-database.ts";
import { listItems } from "./items.server.ts";
import { contentSummaries } from "./tables.server.ts";

describeOnDatabase("summaries of content", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  beforeEach(async () => {
    database = await open();
    ctx = testContext(database).asStaff("content");
  });
  const listTitles = async () => {
    const query = { page: 1, perPage: 25, sort: "title", order: "asc", filter: { entity: "course" } } as const;
    return (await listItems(ctx, query)).data.map(({ title }) => title);
  };
  const rename = (ctx: TestCtx, id: number, nameEng: string) =>
    ctx.db.update(courses).set({ name_eng: nameEng }).where(eq(courses.id, id));

  it("P-05 lists rows written directly to the tables: new, changed, deleted, truncated", async () => {
    const { id } = await makeCourse(ctx.db, { name_eng: "First" });
    expect(await listTitles()).toEqual(["First"]);
    await rename(ctx, id, "Other");
    await makeCourse(ctx.db, { name_eng: "Second" });
    expect(await listTitles()).toEqual(["Other", "Second"]);
    await ctx.db.delete(courses).where(eq(courses.id, id));
    expect(await listTitles()).toEqual(["Second"]);
    // This database has no certificates, so their trigger against truncation can be disabled.
    await database.executeSql("alter table certificate disable trigger certificate_not_emptied");
    await database.executeSql("truncate course cascade");
    expect(await listTitles()).toEqual([]);
  });

  it("O-36 a list reads no full text while nothing changed", async () => {
    const { id } = await makeCourse(ctx.db, { name_eng: "First" });
    await listTitles();
    // The list shows the stored summary: the text itself was not read again.
    await ctx.db.update(contentSummaries).set({ titleEng: "Noted" });
    expect(await listTitles()).toEqual(["Noted"]);
    await rename(ctx, id, "Changed");
    expect(await listTitles()).toEqual(["Changed"]);
  });

  it("parallel lists all show what was written before", async () => {
    for (let n = 0; n < 25; n += 1) await makeCourse(ctx.db, { name_eng: `Course ${String(n).padStart(2, "0")}` });
    const [one, other] = await Promise.all([listTitles(), listTitles()]);
    expect([one.length, other]).toEqual([25, one]);
  });

  it("an uncommitted change appears in the list after its commit", async () => {
    const { id } = await makeCourse(ctx.db, { name_eng: "Before" });
    await listTitles();
    const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = inTransaction(ctx, async (inside) => {
      await inside.db.update(courses).set({ name_eng: "After" }).where(eq(courses.id, id));
      written.resolve();
      await release.promise;
    });
    await written.promise;
    await makeCourse(ctx.db, { name_eng: "Another" });
    expect(await listTitles()).toEqual(["Another", "Before"]);
    release.resolve();
    await change;
    expect(await listTitles()).toEqual(["After", "Another"]);
  });

  it("content from before the migration is listed", async () => {
    const oldDatabase = await open();
    await migrateUpTo(oldDatabase, "content_summaries");
    await oldDatabase.executeSql(`insert into course (slug, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image)
      values ('a', 'healthcare-quality', '', 'From before', '', '', '', '[]', '[]', 'x')`);
    await oldDatabase.migrate("db/migrations");
    ctx = testContext(oldDatabase).asStaff("content");
    expect(await listTitles()).toEqual(["From before"]);
    expect((await ctx.db.execute(sql`select count(*)::int as n from content_summary where behind`)).rows).toEqual([
      { n: 0 },
    ]);
  });
});
