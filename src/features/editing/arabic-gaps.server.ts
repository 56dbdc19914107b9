import { and, desc, eq, ne } from "drizzle-orm";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { entities } from "./entities/table.server.ts";
import { languageState, type LanguageReport } from "./language-state.ts";
import { entityNames, type EntityName } from "./revision-entities.ts";
import type { Item } from "./revision-rows.server.ts";
import { contentRevisions } from "./tables.server.ts";

export interface ArabicGap extends Item, LanguageReport {
  /** In English. */
  title: string;
}

/** What an editor would go on writing of every item of a kind: the newest revision, else what stands in the table. */
async function newestOf(ctx: Ctx, entity: EntityName) {
  const { entityId, data, marks, state, version } = contentRevisions;
  const revisions = await ctx.db
    .selectDistinctOn([entityId], { entityId, data, marks })
    .from(contentRevisions)
    .where(and(eq(contentRevisions.entity, entity), ne(state, "replaced")))
    .orderBy(entityId, desc(version));
  const written = new Set(revisions.map((revision) => revision.entityId));
  const rows = await entities[entity].read(ctx);
  return [...revisions, ...rows.filter((row) => !written.has(row.entityId)).map((row) => ({ ...row, marks: {} }))];
}

/** Every item whose Arabic is missing or older than its English, with the fields it is about. Throws Unauthenticated, Forbidden. */
export async function listArabicGaps(ctx: Ctx): Promise<ArabicGap[]> {
  requirePermission(ctx, "content.read");
  const gaps: ArabicGap[] = [];
  for (const entity of entityNames) {
    for (const { entityId, data, marks } of await newestOf(ctx, entity)) {
      const report = languageState(data, marks);
      if (report.state !== "complete") gaps.push({ entity, entityId, title: entities[entity].title(data), ...report });
    }
  }
  return gaps;
}
