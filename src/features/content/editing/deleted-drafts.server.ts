import { and, eq, gt, inArray, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { staffNames } from "#features/staff/names.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import type { Title } from "#features/content/entities/entity.server.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import { revisionIn, type Item } from "./revision-rows.server.ts";
import { bringUpToDate } from "./summaries.server.ts";
import { contentRevisions, contentSummaries } from "./tables.server.ts";

export interface DeletedDraft {
  /** Id of the revision to restore. */
  id: number;
  entity: EntityName;
  title: string;
  title_ar: string;
  /** Restoring sends it. */
  version: number;
  author_name: string | null;
  saved_at: string;
}

export const deletedDraftSorts = ["saved_at"] as const;

/** Selects the newest text of an item that has no draft and is neither scheduled nor on the site. */
function isDeleted(ctx: Ctx) {
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

/** Lists content whose only draft was deleted and that can be restored. Throws Unauthenticated, Forbidden. */
export async function listDeletedDrafts(
  ctx: Ctx,
  query: ListQuery<(typeof deletedDraftSorts)[number], { entity?: EntityName | undefined }>,
): Promise<ListPage<DeletedDraft>> {
  requirePermission(ctx, listDeletedDrafts.permission);
  await bringUpToDate(ctx);
  const { entity } = query.filter;
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: ctx.db.select().from(contentRevisions).$dynamic(),
    where: and(isDeleted(ctx), entity && eq(contentRevisions.entity, entity)),
    sorts: { saved_at: contentRevisions.savedAt },
    tie: contentRevisions.id,
  });
  const names = await staffNames(
    ctx,
    rows.map(({ author }) => author),
  );
  const toLine = ({ id, version, savedAt, author, ...row }: (typeof rows)[number]): DeletedDraft => {
    const { eng, ar } = entities[row.entity].title(row.data);
    return {
      id,
      entity: row.entity,
      title: eng,
      title_ar: ar,
      version,
      author_name: names.get(author) ?? null,
      saved_at: savedAt.toISOString(),
    };
  };
  return { data: rows.map(toLine), ...counted };
}
listDeletedDrafts.permission = "content.read" as const;

/** Reads titles of deleted drafts by the id of their item. */
export async function deletedTitles(ctx: Ctx, entity: EntityName, ids: string[]): Promise<Map<string, Title>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(contentRevisions)
    .where(and(isDeleted(ctx), eq(contentRevisions.entity, entity), inArray(contentRevisions.entityId, ids)));
  return new Map(rows.map(({ entityId, data }) => [entityId, entities[entity].title(data)]));
}

/** Whether discarding the draft of an item removes it from the lists. */
export async function isOnlyDraft(ctx: Ctx, item: Item): Promise<boolean> {
  const onSite = await entities[item.entity].read(ctx, item.entityId);
  return onSite.length === 0 && (await revisionIn(ctx, item, "scheduled")) === null;
}
