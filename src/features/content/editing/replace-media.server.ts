import { eq, inArray, sql } from "drizzle-orm";
import { MediaInUse } from "#features/content/media/change-media.server.ts";
import { mediaRecord, readMedia, readUses } from "#features/content/media/media-files.server.ts";
import { mediaFiles } from "#features/content/media/tables.server.ts";
import { uploadedName } from "#features/content/media/uploaded-picture.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requirePermission,
  requireTransaction,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, EditConflict, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { entities } from "#features/content/entities/entities.server.ts";
import { entityNames } from "#features/content/entities/revision-entities.ts";
import {
  isItem,
  openItem,
  readLatest,
  revisionIn,
  updateRevision,
  type Item,
} from "#features/content/editing/revision-rows.server.ts";
import { contentRevisions } from "#features/content/editing/tables.server.ts";

export interface Replacement {
  id: number;
  /** Version of the upload that the client read. */
  version: number;
  /** Another upload of the same kind, ready and not used anywhere. */
  by: number;
}
type MediaFile = typeof mediaFiles.$inferSelect;

async function readItemsThatUse(ctx: Ctx, id: number): Promise<Item[]> {
  const items = new Map<string, Item>();
  for (const { entity, entity_id: entityId } of await readUses(ctx, id)) {
    const entityName = entityNames.find((name) => name === entity);
    if (entityName) items.set(`${entity} ${entityId}`, { entity: entityName, entityId });
  }
  return [...items.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
}

/** Locks both uploads. Throws NotFound, EditConflict, ValidationError of `by`, Conflict, MediaInUse. */
async function lockBoth(ctx: Ctx, { id, version, by }: Replacement): Promise<{ file: MediaFile; other: MediaFile }> {
  const { locale } = ctx;
  if (by === id) throw new ValidationError({ by: [m.media_same_file({}, { locale })] });
  const rows = await requireTransaction(ctx)
    .db.select()
    .from(mediaFiles)
    .where(inArray(mediaFiles.id, [id, by]))
    .orderBy(mediaFiles.id)
    .for("update");
  const file = rows.find((row) => row.id === id && row.state !== "storing");
  const other = rows.find((row) => row.id === by && row.state !== "storing");
  if (!file) throw noSuchRecord(ctx);
  if (!other) throw new ValidationError({ by: [m.media_gone({}, { locale })] });
  if (file.version !== version)
    throw new EditConflict(m.platform_edit_conflict({}, { locale }), {
      current: await mediaRecord(ctx, { ...file, uses: (await readUses(ctx, id)).length }),
      yours: { id, version, by },
    });
  if (other.kind !== file.kind) throw new ValidationError({ by: [m.media_other_kind({}, { locale })] });
  if (other.state !== "ready") throw new Conflict(m.media_not_ready({ name: other.name }, { locale }));
  const uses = await readUses(ctx, by);
  if (uses.length > 0) throw new MediaInUse(m.media_file_in_use({ name: other.name }, { locale }), uses);
  return { file, other };
}

/** Columns that describe the bytes, without the texts that people wrote about them. */
const toFileColumns = (file: MediaFile) => {
  const { key, shipped, type, bytes, width, height, state, sizesMade, uploadedBy, uploadedByName, createdAt } = file;
  return { key, shipped, type, bytes, width, height, state, sizesMade, uploadedBy, uploadedByName, createdAt };
};

/**
 * Makes the item's drafts, published text and history name the new file. An editor who has the item open gets a
 * conflict at the next save.
 */
async function renameInTexts(ctx: Ctx, item: Item, { key, shipped }: MediaFile, newKey: string): Promise<void> {
  const { data } = contentRevisions;
  const [name, newName] = [shipped ?? uploadedName(key), uploadedName(newKey)].map((image) => JSON.stringify(image));
  await ctx.db
    .update(contentRevisions)
    .set({ data: sql`replace(replace(${data}::text, ${name}, ${newName}), ${key}, ${newKey})::jsonb` })
    .where(isItem(item));
  const published = await revisionIn(ctx, item, "published");
  if (published) await entities[item.entity].write(ctx, item.entityId, published.data);
  const { version, current } = await readLatest(ctx, item);
  if (current) await updateRevision(ctx, current, { version: version + 1 });
}

/**
 * Replaces the file of an upload by the file of upload `by`, in every text that names it, in one transaction. Name,
 * descriptions and focal point stay. Upload `by` then holds the former file, unused, so that the address of that file
 * keeps working. Throws NotFound, EditConflict, ValidationError of `by` (gone, the same, another kind), Conflict (not
 * ready), MediaInUse.
 */
export async function replaceMedia(ctx: Ctx, input: Replacement) {
  requirePermission(ctx, replaceMedia.permission);
  const { id, by } = input;
  await inTransaction(ctx, async (ctx) => {
    // Locks in the same order as a save: first the texts, then the uploads that they name.
    for (const item of await readItemsThatUse(ctx, id)) await openItem(ctx, item);
    const { file, other } = await lockBoth(ctx, input);
    const uses = await readUses(ctx, id);
    const update = (row: number, values: Partial<MediaFile>) =>
      ctx.db
        .update(mediaFiles)
        .set({ ...values, updatedAt: ctx.now() })
        .where(eq(mediaFiles.id, row));
    const { altEng, altAr, decorative, focalX, focalY } = file;
    const name = m.media_former_file({ name: file.name.slice(0, 80) }, { locale: ctx.locale });
    // Frees the key for the next statement, because keys are unique.
    await update(by, { key: `-${other.key}`, shipped: null });
    await update(id, { ...toFileColumns(other), version: file.version + 1 });
    const former = { ...toFileColumns(file), name, altEng, altAr, decorative, focalX, focalY };
    await update(by, { ...former, version: other.version + 1 });
    for (const item of await readItemsThatUse(ctx, id)) await renameInTexts(ctx, item, file, other.key);
    const toAuditFacts = ({ type, bytes, width, height, key }: MediaFile) => ({ type, bytes, width, height, key });
    await audit(ctx, {
      action: "media.replaced",
      entity: "media",
      entityId: id,
      before: toAuditFacts(file),
      after: { ...toAuditFacts(other), name: file.name, texts: uses.length, former: by },
    });
    if (uses.some(({ place }) => place === "published")) await announceContentChange(ctx);
  });
  return readMedia(ctx, { id });
}
replaceMedia.permission = "media.write" as const;
