import { audit } from "#platform/audit.server.ts";
import { getActorIdentity, inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { isOnlyDraft } from "./trash.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { keepPosition } from "./order.server.ts";
import { nextMarks } from "./language-state.ts";
import {
  recordUses,
  readLatest,
  lockItem,
  openItem,
  lockRevision,
  parseData,
  permissionFor,
  requireLatestVersion,
  revisionFor,
  revisionIn,
  updateRevision,
  type Item,
  type Revision,
  withFieldErrors,
} from "./revision-rows.server.ts";
import { changedFields } from "./revision-diff.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import { mayBecome } from "./revision-states.ts";
import { contentRevisions } from "./tables.server.ts";

export interface DraftInput {
  entity: EntityName;
  entityId: string | null;
  data: unknown;
  note?: string;
  /** The version that the editor read; 0 for a new item and for content that was never edited. */
  version: number;
  /** Fields whose Arabic the editor confirmed as still right. */
  arabicConfirmed?: readonly string[];
}

const slugError = (text: string) => new ValidationError({ slug: [text] });

/**
 * Returns the item to save; a new item gets its id. Throws ValidationError when the id is taken, or when the data has
 * the key of another item.
 */
async function resolveItem(ctx: Ctx, { entity, entityId }: DraftInput, data: object): Promise<Item> {
  const kind = entities[entity];
  const key = kind.keyOf?.(data);
  if (entityId !== null) {
    if (key !== undefined && key !== entityId) throw slugError(m.editing_slug_fixed({}, { locale: ctx.locale }));
    return { entity, entityId };
  }
  if (key === "") throw slugError(m.platform_field_required({}, { locale: ctx.locale }));
  const item = { entity, entityId: await kind.newId(ctx, data) };
  const isTaken = key !== undefined && ((await lockItem(ctx, item)) || (await kind.read(ctx, key)).length > 0);
  if (isTaken) throw slugError(m.editing_slug_taken({}, { locale: ctx.locale }));
  return item;
}

type NewRevision = Item &
  Pick<Revision, "version" | "data" | "marks" | "note" | "author" | "state"> & { restoredFrom?: number };

async function addRevision(ctx: Ctx, revision: NewRevision): Promise<Revision> {
  const now = ctx.now();
  const [added] = await ctx.db
    .insert(contentRevisions)
    .values({ ...revision, createdAt: now, savedAt: now })
    .returning();
  if (!added) throw new Error("no revision was stored");
  return added;
}

async function addDraft(ctx: Ctx, draft: Omit<NewRevision, "state">): Promise<Revision> {
  const oldDraft = await revisionIn(ctx, draft, "draft");
  if (oldDraft) await updateRevision(ctx, oldDraft, { state: "replaced" });
  return addRevision(ctx, { ...draft, state: "draft" });
}

/**
 * Saves a draft. Accepts unfinished data and sanitises HTML. Updates the draft if the caller is its author; otherwise
 * creates a new one. Throws Unauthenticated, Forbidden, NotFound, ValidationError, and EditConflict with both texts
 * when someone else has saved since `version`.
 */
export async function saveDraft(ctx: Ctx, input: DraftInput): Promise<Revision> {
  requirePermission(ctx, permissionFor(input.entity, "write"));
  const parsed = await parseData(ctx, entities[input.entity], "draft", input.data);
  return withFieldErrors(ctx, async (ctx) => {
    const item = await resolveItem(ctx, input, parsed);
    // Content that was never edited has version 0 until its first revision is stored.
    const isFirst = !(await lockItem(ctx, item));
    if (input.entityId !== null) await openItem(ctx, item);
    const latest = await readLatest(ctx, item);
    // A concurrent call may have stored an item with this key since `resolveItem` checked.
    const isTaken = input.entityId === null && latest.version > 0;
    if (isTaken) throw slugError(m.editing_slug_taken({}, { locale: ctx.locale }));
    const isBase = isFirst && latest.version === 1 && input.version === 0;
    if (!isBase) await requireLatestVersion(ctx, latest, input.version, parsed);
    const { current } = latest;
    const data = await keepPosition(ctx, input.entity, parsed, current);
    const version = latest.version + 1;
    const marks = nextMarks(current, data, version, input.arabicConfirmed);
    const author = getActorIdentity(ctx.actor).id;
    const isOwn = current?.state === "draft" && current.author === author;
    const { note = isOwn ? current.note : "" } = input;
    const saved = isOwn
      ? { ...current, version, data, marks, note, savedAt: ctx.now() }
      : await addDraft(ctx, { ...item, version, data, marks, note, author });
    if (isOwn) await updateRevision(ctx, current, { version, data, marks, note, savedAt: saved.savedAt });
    await recordUses(ctx, item);
    await audit(ctx, {
      action: "content.saved",
      ...item,
      before: current && { revision: current.id, version: latest.version },
      after: { revision: saved.id, version, fields: changedFields(current?.data ?? {}, data) },
    });
    return saved;
  });
}

/**
 * Saves a text to the history and leaves the draft unchanged, so that an editor does not lose what they wrote while
 * someone else saved. Throws Unauthenticated, Forbidden, NotFound, ValidationError.
 */
export async function saveSeparately(ctx: Ctx, input: Item & { data: unknown; note: string }): Promise<Revision> {
  const { entity, entityId, note } = input;
  requirePermission(ctx, permissionFor(entity, "write"));
  const data = await parseData(ctx, entities[entity], "draft", input.data);
  const item = { entity, entityId };
  if ((entities[entity].keyOf?.(data) ?? entityId) !== entityId)
    throw slugError(m.editing_slug_fixed({}, { locale: ctx.locale }));
  return inTransaction(ctx, async (ctx) => {
    await openItem(ctx, item);
    const latest = await readLatest(ctx, item);
    const version = latest.version + 1;
    const marks = nextMarks(latest.current, data, version);
    const revision = await addRevision(ctx, {
      ...item,
      version,
      data,
      marks,
      note,
      author: getActorIdentity(ctx.actor).id,
      state: "replaced",
    });
    await audit(ctx, { action: "content.kept-apart", ...item, after: { revision: revision.id, version } });
    return revision;
  });
}

/**
 * Restores a revision as a draft; `version` is the last one that the editor saw. Throws Unauthenticated, Forbidden,
 * NotFound, ValidationError, EditConflict.
 */
export async function restoreRevision(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<Revision> {
  const { entity } = await revisionFor(ctx, id, "write");
  return inTransaction(ctx, async (ctx) => {
    const old = await lockRevision(ctx, id);
    const item = { entity, entityId: old.entityId };
    const latest = await readLatest(ctx, item);
    const parsed = await parseData(ctx, entities[entity], "draft", old.data);
    await requireLatestVersion(ctx, latest, version, parsed);
    const data = latest.current ? await keepPosition(ctx, entity, parsed, latest.current) : parsed;
    // Restored with its marks: Arabic that was outdated then is outdated again.
    const restored = await addDraft(ctx, {
      ...item,
      version: latest.version + 1,
      data,
      marks: old.marks,
      note: "",
      restoredFrom: old.id,
      author: getActorIdentity(ctx.actor).id,
    });
    await recordUses(ctx, item);
    await audit(ctx, {
      action: "content.restored",
      ...item,
      before: { version: latest.version },
      after: { revision: restored.id, version: restored.version, restored_from: old.id },
    });
    return restored;
  });
}

/**
 * Discards a draft; its text stays in the history. An item without a published or scheduled text goes into the trash
 * (`listTrash`), from which `restoreRevision` restores it. Throws Unauthenticated, Forbidden, NotFound, Conflict,
 * EditConflict.
 */
export async function discardDraft(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<void> {
  await revisionFor(ctx, id, "write");
  await inTransaction(ctx, async (ctx) => {
    const draft = await lockRevision(ctx, id);
    const { entity, entityId, state, data } = draft;
    if (state !== "draft" || !mayBecome(state, "replaced"))
      throw new Conflict(m.editing_revision_not_draft({}, { locale: ctx.locale }));
    const latest = await readLatest(ctx, draft);
    await requireLatestVersion(ctx, latest, version, data);
    const isTrashed = await isOnlyDraft(ctx, { entity, entityId });
    // A new version, so that an editor who still has the discarded text gets a conflict.
    await updateRevision(ctx, draft, {
      state: "replaced",
      version: latest.version + 1,
      trashedAt: isTrashed ? ctx.now() : null,
    });
    await recordUses(ctx, draft);
    await audit(ctx, {
      action: isTrashed ? "content.deleted" : "content.discarded",
      entity,
      entityId,
      before: { revision: id, version, title: entities[entity].title(data).eng },
      after: null,
    });
  });
}
