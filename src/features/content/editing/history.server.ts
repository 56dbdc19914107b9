import { and, desc, eq, getTableColumns, lte } from "drizzle-orm";
import { staffNames } from "#features/staff/names.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { changedFields, differences, type Difference } from "./revision-diff.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import {
  isItem,
  noSuchRevision,
  readRevisionById,
  revisionIn,
  type Item,
  type Revision,
} from "./revision-rows.server.ts";
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
export type NamedRevision = Revision & { authorName: string | null };
export type RevisionLine = Omit<NamedRevision, "data" | "marks">;

async function addAuthorNames<Row extends Pick<Revision, "author">>(ctx: Ctx, rows: readonly Row[]) {
  const names = await staffNames(
    ctx,
    rows.map(({ author }) => author),
  );
  return rows.map((row) => ({ ...row, authorName: names.get(row.author) ?? null }));
}

/** Reads which fields each version of an item changed, by version. */
async function readChangedFields(ctx: Ctx, item: Item, versions: readonly number[]): Promise<Map<number, string[]>> {
  const { version, data } = contentRevisions;
  const rows = await ctx.db
    .select({ version, data })
    .from(contentRevisions)
    .where(and(isItem(item), lte(version, Math.max(...versions))))
    .orderBy(desc(version))
    .limit(versions.length + 1);
  return new Map(rows.map((row, index) => [row.version, changedFields(rows[index + 1]?.data ?? {}, row.data)]));
}

/** Lists versions without their data. `fields` are those that a version changed; null unless `filter.item` is set. */
export async function listRevisions(
  ctx: Ctx,
  query: ListQuery<keyof typeof revisionSorts, RevisionFilter>,
): Promise<ListPage<RevisionLine & { fields: string[] | null }>> {
  requirePermission(ctx, listRevisions.permission);
  const { item, entity, state } = query.filter;
  const { data: _data, marks: _marks, ...columns } = getTableColumns(contentRevisions);
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: ctx.db.select(columns).from(contentRevisions).$dynamic(),
    where: and(
      item && isItem(item),
      entity && eq(contentRevisions.entity, entity),
      state && eq(contentRevisions.state, state),
    ),
    sorts: revisionSorts,
    tie: contentRevisions.id,
  });
  const fields =
    item && rows.length > 0
      ? await readChangedFields(
          ctx,
          item,
          rows.map((row) => row.version),
        )
      : null;
  const lines = await addAuthorNames(ctx, rows);
  return { data: lines.map((line) => ({ ...line, fields: fields?.get(line.version) ?? null })), ...counted };
}
listRevisions.permission = "content.read" as const;

/** Reads a revision with its author's name. Throws NotFound. */
export async function readRevision(ctx: Ctx, { id }: { id: number }): Promise<NamedRevision> {
  requirePermission(ctx, readRevision.permission);
  const [revision] = await addAuthorNames(ctx, [await readRevisionById(ctx, id)]);
  if (!revision) throw noSuchRevision(ctx);
  return revision;
}
readRevision.permission = "content.read" as const;

/**
 * Compares with `before`, else with the published version, else with nothing. Throws NotFound, also for versions of
 * different items.
 */
export async function compareRevisions(
  ctx: Ctx,
  { id, before }: { id: number; before?: number | undefined },
): Promise<Difference[]> {
  const revision = await readRevision(ctx, { id });
  const old = before === undefined ? await revisionIn(ctx, revision, "published") : await readRevisionById(ctx, before);
  if (old && (old.entity !== revision.entity || old.entityId !== revision.entityId)) throw noSuchRevision(ctx);
  return differences(old?.data ?? {}, revision.data);
}
compareRevisions.permission = readRevision.permission;
