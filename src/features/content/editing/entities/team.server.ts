import { eq } from "drizzle-orm";
import { z } from "zod";
import { teamMembers } from "#features/content/tables.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { fromRow, nextId, numberedSql, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const schema = inBothModes((f) =>
  z.strictObject({
    position: f.position(),
    ...f.texts("title", 200),
    ...f.texts("name", 120),
    email: f.email(),
    image: f.optionalImage(),
  }),
);
type TeamData = z.output<typeof schema.publish>;

export const teamEntity: Entity<TeamData> = {
  area: "content",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: teamMembers.id, ...columnsFor(teamMembers, schema.publish) })
      .from(teamMembers)
      .where(numberedSql(teamMembers.id, entityId));
    return rows.map(({ id, image, ...row }) => ({
      entityId: String(id),
      data: { ...fromRow(row), image: image ?? "" },
    }));
  },
  async write(ctx, entityId, data) {
    const row = { ...toRow(data), image: data.image || null };
    await ctx.db
      .insert(teamMembers)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row })
      .onConflictDoUpdate({ target: teamMembers.id, set: row });
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(teamMembers).where(eq(teamMembers.id, Number(entityId)))),
  newId: (ctx) => nextId(ctx, "team_member"),
  path: () => "/contact-us",
  title: ({ name_eng, name_ar }) => ({ eng: name_eng, ar: name_ar }),
};
