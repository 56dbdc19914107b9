import { and, eq, ne } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requirePermission,
  requireTransaction,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, EditConflict, ValidationError } from "#platform/errors.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { m } from "#messages";
import { mediaRecord, readMedia, readUses } from "./media-files.server.ts";
import type { MediaUse } from "./media-record.ts";
import { mediaFiles } from "./tables.server.ts";
import { isDescribed } from "./uses.server.ts";

export interface MediaChange {
  id: number;
  /** The version that the caller read. */
  version: number;
  name: string;
  alt_eng: string;
  alt_ar: string;
  decorative: boolean;
  focal_x: number;
  focal_y: number;
}

/** Thrown when deleting an upload that content uses. Lists that content. */
export class MediaInUse extends Conflict {
  override name = "MediaInUse";
  readonly usedIn: MediaUse[];
  constructor(message: string, usedIn: MediaUse[]) {
    super(message);
    this.usedIn = usedIn;
  }
  override body() {
    return { message: this.message, usedIn: this.usedIn };
  }
}

/** Locks an upload until the transaction ends. Throws NotFound. */
async function lockMedia(ctx: Ctx, id: number) {
  const [row] = await requireTransaction(ctx)
    .db.select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), ne(mediaFiles.state, "storing")))
    .for("update");
  if (!row) throw noSuchRecord(ctx);
  return row;
}

const toAuditFacts = ({ name, altEng, altAr, decorative, focalX, focalY }: typeof mediaFiles.$inferSelect) => ({
  name,
  alt_eng: altEng,
  alt_ar: altAr,
  decorative,
  focal_x: focalX,
  focal_y: focalY,
});

/**
 * Changes name, descriptions and focal point; pages show it at once. Throws NotFound, EditConflict, and ValidationError
 * when a picture on the site would lose a description.
 */
export async function changeMedia(ctx: Ctx, { id, version, ...change }: MediaChange) {
  requirePermission(ctx, changeMedia.permission);
  await inTransaction(ctx, async (ctx) => {
    const row = await lockMedia(ctx, id);
    const uses = await readUses(ctx, id);
    if (row.version !== version)
      throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), {
        current: await mediaRecord(ctx, { ...row, uses: uses.length }),
        yours: { id, version, ...change },
      });
    const { name, decorative, alt_eng: altEng, alt_ar: altAr, focal_x: focalX, focal_y: focalY } = change;
    const isOnSite = uses.some(({ place }) => place !== "draft");
    if (isOnSite && !isDescribed({ ...row, decorative, altEng, altAr })) {
      const text = [m.media_description_needed({}, { locale: ctx.locale })];
      throw new ValidationError({ ...(altEng === "" && { alt_eng: text }), ...(altAr === "" && { alt_ar: text }) });
    }
    await ctx.db
      .update(mediaFiles)
      .set({ name, decorative, altEng, altAr, focalX, focalY, version: version + 1, updatedAt: ctx.now() })
      .where(eq(mediaFiles.id, id));
    await audit(ctx, {
      action: "media.changed",
      entity: "media",
      entityId: id,
      before: toAuditFacts(row),
      after: change,
    });
    if (isOnSite) await announceContentChange(ctx);
  });
  return readMedia(ctx, { id });
}
changeMedia.permission = "media.write" as const;

/**
 * Deletes an upload; a job deletes its files. A concurrent publication that uses it and this call wait for each other.
 * Throws NotFound, MediaInUse.
 */
export async function deleteMedia(ctx: Ctx, { id }: { id: number }): Promise<void> {
  requirePermission(ctx, deleteMedia.permission);
  await inTransaction(ctx, async (ctx) => {
    const row = await lockMedia(ctx, id);
    const uses = await readUses(ctx, id);
    if (uses.length > 0) throw new MediaInUse(m.media_in_use({}, { locale: ctx.locale }), uses);
    await ctx.db.delete(mediaFiles).where(eq(mediaFiles.id, id));
    const { key, kind, name } = row;
    await audit(ctx, { action: "media.deleted", entity: "media", entityId: id, before: { name, kind, key } });
    await ctx.jobs.send(ctx.db, "media.delete-files", { key });
  });
}
deleteMedia.permission = "media.write" as const;
