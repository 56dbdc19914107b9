import { and, count, desc, eq, ne, sql } from "drizzle-orm";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { itemIdSql } from "./items.server.ts";
import type { LanguageState } from "./language-state.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import { bringUpToDate } from "./summaries.server.ts";
import { contentSummaries } from "./tables.server.ts";

const { entity, entityId, titleEng, arabic, missing, stale } = contentSummaries;

export interface ArabicGap {
  /** `entity:entity_id`. */
  id: string;
  entity: EntityName;
  /** English title. */
  title: string;
  state: LanguageState;
  missing: string[];
  stale: string[];
}

export const gapSorts = ["title", "entity", "state"] as const;
export interface GapFilter {
  entity?: EntityName | undefined;
  state?: "missing" | "stale" | undefined;
}

const isGap = ne(arabic, "complete");

/** Lists items whose Arabic is missing or older than the English, with the fields concerned. */
export async function listArabicGaps(
  ctx: Ctx,
  query: ListQuery<(typeof gapSorts)[number], GapFilter>,
): Promise<ListPage<ArabicGap>> {
  requirePermission(ctx, listArabicGaps.permission);
  await bringUpToDate(ctx);
  const { filter } = query;
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: ctx.db
      .select({ id: itemIdSql, entity, title: titleEng, state: arabic, missing, stale })
      .from(contentSummaries)
      .$dynamic(),
    where: and(isGap, filter.entity && eq(entity, filter.entity), filter.state && eq(arabic, filter.state)),
    sorts: { title: sql`lower(${titleEng})`, entity, state: arabic },
    tie: entityId,
  });
  return { data: rows, ...counted };
}
listArabicGaps.permission = "content.read" as const;

/** Counts the gaps of each kind, the kind with most gaps first. Throws Unauthenticated, Forbidden. */
export async function countArabicGaps(ctx: Ctx): Promise<{ entity: EntityName; gaps: number }[]> {
  requirePermission(ctx, "content.read");
  await bringUpToDate(ctx);
  return ctx.db
    .select({ entity, gaps: count() })
    .from(contentSummaries)
    .where(isGap)
    .groupBy(entity)
    .orderBy(desc(count()), entity);
}
