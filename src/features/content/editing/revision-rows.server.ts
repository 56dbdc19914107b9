import { and, asc, desc, eq, ne } from "drizzle-orm";
import { staffNames } from "#features/staff/names.server.ts";
import {
  requirePermission,
  requireTransaction,
  type Ctx,
  type Permission,
  inTransaction,
} from "#platform/context.server.ts";
import { EditConflict, NotFound, ValidationError } from "#platform/errors.ts";
import { fieldMap } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { isUniqueViolation } from "#platform/db/sql-errors.server.ts";
import { claimPath, leaveRedirect } from "#features/content/redirects/redirect-list.server.ts";
import { requirePublishableMedia, recordMediaUses, type UserTexts } from "#features/content/media/uses.server.ts";
import type { Entity } from "#features/content/entities/entity.server.ts";
import type { Mode } from "#features/content/entities/fields.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { nextMarks } from "./language-state.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import type { RevisionState } from "./revision-states.ts";
import { contentRevisions } from "./tables.server.ts";

export type Revision = typeof contentRevisions.$inferSelect;

export interface Item {
  entity: EntityName;
  entityId: string;
}

/** The kind of content decides which of the two is needed: see `permissionFor`. */
export const writers = ["content.write", "courses.write"] as const satisfies readonly Permission[];
export const publishers = ["content.publish", "courses.publish"] as const satisfies readonly Permission[];

export const permissionFor = (entity: EntityName, action: "write" | "publish"): Permission =>
  `${entities[entity].area}.${action}`;

export const isItem = ({ entity, entityId }: Item) =>
  and(eq(contentRevisions.entity, entity), eq(contentRevisions.entityId, entityId));

export const noSuchRevision = (ctx: Ctx) => new NotFound(m.editing_revision_not_found({}, { locale: ctx.locale }));

/** Returns the data to store, with sanitised HTML. Throws ValidationError. */
export async function parseData(ctx: Ctx, entity: Entity, mode: Mode, data: unknown): Promise<object> {
  const parsed = await entity.schema[mode].safeParseAsync(data);
  if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
  return parsed.data;
}

/** Checks no permission. Throws NotFound. */
export async function readRevisionById(ctx: Ctx, id: number): Promise<Revision> {
  const [row] = await ctx.db.select().from(contentRevisions).where(eq(contentRevisions.id, id));
  if (!row) throw noSuchRevision(ctx);
  return row;
}

/** Checks the permission, usually before the look-up. Throws Unauthenticated, Forbidden, NotFound. */
export async function revisionFor(ctx: Ctx, id: number, action: "write" | "publish"): Promise<Revision> {
  requirePermission(ctx, `content.${action}`, `courses.${action}`);
  const revision = await readRevisionById(ctx, id);
  requirePermission(ctx, permissionFor(revision.entity, action));
  return revision;
}

/** Locks the item until the open transaction ends. Returns false when it has no revision to lock. */
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
  await lockItem(ctx, await readRevisionById(ctx, id));
  return readRevisionById(ctx, id);
}

/** Reads the item's revision in this state, of which there is at most one. */
export async function revisionIn(ctx: Ctx, item: Item, state: Exclude<RevisionState, "replaced">) {
  const [row] = await ctx.db
    .select()
    .from(contentRevisions)
    .where(and(isItem(item), eq(contentRevisions.state, state)));
  return row ?? null;
}

export interface Latest {
  version: number;
  /** The draft, else the scheduled, else the published text. */
  current: Revision | null;
}

export async function readLatest(ctx: Ctx, item: Item): Promise<Latest> {
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
      authorName: names.get(author) ?? null,
      savedAt: savedAt?.toISOString() ?? null,
      data: data ?? null,
    },
    yours,
  });
}

/**
 * Stores the table's row as the first, published revision. Null without a row, or when a concurrent call was faster.
 */
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

/**
 * Locks the item until the open transaction ends; content that was never edited gets its first revision. Throws
 * NotFound.
 */
export async function openItem(ctx: Ctx, item: Item): Promise<void> {
  if ((await lockItem(ctx, item)) || (await addBase(ctx, item))) return;
  // Either there is no such item, or a concurrent call stores its first revision right now.
  if (!(await lockItem(ctx, item))) throw noSuchRevision(ctx);
}

/** The caller must have locked the item in the open transaction. */
export async function updateRevision(
  ctx: Ctx,
  revision: Pick<Revision, "id">,
  values: Partial<Revision>,
): Promise<void> {
  await ctx.db.update(contentRevisions).set(values).where(eq(contentRevisions.id, revision.id));
}

/**
 * Applies a revision to the public tables in the open transaction. Returns the published data; a moved page leaves a
 * redirect. Throws ValidationError for unfinished data and for pictures that are not ready or have no description,
 * unless it is applied as a draft.
 */
export async function applyRevision(
  ctx: Ctx,
  { entity, entityId, data: stored }: Pick<Revision, "entity" | "entityId" | "data">,
  mode: Mode,
): Promise<object> {
  const kind = entities[entity];
  // Checked again, because the rules may be stricter than at the save.
  const data = await parseData(ctx, kind, mode, stored);
  if (mode === "publish") await requirePublishableMedia(ctx, data);
  const [before] = kind.hasAddress ? await kind.read(ctx, entityId) : [];
  await kind.write(ctx, entityId, data);
  if (!kind.hasAddress) return data;
  const [from, to] = [before && kind.path(before.data), kind.path(data)];
  if (from !== undefined && from !== to) await leaveRedirect(ctx, from, to);
  else await claimPath(ctx, to);
  return data;
}

const constraintFields: Record<string, string> = {
  course_slug_unique: "slug",
  news_slug_unique: "slug",
  banner_slug_image_unique: "image",
  content_revision_version: "slug",
  content_revision_one_draft: "slug",
};

/** Turns a value that is already in use into a field error; returns any other error unchanged. */
export function toFieldError(ctx: Ctx, error: unknown): unknown {
  const [, field] = Object.entries(constraintFields).find(([name]) => isUniqueViolation(error, name)) ?? [];
  return field === undefined
    ? error
    : new ValidationError({ [field]: [m.editing_slug_taken({}, { locale: ctx.locale })] });
}

/** `inTransaction` with `toFieldError`. Throws what `work` throws, and ValidationError. */
export async function withFieldErrors<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(ctx, work);
  } catch (error) {
    throw toFieldError(ctx, error);
  }
}

/**
 * Records which uploads the item's draft, scheduled and published texts name. Every function that changes these texts
 * calls it last, in its transaction. Replaced texts protect no uploads: a restored text may name a deleted upload, and
 * cannot be published until it names another.
 */
export async function recordUses(ctx: Ctx, { entity, entityId }: Item): Promise<void> {
  const rows = await ctx.db
    .select({ state: contentRevisions.state, data: contentRevisions.data })
    .from(contentRevisions)
    .where(and(isItem({ entity, entityId }), ne(contentRevisions.state, "replaced")));
  const texts: UserTexts = {};
  for (const { state, data } of rows)
    if (state !== "replaced") texts[state] = { title: entities[entity].title(data), data };
  await recordMediaUses(ctx, { entity, entityId }, texts);
}
