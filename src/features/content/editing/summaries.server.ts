import { and, desc, eq, inArray, isNotNull, max, ne, sql } from "drizzle-orm";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { getPosition } from "#features/content/entities/entity.server.ts";
import { languageState, type LanguageMarks } from "./language-state.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import { contentRevisions, contentSummaries } from "./tables.server.ts";

type Summary = typeof contentSummaries.$inferInsert;

const { entity: kind, entityId, version, state, publishAt, publishedAt } = contentRevisions;

/** Up to this many items are read one by one; for more, all items of the kind are read at once. */
const maxSingleReads = 20;

async function readRows(ctx: Ctx, entity: EntityName, ids: readonly string[]): Promise<Map<string, object>> {
  const rows = [];
  if (ids.length > maxSingleReads) rows.push(...(await entities[entity].read(ctx)));
  else for (const id of ids) rows.push(...(await entities[entity].read(ctx, id)));
  return new Map(rows.map((row) => [row.entityId, row.data]));
}

/**
 * Builds the summary of each item from its newest text: the draft, else the scheduled, else the published one. Leaves
 * out items that no longer exist. `rows` holds the data on the site by item id.
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
    .select({ id: entityId, time: publishAt })
    .from(contentRevisions)
    .where(and(whereItems, eq(state, "scheduled")));
  const published = await ctx.db
    .select({ id: entityId, time: max(publishedAt) })
    .from(contentRevisions)
    .where(and(whereItems, isNotNull(publishedAt)))
    .groupBy(entityId);
  const [scheduledTimes, publishedTimes] = [scheduled, published].map(
    (times) => new Map(times.map(({ id, time }) => [id, time])),
  );
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
        publishAt: scheduledTimes?.get(id) ?? null,
        publishedAt: publishedTimes?.get(id) ?? null,
      },
    ];
  });
}

const itemsPerStatement = 500;

async function writeSummaries(ctx: Ctx, entity: EntityName, ids: string[]): Promise<void> {
  const rows = await readRows(ctx, entity, ids);
  for (let from = 0; from < ids.length; from += itemsPerStatement) {
    const batch = ids.slice(from, from + itemsPerStatement);
    const { entity: summaryEntity, entityId: summaryEntityId } = contentSummaries;
    await ctx.db.delete(contentSummaries).where(and(eq(summaryEntity, entity), inArray(summaryEntityId, batch)));
    const summaries = await readSummaries(ctx, entity, batch, rows);
    if (summaries.length > 0) await ctx.db.insert(contentSummaries).values(summaries);
  }
}

/**
 * Updates the summaries of items that changed since the last list; costs one index look-up when none has. Every
 * function that reads summaries calls it first.
 */
export async function bringUpToDate(ctx: Ctx): Promise<void> {
  const { entity, entityId, behind } = contentSummaries;
  const selectOutdated = (ctx: Ctx) =>
    ctx.db
      .select({ entity, entityId })
      .from(contentSummaries)
      .where(sql`${behind}`);
  if ((await selectOutdated(ctx).limit(1)).length === 0) return;
  const updateOutdated = async (ctx: Ctx) => {
    // Skips items that an unfinished change has locked: their old text is still right, and waiting could deadlock.
    const rows = await selectOutdated(ctx).for("update", { skipLocked: true });
    for (const [kind, items] of Map.groupBy(rows, (row) => row.entity))
      await writeSummaries(
        ctx,
        kind,
        items.map((item) => item.entityId),
      );
  };
  await inTransaction(ctx, updateOutdated, { advisoryLock: "content-summaries" });
}
