import { and, desc, eq, isNotNull, lt, lte, ne, or } from "drizzle-orm";
import { requireLiveLinks } from "#features/content/redirects/link-targets.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx, rolledBack } from "#platform/context.server.ts";
import { Conflict, HttpError, ValidationError } from "#platform/errors.ts";
import { errorForLog } from "#platform/log.server.ts";
import { m } from "#messages";
import {
  applyRevision,
  withFieldErrors,
  addBase,
  isItem,
  readLatest,
  lockItem,
  lockRevision,
  noSuchRevision,
  permissionFor,
  requireLatestVersion,
  revisionFor,
  revisionIn,
  updateRevision,
  type Item,
  type Revision,
  recordUses,
} from "./revision-rows.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { changedFields } from "./revision-diff.ts";
import { mayBecome, type RevisionState } from "./revision-states.ts";
import { discardDraft } from "./revisions.server.ts";
import { contentRevisions } from "./tables.server.ts";

/**
 * Locks a revision. Throws Conflict unless it may become `state`, and EditConflict when it was saved since `version`.
 */
async function lockForStateChange(ctx: Ctx, id: number, state: RevisionState, version?: number): Promise<Revision> {
  const revision = await lockRevision(ctx, id);
  if (!mayBecome(revision.state, state)) throw new Conflict(m.editing_revision_closed({}, { locale: ctx.locale }));
  // The author may have saved since the caller read it.
  if (version !== undefined && version !== revision.version)
    await requireLatestVersion(ctx, { version: revision.version, current: revision }, version, {});
  return revision;
}

/**
 * Checks the links when someone publishes or schedules a text. When a scheduled text is due, it is published even if a
 * page it links to has been removed since.
 */
async function checkLinks(ctx: Ctx, revision: Revision): Promise<void> {
  const { entity, data } = revision;
  const publishedData = (await revisionIn(ctx, revision, "published"))?.data ?? {};
  await requireLiveLinks(ctx, { data, before: publishedData, ownPath: entities[entity].path(data) });
}

async function publish(ctx: Ctx, revision: Revision): Promise<void> {
  const { id, entity, entityId, version } = revision;
  const before = await revisionIn(ctx, revision, "published");
  const data = await applyRevision(ctx, revision, "publish");
  // An older scheduled text must not replace this one.
  const isOlder = and(eq(contentRevisions.state, "scheduled"), lt(contentRevisions.version, version));
  await ctx.db
    .update(contentRevisions)
    .set({ state: "replaced" })
    .where(and(isItem(revision), or(eq(contentRevisions.state, "published"), isOlder)));
  await updateRevision(ctx, revision, { state: "published", data, publishedAt: ctx.now() });
  await recordUses(ctx, revision);
  await audit(ctx, {
    action: "content.published",
    entity,
    entityId,
    before: before && { revision: before.id, version: before.version },
    after: { revision: id, version, fields: changedFields(before?.data ?? {}, data) },
  });
  await announceContentChange(ctx);
}

/**
 * Publishes a revision; `version` is the one that the caller saw. Throws Unauthenticated, Forbidden, NotFound, Conflict
 * when it is published or replaced, EditConflict when it was saved since, and ValidationError for unfinished data, an
 * address in use or a broken link within this site.
 */
export async function publishRevision(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<void> {
  await revisionFor(ctx, id, "publish");
  await withFieldErrors(ctx, async (ctx) => {
    const revision = await lockForStateChange(ctx, id, "published", version);
    await checkLinks(ctx, revision);
    await publish(ctx, revision);
  });
}

const minuteMs = 60_000;

/**
 * Schedules a revision for a future minute (UTC, no seconds); replaces an earlier schedule. Throws as
 * `publishRevision`.
 */
export async function scheduleRevision(
  ctx: Ctx,
  { id, version, publishAt }: { id: number; version: number; publishAt: Date },
): Promise<void> {
  await revisionFor(ctx, id, "publish");
  if (!(publishAt > ctx.now()) || publishAt.getTime() % minuteMs !== 0)
    throw new ValidationError({ publishAt: [m.editing_publish_at_future({}, { locale: ctx.locale })] });
  await withFieldErrors(ctx, async (ctx) => {
    const revision = await lockForStateChange(ctx, id, "scheduled", version);
    await checkLinks(ctx, revision);
    // Unfinished data is reported now, not at the scheduled time.
    await rolledBack(ctx, (ctx) => applyRevision(ctx, revision, "publish"));
    const before = await revisionIn(ctx, revision, "scheduled");
    if (before && before.id !== id) await updateRevision(ctx, before, { state: "replaced" });
    await updateRevision(ctx, revision, { state: "scheduled", publishAt });
    await recordUses(ctx, revision);
    await audit(ctx, {
      action: "content.scheduled",
      entity: revision.entity,
      entityId: revision.entityId,
      before: before && { revision: before.id, publish_at: before.publishAt },
      after: { revision: id, version, publish_at: publishAt },
    });
  });
}

/** Turns a scheduled revision back into a draft, or into history when a newer draft exists. */
async function unschedule(ctx: Ctx, revision: Revision, action: string): Promise<void> {
  const hasNewerDraft = (await revisionIn(ctx, revision, "draft")) !== null;
  await updateRevision(ctx, revision, { state: hasNewerDraft ? "replaced" : "draft", publishAt: null });
  await recordUses(ctx, revision);
  await audit(ctx, {
    action,
    entity: revision.entity,
    entityId: revision.entityId,
    before: { revision: revision.id, publish_at: revision.publishAt },
    after: { revision: revision.id, publish_at: null },
  });
}

/**
 * Cancels a schedule; the text stays as a draft. Throws Unauthenticated, Forbidden, NotFound, Conflict when it is not
 * scheduled.
 */
export async function cancelSchedule(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await revisionFor(ctx, id, "publish");
  await inTransaction(ctx, async (ctx) => {
    const revision = await lockRevision(ctx, id);
    if (revision.state !== "scheduled")
      throw new Conflict(m.editing_revision_not_scheduled({}, { locale: ctx.locale }));
    await unschedule(ctx, revision, "content.unscheduled");
  });
}

/** Publishes a due revision. Does nothing if another worker has already published it. */
async function publishIfDue(ctx: Ctx, id: number): Promise<void> {
  try {
    await withFieldErrors(ctx, async (ctx) => {
      const revision = await lockRevision(ctx, id);
      const isDue = revision.state === "scheduled" && revision.publishAt !== null && revision.publishAt <= ctx.now();
      if (isDue) await publish(ctx, revision);
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // For example, its address is in use. Retrying would not help: an editor has to resolve it.
    ctx.log.error(
      { revision: id, ...errorForLog(error) },
      "scheduled content could not be published; it is a draft again",
    );
    await inTransaction(ctx, async (ctx) => {
      const revision = await lockRevision(ctx, id);
      if (revision.state === "scheduled") await unschedule(ctx, revision, "content.schedule-failed");
    });
  }
}

/** Publishes due texts, each in its own transaction, so that a crash only delays the rest. */
export async function publishScheduled(ctx: Ctx): Promise<void> {
  const dueRevisions = await ctx.db
    .select({ id: contentRevisions.id })
    .from(contentRevisions)
    .where(and(eq(contentRevisions.state, "scheduled"), lte(contentRevisions.publishAt, ctx.now())))
    .orderBy(contentRevisions.publishAt, contentRevisions.id);
  for (const { id } of dueRevisions) await publishIfDue(ctx, id);
}

/**
 * Unpublishes an item; the history stays. Throws Unauthenticated, Forbidden, NotFound when it is not on the site, and
 * Conflict for kinds that cannot be unpublished: pages of text and the featured courses.
 */
export async function unpublishItem(ctx: Ctx, item: Item): Promise<void> {
  requirePermission(ctx, permissionFor(item.entity, "publish"));
  await inTransaction(ctx, async (ctx) => {
    const kind = entities[item.entity];
    if (!kind.remove) throw new Conflict(m.editing_cannot_take_off({}, { locale: ctx.locale }));
    if (!(await lockItem(ctx, item))) await addBase(ctx, item);
    const published = await revisionIn(ctx, item, "published");
    if (!published) throw noSuchRevision(ctx);
    await kind.remove(ctx, item.entityId);
    const scheduled = await revisionIn(ctx, item, "scheduled");
    if (scheduled) await unschedule(ctx, scheduled, "content.unscheduled");
    // The text becomes a draft unless a newer one exists, so that an editor can publish it again.
    const { current } = await readLatest(ctx, item);
    await updateRevision(ctx, published, { state: current?.id === published.id ? "draft" : "replaced" });
    await recordUses(ctx, item);
    await audit(ctx, {
      action: "content.taken-off",
      ...item,
      before: { revision: published.id, version: published.version },
      after: null,
    });
    await announceContentChange(ctx);
  });
}

/**
 * Unpublishes and unschedules an item, then moves it to the trash. Returns the input of `restoreRevision` that restores
 * it. Throws Unauthenticated, Forbidden, NotFound when it is in the trash already, and what `unpublishItem` throws.
 */
export async function trashItem(ctx: Ctx, item: Item): Promise<{ id: number; version: number }> {
  requirePermission(ctx, permissionFor(item.entity, "publish"));
  return inTransaction(ctx, async (ctx) => {
    const [onSite] = await entities[item.entity].read(ctx, item.entityId);
    if (onSite) await unpublishItem(ctx, item);
    await lockItem(ctx, item);
    const scheduled = await revisionIn(ctx, item, "scheduled");
    if (scheduled) await unschedule(ctx, scheduled, "content.unscheduled");
    const draft = await revisionIn(ctx, item, "draft");
    if (!draft) throw noSuchRevision(ctx);
    const { version } = await readLatest(ctx, item);
    await discardDraft(ctx, { id: draft.id, version });
    return { id: draft.id, version: version + 1 };
  });
}

/**
 * Undoes `unpublishItem`: publishes the last published text again; a newer draft stays a draft. Throws Unauthenticated,
 * Forbidden, NotFound when it was never published, Conflict when it is on the site, and ValidationError when its
 * address is now used by another item.
 */
export async function republishItem(ctx: Ctx, item: Item): Promise<void> {
  requirePermission(ctx, permissionFor(item.entity, "publish"));
  await withFieldErrors(ctx, async (ctx) => {
    await lockItem(ctx, item);
    if (await revisionIn(ctx, item, "published")) throw new Conflict(m.editing_on_the_site({}, { locale: ctx.locale }));
    const { state, publishedAt } = contentRevisions;
    const [last] = await ctx.db
      .select()
      .from(contentRevisions)
      .where(and(isItem(item), isNotNull(publishedAt), ne(state, "scheduled")))
      .orderBy(desc(publishedAt), desc(contentRevisions.version))
      .limit(1);
    if (!last) throw noSuchRevision(ctx);
    const data = await applyRevision(ctx, last, "publish");
    // Does not check `mayBecome`, because a newer draft, which stays, may have replaced this revision.
    await updateRevision(ctx, last, { state: "published", data });
    await recordUses(ctx, item);
    const after = { revision: last.id, version: last.version };
    await audit(ctx, { action: "content.put-back", ...item, before: null, after });
    await announceContentChange(ctx);
  });
}
