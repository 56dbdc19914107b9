import { and, eq, gt, inArray, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { staffNames } from "#features/staff/names.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import type { Title } from "#features/content/entities/entity.server.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import { isItem, lockItem, revisionIn, type Item } from "./revision-rows.server.ts";
import { bringUpToDate } from "./summaries.server.ts";
import { contentRevisions, contentSummaries } from "./tables.server.ts";

/** Days for which an item in the trash can be restored. */
const trashDays = 30;

export interface TrashedItem {
  /** Id of the revision to restore. */
  id: number;
  entity: EntityName;
  title: string;
  title_ar: string;
  /** Restoring must send this number. */
  version: number;
  authorName: string | null;
  trashedAt: string;
  /** Null for an item that is kept without a limit. */
  keptUntil: string | null;
}

export const trashSorts = ["trashed_at"] as const;

/** Matches the newest text of each item that has no draft and is neither scheduled nor on the site. */
function isTrashed(ctx: Ctx) {
  const { entity, entityId, version, state } = contentRevisions;
  const newer = alias(contentRevisions, "newer");
  return and(
    eq(state, "replaced"),
    notExists(
      ctx.db
        .select({ id: newer.id })
        .from(newer)
        .where(and(eq(newer.entity, entity), eq(newer.entityId, entityId), gt(newer.version, version))),
    ),
    notExists(
      ctx.db
        .select({ id: contentSummaries.entityId })
        .from(contentSummaries)
        .where(and(eq(contentSummaries.entity, entity), eq(contentSummaries.entityId, entityId))),
    ),
  );
}

/** Lists the items in the trash. `restoreRevision` brings one back as a draft. Throws Unauthenticated, Forbidden. */
export async function listTrash(
  ctx: Ctx,
  query: ListQuery<(typeof trashSorts)[number], { entity?: EntityName | undefined }>,
): Promise<ListPage<TrashedItem>> {
  requirePermission(ctx, listTrash.permission);
  await bringUpToDate(ctx);
  const { entity } = query.filter;
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: ctx.db.select().from(contentRevisions).$dynamic(),
    where: and(isTrashed(ctx), entity && eq(contentRevisions.entity, entity)),
    sorts: { trashed_at: sql`coalesce(${contentRevisions.trashedAt}, ${contentRevisions.savedAt})` },
    tie: contentRevisions.id,
  });
  const names = await staffNames(
    ctx,
    rows.map(({ author }) => author),
  );
  const toLine = ({ id, version, savedAt, trashedAt, author, ...row }: (typeof rows)[number]): TrashedItem => {
    const { eng, ar } = entities[row.entity].title(row.data);
    return {
      id,
      entity: row.entity,
      title: eng,
      title_ar: ar,
      version,
      authorName: names.get(author) ?? null,
      trashedAt: (trashedAt ?? savedAt).toISOString(),
      keptUntil: trashedAt && new Date(trashedAt.getTime() + trashDays * dayMs).toISOString(),
    };
  };
  return { data: rows.map(toLine), ...counted };
}
listTrash.permission = "content.read" as const;

/** Reads titles of items in the trash by their id. */
export async function readTrashedTitles(ctx: Ctx, entity: EntityName, ids: string[]): Promise<Map<string, Title>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(contentRevisions)
    .where(and(isTrashed(ctx), eq(contentRevisions.entity, entity), inArray(contentRevisions.entityId, ids)));
  return new Map(rows.map(({ entityId, data }) => [entityId, entities[entity].title(data)]));
}

/** Whether discarding the item's draft would remove the item from the lists. */
export async function isOnlyDraft(ctx: Ctx, item: Item): Promise<boolean> {
  const onSite = await entities[item.entity].read(ctx, item.entityId);
  return onSite.length === 0 && (await revisionIn(ctx, item, "scheduled")) === null;
}

/** How many items one run of the job deletes at most. */
const maxDeletedItems = 100;

/** Job: deletes the versions of items whose time in the trash is over. Idempotent. */
export async function emptyTrash(ctx: Ctx): Promise<void> {
  await bringUpToDate(ctx);
  const { entity, entityId, trashedAt, data } = contentRevisions;
  const isOver = lt(trashedAt, new Date(ctx.now().getTime() - trashDays * dayMs));
  const items = await ctx.db
    .select({ entity, entityId })
    .from(contentRevisions)
    .where(and(isOver, isTrashed(ctx)))
    .orderBy(trashedAt)
    .limit(maxDeletedItems);
  for (const item of items)
    await inTransaction(ctx, async (ctx) => {
      await lockItem(ctx, item);
      // Someone may have restored the item meanwhile.
      const [last] = await ctx.db
        .select({ data })
        .from(contentRevisions)
        .where(and(isItem(item), isOver, isTrashed(ctx)));
      if (!last) return;
      await ctx.db.delete(contentRevisions).where(isItem(item));
      const before = { title: entities[item.entity].title(last.data).eng };
      await audit(ctx, { action: "content.trash-emptied", ...item, before, after: null });
    });
}
