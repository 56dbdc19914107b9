import { and, eq, not } from "drizzle-orm";
import { z } from "zod";
import { courseCategories } from "#features/catalogue/filters.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { requireTrainers, trainerIdsField } from "#features/content/trainers.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { fromRow, nextId, numberedSql, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const schema = inBothModes((f) =>
  z.strictObject({
    slug: f.slug(),
    category: f.choice(courseCategories),
    ...f.textFields("course"),
    trainer_ids: trainerIdsField.default([]),
    curriculum: z
      .array(z.strictObject({ ...f.texts("title", 200), items: z.array(f.pair(300)).max(40).default([]) }))
      .max(60)
      .default([]),
    image: f.image(),
    share_image: f.optionalImage(),
    disable_course: z.boolean("invalid").default(false),
  }),
);
type CourseData = z.output<typeof schema.publish>;

/** A course. Excludes its runs (catalogue/schedule) and its position on the home page (`featured`). */
export const courseEntity: Entity<CourseData> = {
  area: "courses",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: courses.id, ...columnsFor(courses, schema.publish) })
      .from(courses)
      .where(and(not(courses.off_site), numberedSql(courses.id, entityId)));
    return rows.map(({ id, ...row }) => ({ entityId: String(id), data: fromRow(row) }));
  },
  async write(ctx, entityId, data) {
    await requireTrainers(ctx, data.trainer_ids, "trainer_ids");
    const row = { ...toRow(data), off_site: false, updated_at: ctx.now() };
    await ctx.db
      .insert(courses)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row, created_at: ctx.now() })
      .onConflictDoUpdate({ target: courses.id, set: row });
  },
  /** Keeps the row, because people have seats in its runs. */
  remove: async (ctx, entityId) =>
    void (await ctx.db
      .update(courses)
      .set({ disable_course: true, off_site: true, updated_at: ctx.now() })
      .where(eq(courses.id, Number(entityId)))),
  newId: (ctx) => nextId(ctx, "course"),
  path: ({ slug }) => `/courses/${slug}`,
  hasAddress: true,
  title: ({ name_eng, name_ar }) => ({ eng: name_eng, ar: name_ar }),
};
