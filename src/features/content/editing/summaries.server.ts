import { and, desc, eq, inArray, isNotNull, max, ne, sql } from "drizzle-orm";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { getPosition } from "#features/content/entities/entity.server.ts";
import { languageState, type LanguageMarks } from "./language-state.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import { contentRevisions, contentSummaries } from "./tables.server.ts";

type Summary = typeof contentSummaries.$inferInsert;

const { entity: kind, entityId, version, state, publishAt, publishedAt } = contentRevisions;

/** With more than these, a whole kind is read at once. */
const maxSingly = 20;

async function readRows(ctx: Ctx, entity: EntityName, ids: readonly string[]): Promise<Map<string, object>> {
  const rows = [];
  if (ids.length > maxSingly) rows.push(...(await entities[entity].read(ctx)));
  else for (const id of ids) rows.push(...(await entities[entity].read(ctx, id)));
  return new Map(rows.map((row) => [row.entityId, row.data]));
}

/**
 * Selects the newest text of each item: its draft, else the scheduled, else the published one. None for items that are
 * gone.
 */
async function readSummaries(
  ctx: Ctx,
  entity: EntityName,
  ids: string[],
  rows: ReadonlyMap<string, object>,
): Promise<Summary[]> {
  const whereItems = and(eq(kind, entity), inArray(entityId, ids));
  const newest = await ctx.db
    .selectDistinctOn([entityId])
    .from(contentRevisions)
    .where(and(whereItems, ne(state, "replaced")))
    .orderBy(entityId, desc(version));
  const revisions = new Map(newest.map((revision) => [revision.entityId, revision]));
  const scheduled = await ctx.db
    .select({ id: entityId, at: publishAt })
    .from(contentRevisions)
    .where(and(whereItems, eq(state, "scheduled")));
  const published = await ctx.db
    .select({ id: entityId, at: max(publishedAt) })
    .from(contentRevisions)
    .where(and(whereItems, isNotNull(publishedAt)))
    .groupBy(entityId);
  const [goesOut, wentOut] = [scheduled, published].map((dates) => new Map(dates.map(({ id, at }) => [id, at])));
  return ids.flatMap((id): Summary[] => {
    const revision = revisions.get(id);
    const data = revision?.data ?? rows.get(id);
    if (!data) return [];
    const marks: LanguageMarks = revision?.marks ?? {};
    const { state: arabic, missing, stale } = languageState(data, marks);
    const { eng, ar } = entities[entity].title(data);
    const { image } = data as { image?: unknown };
    return [
      {
        entity,
        entityId: id,
        behind: false,
        titleEng: eng,
        titleAr: ar,
        path: entities[entity].path(data),
        image: typeof image === "string" && image !== "" ? image : null,
        position: getPosition(entities[entity], data),
        state: (revision?.state ?? "published") as NonNullable<Summary["state"]>,
        version: revision?.version ?? 0,
        revisionId: revision?.id ?? null,
        onSite: rows.has(id),
        arabic,
        missing,
        stale,
        author: revision?.author ?? null,
        // The first revision of a text of the site has no author, because nobody saved it.
        savedAt: revision?.author ? revision.savedAt : null,
        publishAt: goesOut?.get(id) ?? null,
        publishedAt: wentOut?.get(id) ?? null,
      },
    ];
  });
}

const perStatement = 500;

async function write(ctx: Ctx, entity: EntityName, ids: string[]): Promise<void> {
  const rows = await readRows(ctx, entity, ids);
  for (let from = 0; from < ids.length; from += perStatement) {
    const part = ids.slice(from, from + perStatement);
    const { entity: kindOf, entityId: idOf } = contentSummaries;
    await ctx.db.delete(contentSummaries).where(and(eq(kindOf, entity), inArray(idOf, part)));
    const summaries = await readSummaries(ctx, entity, part, rows);
    if (summaries.length > 0) await ctx.db.insert(contentSummaries).values(summaries);
  }
}

/**
 * Updates summaries that changed since the last list; costs one index look-up when nothing has. Every list of summaries
 * starts with it.
 */
export async function bringUpToDate(ctx: Ctx): Promise<void> {
  const { entity, entityId, behind } = contentSummaries;
  const select = (ctx: Ctx) =>
    ctx.db
      .select({ entity, entityId })
      .from(contentSummaries)
      .where(sql`${behind}`);
  if ((await select(ctx).limit(1)).length === 0) return;
  const work = async (ctx: Ctx) => {
    // Locked by an unfinished change: its old text is correct, and waiting could cause a deadlock.
    const rows = await select(ctx).for("update", { skipLocked: true });
    for (const [kind, items] of Map.groupBy(rows, (row) => row.entity))
      await write(
        ctx,
        kind,
        items.map((item) => item.entityId),
      );
  };
  await inTransaction(ctx, work, { advisoryLock: "content-summaries" });
}
