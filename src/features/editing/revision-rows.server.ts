/** Revisions as rows: reading, locking and adding them. The verbs are in revisions.server.ts and publish.server.ts. */
import { and, asc, desc, eq, ne } from "drizzle-orm";
import { requirePermission, type Ctx, type Permission } from "#platform/context.server.ts";
import { EditConflict, NotFound, ValidationError } from "#platform/errors.ts";
import { fieldMap } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import type { Entity } from "./entities/entity.server.ts";
import type { Mode } from "./entities/fields.server.ts";
import { entities } from "./entities/table.server.ts";
import { nextMarks } from "./language-state.ts";
import type { EntityName } from "./revision-entities.ts";
import type { RevisionState } from "./revision-states.ts";
import { contentRevisions } from "./tables.server.ts";

export type Revision = typeof contentRevisions.$inferSelect;

/** One item of content: its kind and its id there. */
export interface Item {
  entity: EntityName;
  entityId: string;
}

export const permissionFor = (entity: EntityName, to: "write" | "publish"): Permission =>
  `${entities[entity].area}.${to}`;

export const isItem = ({ entity, entityId }: Item) =>
  and(eq(contentRevisions.entity, entity), eq(contentRevisions.entityId, entityId));

export const noSuchRevision = (ctx: Ctx) => new NotFound(m.editing_revision_not_found({}, { locale: ctx.locale }));

/** Data as it is stored: checked, its HTML made safe. Throws ValidationError. */
export async function parseData(ctx: Ctx, entity: Entity, mode: Mode, data: unknown): Promise<object> {
  const parsed = await entity.schema[mode].safeParseAsync(data);
  if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
  return parsed.data;
}

/** A revision by its id. Throws NotFound. */
export async function revisionById(ctx: Ctx, id: number): Promise<Revision> {
  const [found] = await ctx.db.select().from(contentRevisions).where(eq(contentRevisions.id, id));
  if (!found) throw noSuchRevision(ctx);
  return found;
}

/**
 * A revision that the caller may write, or publish. Those who may do so for no kind of content are refused before it is looked up.
 * Throws Unauthenticated, Forbidden, NotFound.
 */
export async function revisionFor(ctx: Ctx, id: number, to: "write" | "publish"): Promise<Revision> {
  requirePermission(ctx, `content.${to}`, `courses.${to}`);
  const revision = await revisionById(ctx, id);
  requirePermission(ctx, permissionFor(revision.entity, to));
  return revision;
}

/** Locks the item until the open transaction ends: other changes of it wait. False when it has no revision to lock. */
export async function lockItem(ctx: Ctx, item: Item): Promise<boolean> {
  // The oldest one is always there, whichever is the newest.
  const locked = await ctx.db
    .select({ id: contentRevisions.id })
    .from(contentRevisions)
    .where(isItem(item))
    .orderBy(asc(contentRevisions.id))
    .limit(1)
    .for("update");
  return locked.length > 0;
}

/** A revision, read once its item is locked for the open transaction. Throws NotFound. */
export async function lockRevision(ctx: Ctx, id: number): Promise<Revision> {
  await lockItem(ctx, await revisionById(ctx, id));
  return revisionById(ctx, id);
}

/** The item's revision in that state, of which there is one at most. */
export async function revisionIn(ctx: Ctx, item: Item, state: Exclude<RevisionState, "replaced">) {
  const [found] = await ctx.db
    .select()
    .from(contentRevisions)
    .where(and(isItem(item), eq(contentRevisions.state, state)));
  return found ?? null;
}

export interface Latest {
  /** The number of the last save. */
  version: number;
  /** What an editor goes on writing: the draft, else what is scheduled, else what is published. */
  current: Revision | null;
}

/** The end of the item's history. */
export async function latestOf(ctx: Ctx, item: Item): Promise<Latest> {
  const newestFirst = desc(contentRevisions.version);
  const [last] = await ctx.db
    .select({ version: contentRevisions.version })
    .from(contentRevisions)
    .where(isItem(item))
    .orderBy(newestFirst)
    .limit(1);
  const [current] = await ctx.db
    .select()
    .from(contentRevisions)
    .where(and(isItem(item), ne(contentRevisions.state, "replaced")))
    .orderBy(newestFirst)
    .limit(1);
  return { version: last?.version ?? 0, current: current ?? null };
}

/** Refuses what was written on any version but the last one, with both texts. Throws EditConflict. */
export function requireLatestVersion(ctx: Ctx, latest: Latest, version: number, yours: object): void {
  if (version === latest.version) return;
  const { data, author = null, savedAt } = latest.current ?? {};
  throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), {
    current: { version: latest.version, author, saved_at: savedAt?.toISOString() ?? null, data: data ?? null },
    yours,
  });
}

/** Stores the row of the item's table as its first, published revision. Null when the table has no such row, or when a concurrent call was first. */
export async function addBase(ctx: Ctx, item: Item): Promise<Revision | null> {
  const [row] = await entities[item.entity].read(ctx, item.entityId);
  if (!row) return null;
  const now = ctx.now();
  const [base] = await ctx.db
    .insert(contentRevisions)
    .values({
      ...item,
      version: 1,
      state: "published",
      data: row.data,
      marks: nextMarks(null, row.data, 1),
      createdAt: now,
      savedAt: now,
      publishedAt: now,
    })
    .onConflictDoNothing()
    .returning();
  return base ?? null;
}

/** Changes a revision, most often its state. Part of the open transaction, in which its item is locked. */
export async function updateRevision(
  ctx: Ctx,
  revision: Pick<Revision, "id">,
  values: Partial<Revision>,
): Promise<void> {
  await ctx.db.update(contentRevisions).set(values).where(eq(contentRevisions.id, revision.id));
}
