import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun, makeTrainer } from "#db/factories/course.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { trainers } from "#features/content/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { migrateUpTo } from "#test/older-database.ts";
import { editableContent } from "./editable.server.ts";
import { listItems } from "./items.server.ts";
import { publishRevision, unpublishItem } from "./publish.server.ts";
import { saveDraft } from "./revisions.server.ts";

describeOnDatabase("trainers", (open) => {
  describe("as content", () => {
    let ctx: TestCtx;
    let id: number;
    beforeEach(async () => {
      ctx = testContext(await open()).asStaff("training");
      id = (await makeTrainer(ctx.db, { name_eng: "Huda" })).id;
    });
    const remove = () => unpublishItem(ctx, { entity: "trainer", entityId: String(id) });
    const isOnSite = async () => (await ctx.db.$count(trainers, eq(trainers.id, id))) === 1;

    it("rejects publishing a course with a trainer who is not on the site", async () => {
      const { id: courseId } = await makeCourse(ctx.db);
      const entityId = String(courseId);
      const { data, version } = await editableContent(ctx, { entity: "course", entityId });
      const draft = await saveDraft(ctx, {
        entity: "course",
        entityId,
        data: { ...data, trainer_ids: [id, 999] },
        version,
      });
      const error: unknown = await publishRevision(ctx, draft).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(ValidationError);
      expect((error as ValidationError).fields).toHaveProperty("trainer_ids");
    });

    it("rejects removing a trainer of a published course or a future run, but not of past and cancelled runs", async () => {
      const course = await makeCourse(ctx.db, { name_eng: "Safe handover", trainer_ids: [id] });
      await expect(remove()).rejects.toThrow(/Safe handover/);
      const futureRun = await makeRun(ctx.db, course.id);
      await ctx.db.update(courses).set({ off_site: true });
      await expect(remove()).rejects.toThrow(/Safe handover/);
      await ctx.db.update(courseRuns).set({ trainerIds: [] }).where(eq(courseRuns.id, futureRun.id));
      const run = await makeRun(ctx.db, course.id, { trainerIds: [id] });
      await expect(remove()).rejects.toBeInstanceOf(Conflict);
      expect(await isOnSite()).toBe(true);
      await makeRun(ctx.db, course.id, { trainerIds: [id], startDate: "2020-01-01", endDate: "2020-01-02" });
      await ctx.db.update(courseRuns).set({ cancelledAt: ctx.now() }).where(eq(courseRuns.id, run.id));
      await remove();
      expect(await isOnSite()).toBe(false);
    });

    it("are listed with the state of their Arabic", async () => {
      const query = { sort: "title", order: "asc", page: 1, perPage: 9 } as const;
      const { data } = await listItems(ctx, { ...query, filter: { entity: "trainer" } });
      expect(data).toMatchObject([{ title: "Huda", arabic: "missing", onSite: true, path: "/courses" }]);
    });
  });

  it("migration makes one trainer per exact speaker name, drafts included, and keeps each course's sequence", async () => {
    const database = await open();
    await migrateUpTo(database, "trainers");
    const speaker = (name: string, more: object = {}) => ({
      name_eng: name,
      name_ar: null,
      title_eng: "Dr",
      title_ar: null,
      ...more,
    });
    const old = [
      ["a", "2026-01-01", [speaker("Huda", { title_eng: "Consultant" }), speaker("Reem"), speaker("Reem")]],
      ["b", "2026-02-01", [speaker("huda"), speaker("Huda", { line_eng: "Leads.", name_ar: "هدى" })]],
      ["c", "2026-03-01", []],
    ] as const;
    for (const [slug, at, speakers] of old)
      await database.executeSql(
        `insert into course (slug, category, subject_eng, name_eng, summary_eng, about_course_eng, prerequisites_eng, speakers, curriculum, image, updated_at)
         values ($1, 'healthcare-quality', '', '', '', '', '', $2::jsonb, '[]', 'x', $3)`,
        [slug, JSON.stringify(speakers), at],
      );
    const revision = (state: string, version: number, ...speakers: object[]) =>
      database.executeSql(
        `insert into content_revision (entity, entity_id, version, data, marks, state, created_at, saved_at)
         values ('course', '1', $1, $2::jsonb, '{"name": {"eng": 1, "ar": 1}, "speakers": {"eng": 2, "ar": 1}}', $3, now(), now())`,
        [version, JSON.stringify({ name_eng: "A", speakers }), state],
      );
    await revision("replaced", 1, speaker("Gone"), speaker("Reem"));
    await revision("draft", 2, speaker("New"), speaker("Huda", { title_eng: "Unpublished" }), speaker(""));
    await database.migrate("db/migrations");
    const ctx = testContext(database);
    const people = await ctx.db.select().from(trainers);
    const toNames = (ids: number[]) => ids.map((id) => people.find((row) => row.id === id)?.name_eng);
    expect(people.map(({ name_eng }) => name_eng).toSorted()).toEqual(["Huda", "New", "Reem", "huda"]);
    expect(people.find(({ name_eng }) => name_eng === "Huda")).toMatchObject({
      name_ar: "هدى",
      job_title_eng: "Dr",
      biography_eng: "Leads.",
    });
    const rows = await ctx.db.select({ slug: courses.slug, ids: courses.trainer_ids }).from(courses);
    expect(rows.map(({ slug, ids }) => [slug, toNames(ids)]).toSorted()).toEqual([
      ["a", ["Huda", "Reem"]],
      ["b", ["huda", "Huda"]],
      ["c", []],
    ]);
    const { rows: drafts } = await ctx.db.execute<{ data: { trainer_ids: number[] }; marks: object }>(
      sql`select data, marks from content_revision order by version`,
    );
    expect(drafts.map(({ data }) => [Object.keys(data), toNames(data.trainer_ids)])).toEqual([
      [["name_eng", "trainer_ids"], ["Reem"]],
      [
        ["name_eng", "trainer_ids"],
        ["New", "Huda"],
      ],
    ]);
    expect(drafts.map(({ marks }) => Object.keys(marks))).toEqual([["name"], ["name"]]);
  });
});
