import { eq } from "drizzle-orm";
import { z } from "zod";
import { trainers } from "#features/content/tables.server.ts";
import { findTaughtCourse } from "#features/content/trainers.server.ts";
import { m } from "#messages";
import { columnsFor } from "#platform/db/columns.server.ts";
import { Conflict } from "#platform/errors.ts";
import { fromRow, nextId, numberedSql, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const schema = inBothModes((f) => z.strictObject({ ...f.textFields("trainer"), image: f.optionalImage() }));
type TrainerData = z.output<typeof schema.publish>;

/** A person who teaches, shown on the pages of the courses that name them. */
export const trainerEntity: Entity<TrainerData> = {
  area: "courses",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: trainers.id, ...columnsFor(trainers, schema.publish) })
      .from(trainers)
      .where(numberedSql(trainers.id, entityId));
    return rows.map(({ id, ...row }) => ({ entityId: String(id), data: fromRow(row) }));
  },
  async write(ctx, entityId, data) {
    const row = toRow(data);
    await ctx.db
      .insert(trainers)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row })
      .onConflictDoUpdate({ target: trainers.id, set: row });
  },
  async remove(ctx, entityId) {
    const course = await findTaughtCourse(ctx, Number(entityId));
    if (course !== null) throw new Conflict(m.content_trainer_teaches({ course }, { locale: ctx.locale }));
    await ctx.db.delete(trainers).where(eq(trainers.id, Number(entityId)));
  },
  newId: (ctx) => nextId(ctx, "trainer"),
  path: () => "/courses",
  title: ({ name_eng, name_ar }) => ({ eng: name_eng, ar: name_ar }),
};
