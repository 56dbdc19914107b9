import { and, desc, eq, ne } from "drizzle-orm";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { pageOfRows } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { entities } from "./entities/table.server.ts";
import { languageState, type LanguageMarks, type LanguageReport, type LanguageState } from "./language-state.ts";
import { entityNames, type EntityName } from "./revision-entities.ts";
import { latestOf, noSuchRevision, revisionIn, type Item, type Revision } from "./revision-rows.server.ts";
import type { RevisionState } from "./revision-states.ts";
import { contentRevisions } from "./tables.server.ts";

type Head = Pick<Revision, "id" | "state" | "author" | "savedAt" | "publishAt">;

interface NewestText extends Item {
  data: object;
  marks: LanguageMarks;
  version: number;
  revision: Head | null;
  isOnSite: boolean;
}

/** The newest data of each item: its draft, else what is scheduled, else what is published. */
export async function newestTexts(ctx: Ctx, entity: EntityName): Promise<NewestText[]> {
  const { entityId, version } = contentRevisions;
  const revisions = await ctx.db
    .selectDistinctOn([entityId])
    .from(contentRevisions)
    .where(and(eq(contentRevisions.entity, entity), ne(contentRevisions.state, "replaced")))
    .orderBy(entityId, desc(version));
  const rows = await entities[entity].read(ctx);
  const onSite = new Set(rows.map((row) => row.entityId));
  const edited = new Set(revisions.map((revision) => revision.entityId));
  return [
    ...revisions.map((revision) => {
      const { entityId, data, marks, version } = revision;
      return { entity, entityId, data, marks, version, revision, isOnSite: onSite.has(entityId) };
    }),
    ...rows
      .filter((row) => !edited.has(row.entityId))
      .map((row) => ({ entity, ...row, marks: {}, version: 0, revision: null, isOnSite: true })),
  ];
}

/** Instants ISO 8601 UTC. */
export interface ItemLine {
  /** `entity:entity_id`. */
  id: string;
  entity: EntityName;
  entity_id: string;
  title: string;
  state: Exclude<RevisionState, "replaced">;
  /** The next save must send it. */
  version: number;
  on_site: boolean;
  arabic: LanguageState;
  author: string | null;
  saved_at: string | null;
  publish_at: string | null;
}

function toLine({ entity, entityId, data, marks, version, revision, isOnSite }: NewestText): ItemLine {
  return {
    id: `${entity}:${entityId}`,
    entity,
    entity_id: entityId,
    title: entities[entity].title(data),
    state: revision ? (revision.state as ItemLine["state"]) : "published",
    version,
    on_site: isOnSite,
    arabic: languageState(data, marks).state,
    author: revision?.author ?? null,
    saved_at: revision?.savedAt.toISOString() ?? null,
    publish_at: revision?.publishAt?.toISOString() ?? null,
  };
}

export const itemSorts = ["saved_at", "title", "id"] as const;
export interface ItemFilter {
  q?: string | undefined;
  entity?: EntityName | undefined;
  state?: ItemLine["state"] | undefined;
  arabic?: LanguageState | undefined;
}

/** All content, or one kind of it. For `content.read`. Throws Unauthenticated, Forbidden. */
export async function listItems(
  ctx: Ctx,
  query: ListQuery<(typeof itemSorts)[number], ItemFilter>,
): Promise<ListPage<ItemLine>> {
  requirePermission(ctx, "content.read");
  const { q, entity, state, arabic } = query.filter;
  const lines: ItemLine[] = [];
  // There are some hundred items; titles and Arabic are in their JSON, not in columns.
  for (const name of entity ? [entity] : entityNames) lines.push(...(await newestTexts(ctx, name)).map(toLine));
  const found = lines.filter(
    (line) =>
      (q === undefined || line.title.toLowerCase().includes(q.toLowerCase())) &&
      (state === undefined || line.state === state) &&
      (arabic === undefined || line.arabic === arabic),
  );
  return pageOfRows(query, found);
}

export interface EditableContent extends Item {
  data: object;
  /** The next save must send it. */
  version: number;
  /** The version being edited; null for what was never edited. */
  revision: Head | null;
  publishedId: number | null;
  isOnSite: boolean;
  language: LanguageReport;
}

/** The draft, else what is scheduled or published. For `content.read`. Throws Unauthenticated, Forbidden, NotFound. */
export async function editableContent(ctx: Ctx, { entity, entityId }: Item): Promise<EditableContent> {
  requirePermission(ctx, "content.read");
  const item = { entity, entityId };
  const { version, current } = await latestOf(ctx, item);
  const [row] = await entities[entity].read(ctx, entityId);
  const data = current?.data ?? row?.data;
  if (!data) throw noSuchRevision(ctx);
  return {
    ...item,
    data,
    version,
    revision: current,
    publishedId: (await revisionIn(ctx, item, "published"))?.id ?? null,
    isOnSite: row !== undefined,
    language: languageState(data, current?.marks ?? {}),
  };
}
