import { eq } from "drizzle-orm";
import { z } from "zod";
import { faqs } from "#features/content/tables.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { fromRow, nextId, numberedSql, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const schema = inBothModes((f) =>
  z.strictObject({ position: f.position(), ...f.texts("heading", 300), ...f.htmls("description") }),
);
type FaqData = z.output<typeof schema.publish>;

export const faqEntity: Entity<FaqData> = {
  area: "content",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: faqs.id, ...columnsFor(faqs, schema.publish) })
      .from(faqs)
      .where(numberedSql(faqs.id, entityId));
    return rows.map(({ id, ...row }) => ({ entityId: String(id), data: fromRow(row) }));
  },
  async write(ctx, entityId, data) {
    const row = toRow(data);
    await ctx.db
      .insert(faqs)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row })
      .onConflictDoUpdate({ target: faqs.id, set: row });
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(faqs).where(eq(faqs.id, Number(entityId)))),
  newId: (ctx) => nextId(ctx, "faq"),
  path: () => "/faq",
  title: ({ heading_eng, heading_ar }) => ({ eng: heading_eng, ar: heading_ar }),
};
