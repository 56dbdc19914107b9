import { and, asc, desc, eq, ne } from "drizzle-orm";
import { staffNames } from "#features/staff/names.server.ts";
import { requirePermission, requireTransaction, type Ctx, type Permission } from "#platform/context.server.ts";
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

export interface Item {
  entity: EntityName;
  entityId: string;
}

export const permissionFor = (entity: EntityName, to: "write" | "publish"): Permission =>
  `${entities[entity].area}.${to}`;

export const isItem = ({ entity, entityId }: Item) =>
  and(eq(contentRevisions.entity, entity), eq(contentRevisions.entityId, entityId));

export const noSuchRevision = (ctx: Ctx) => new NotFound(m.editing_revision_not_found({}, { locale: ctx.locale }));

/** Returns the data to store, its HTML made safe. Throws ValidationError. */
export async function parseData(ctx: Ctx, entity: Entity, mode: Mode, data: unknown): Promise<object> {
  const parsed = await entity.schema[mode].safeParseAsync(data);
  if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
  return parsed.data;
}

/** Throws NotFound. */
export async function revisionById(ctx: Ctx, id: number): Promise<Revision> {
  const [found] = await ctx.db.select().from(contentRevisions).where(eq(contentRevisions.id, id));
  if (!found) throw noSuchRevision(ctx);
  return found;
}

/** Checks permission, in general before the lookup. Throws Unauthenticated, Forbidden, NotFound. */
export async function revisionFor(ctx: Ctx, id: number, to: "write" | "publish"): Promise<Revision> {
  requirePermission(ctx, `content.${to}`, `courses.${to}`);
  const revision = await revisionById(ctx, id);
  requirePermission(ctx, permissionFor(revision.entity, to));
  return revision;
}

/** Locks the item until the open transaction ends. False when it has no revision to lock. */
export async function lockItem(ctx: Ctx, item: Item): Promise<boolean> {
  // The oldest revision always exists.
  const locked = await requireTransaction(ctx)
    .db.select({ id: contentRevisions.id })
    .from(contentRevisions)
    .where(isItem(item))
    .orderBy(asc(contentRevisions.id))
    .limit(1)
    .for("update");
  return locked.length > 0;
}

/** Reads a revision after locking its item. Throws NotFound. */
export async function lockRevision(ctx: Ctx, id: number): Promise<Revision> {
  await lockItem(ctx, await revisionById(ctx, id));
  return revisionById(ctx, id);
}

/** There is at most one. */
export async function revisionIn(ctx: Ctx, item: Item, state: Exclude<RevisionState, "replaced">) {
  const [found] = await ctx.db
    .select()
    .from(contentRevisions)
    .where(and(isItem(item), eq(contentRevisions.state, state)));
  return found ?? null;
}

export interface Latest {
  version: number;
  /** The draft, else what is scheduled, else what is published. */
  current: Revision | null;
}

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

/** Throws EditConflict, with both texts, unless `version` is the last one. */
export async function requireLatestVersion(ctx: Ctx, latest: Latest, version: number, yours: object): Promise<void> {
  if (version === latest.version) return;
  const names = await staffNames(ctx, [latest.current?.author]);
  const { data, author = null, savedAt } = latest.current ?? {};
  throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), {
    current: {
      version: latest.version,
      author,
      author_name: names.get(author) ?? null,
      saved_at: savedAt?.toISOString() ?? null,
      data: data ?? null,
    },
    yours,
  });
}

/** Stores the table's row as the first, published revision. Null without a row, or when a concurrent call was first. */
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

/** Part of the open transaction, in which its item is locked. */
export async function updateRevision(
  ctx: Ctx,
  revision: Pick<Revision, "id">,
  values: Partial<Revision>,
): Promise<void> {
  await ctx.db.update(contentRevisions).set(values).where(eq(contentRevisions.id, revision.id));
}
