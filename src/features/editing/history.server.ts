import { and, eq, getTableColumns } from "drizzle-orm";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { pageOf } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { differences, type Difference } from "./revision-diff.ts";
import type { EntityName } from "./revision-entities.ts";
import { isItem, noSuchRevision, revisionById, revisionIn, type Item, type Revision } from "./revision-rows.server.ts";
import type { RevisionState } from "./revision-states.ts";
import { contentRevisions } from "./tables.server.ts";

export const revisionSorts = {
  id: contentRevisions.id,
  version: contentRevisions.version,
  saved_at: contentRevisions.savedAt,
  publish_at: contentRevisions.publishAt,
} as const;
export interface RevisionFilter {
  item?: Item | undefined;
  entity?: EntityName | undefined;
  state?: RevisionState | undefined;
}
export type RevisionLine = Omit<Revision, "data" | "marks">;

/** Versions without their data. For `content.read`. Throws Unauthenticated, Forbidden. */
export async function listRevisions(
  ctx: Ctx,
  query: ListQuery<keyof typeof revisionSorts, RevisionFilter>,
): Promise<ListPage<RevisionLine>> {
  requirePermission(ctx, "content.read");
  const { item, entity, state } = query.filter;
  const { data: _data, marks: _marks, ...columns } = getTableColumns(contentRevisions);
  const { rows, ...counted } = await pageOf(ctx, query, {
    rows: ctx.db.select(columns).from(contentRevisions).$dynamic(),
    where: and(
      item && isItem(item),
      entity && eq(contentRevisions.entity, entity),
      state && eq(contentRevisions.state, state),
    ),
    sorts: revisionSorts,
    tie: contentRevisions.id,
  });
  return { data: rows, ...counted };
}

/** For `content.read`. Throws Unauthenticated, Forbidden, NotFound. */
export async function readRevision(ctx: Ctx, { id }: { id: number }): Promise<Revision> {
  requirePermission(ctx, "content.read");
  return revisionById(ctx, id);
}

/**
 * Compares with `before`, else with the published version, else with nothing. For `content.read`. Throws
 * Unauthenticated, Forbidden, NotFound also for versions of different items.
 */
export async function compareRevisions(
  ctx: Ctx,
  { id, before }: { id: number; before?: number | undefined },
): Promise<Difference[]> {
  const revision = await readRevision(ctx, { id });
  const old = before === undefined ? await revisionIn(ctx, revision, "published") : await revisionById(ctx, before);
  if (old && (old.entity !== revision.entity || old.entityId !== revision.entityId)) throw noSuchRevision(ctx);
  return differences(old?.data ?? {}, revision.data);
}
