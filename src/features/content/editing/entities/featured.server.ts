import { asc, inArray, isNotNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { courses } from "#features/catalogue/tables.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import type { Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

interface FeaturedData {
  /** Ids, in the order of the home page. */
  courses: number[];
}

const home = "home";
const ids = z
  .array(z.int("invalid").min(1, "invalid").max(2_147_483_647, "invalid"))
  .max(4, "invalid")
  .refine((list) => new Set(list).size === list.length, "invalid")
  .default([]);

/** There is one such list. */
export const featuredEntity: Entity<FeaturedData> = {
  area: "courses",
  schema: inBothModes(() => z.strictObject({ courses: ids })),
  async read(ctx, entityId) {
    if (entityId !== undefined && entityId !== home) return [];
    const rows = await ctx.db
      .select({ id: courses.id })
      .from(courses)
      .where(isNotNull(courses.featured_position))
      .orderBy(asc(courses.featured_position), asc(courses.id));
    return [{ entityId: home, data: { courses: rows.map(({ id }) => id) } }];
  },
  async write(ctx, _home, { courses: wanted }) {
    const known = await ctx.db.$count(courses, inArray(courses.id, wanted));
    if (known !== wanted.length) throw new ValidationError({ courses: [fieldText("invalid", ctx.locale)] });
    await ctx.db
      .update(courses)
      .set({ featured_position: sql`array_position(${sql.param(wanted)}::int[], ${courses.id})` })
      .where(or(isNotNull(courses.featured_position), inArray(courses.id, wanted)));
  },
  newId: async () => home,
  keyOf: () => home,
  path: () => "/",
  title: () => ({ eng: "Featured courses", ar: "الدورات المختارة" }),
};
