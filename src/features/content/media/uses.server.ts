import { and, eq, inArray, or, sql, type Column, type SQL } from "drizzle-orm";
import { requireTransaction, type Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import type { UsePlace } from "./media-states.ts";
import { shippedIn } from "./shipped-pictures.server.ts";
import { mediaFiles, mediaUses } from "./tables.server.ts";
import { uploadsIn, type ImageDetails } from "./uploaded-picture.ts";

/** Anything staff write that may name uploads. */
export interface MediaUser {
  entity: string;
  entityId: string;
}

/** Texts of a `MediaUser` by state; a state without a text is absent. */
export type UserTexts = Partial<Record<UsePlace, { title: { eng: string; ar: string }; data: object }>>;

/**
 * Records which uploads an item names, in the transaction that saves it, so that none of them can be deleted from then
 * on. Skips uploads that are already deleted, which a draft may still name.
 */
export async function recordMediaUses(ctx: Ctx, { entity, entityId }: MediaUser, texts: UserTexts): Promise<void> {
  const { db } = requireTransaction(ctx);
  const named = Object.entries(texts).flatMap(([place, { title, data }]) =>
    [...uploadsIn(data).keys(), ...shippedIn(data)].map((name) => ({ name, place: place as UsePlace, title })),
  );
  await db.delete(mediaUses).where(and(eq(mediaUses.entity, entity), eq(mediaUses.entityId, entityId)));
  if (named.length === 0) return;
  const names = [...new Set(named.map(({ name }) => name))];
  // Waits for deletions in progress.
  const files = await db
    .select({ id: mediaFiles.id, key: mediaFiles.key, shipped: mediaFiles.shipped })
    .from(mediaFiles)
    .where(or(inArray(mediaFiles.key, names), inArray(mediaFiles.shipped, names)))
    .orderBy(mediaFiles.id)
    .for("key share");
  const idsByName = new Map(
    files.flatMap(({ id, key, shipped }) => [key, shipped ?? key].map((name) => [name, id] as const)),
  );
  const rows = named.flatMap(({ name, place, title }) => {
    const mediaId = idsByName.get(name);
    return mediaId === undefined ? [] : [{ mediaId, entity, entityId, place, titleEng: title.eng, titleAr: title.ar }];
  });
  // A text may name a picture that ships with the site by both its names.
  if (rows.length > 0) await db.insert(mediaUses).values(rows).onConflictDoNothing();
}

/**
 * Refuses a text with pictures or documents that are deleted, not ready, or without a description in both languages.
 * Locks the uploads in the open transaction against a change of these facts. Throws ValidationError with the fields
 * that name them.
 */
export async function requirePublishableMedia(ctx: Ctx, data: unknown): Promise<void> {
  const { db } = requireTransaction(ctx);
  const uploads = uploadsIn(data);
  const shipped = shippedIn(data);
  if (uploads.size === 0 && shipped.length === 0) return;
  const { locale } = ctx;
  const files = await db
    .select()
    .from(mediaFiles)
    .where(or(inArray(mediaFiles.key, [...uploads.keys()]), inArray(mediaFiles.shipped, shipped)))
    .orderBy(mediaFiles.id)
    .for("share");
  const fields: FieldMap = {};
  const addProblem = (file: typeof mediaFiles.$inferSelect | undefined, paths: readonly string[]) => {
    const text =
      !file || file.state === "storing"
        ? m.media_gone({}, { locale })
        : file.state !== "ready"
          ? m.media_not_ready({ name: file.name }, { locale })
          : isDescribed(file)
            ? null
            : m.media_without_description({ name: file.name }, { locale });
    if (text !== null) for (const path of paths) (fields[path] ??= []).push(text);
  };
  for (const [key, paths] of uploads)
    addProblem(
      files.find((file) => file.key === key),
      paths,
    );
  // A picture that ships with the site is shown even without an entry in the library, so only entries are checked.
  for (const file of files) if (file.shipped !== null && shipped.includes(file.shipped)) addProblem(file, ["image"]);
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
}

/** Whether a picture has a description in both languages or is decoration; documents need none. */
export const isDescribed = (file: { kind: string; decorative: boolean; altEng: string; altAr: string }): boolean =>
  file.kind !== "picture" || file.decorative || (file.altEng !== "" && file.altAr !== "");

/** Selects `image_details` for a column that names a picture: null for one that is not in the library. */
export const imageDetailsSql = (image: Column | SQL) => sql<ImageDetails | null>`(
  select jsonb_build_object('focal_x', mf.focal_x, 'focal_y', mf.focal_y,
    'alt_eng', case when mf.decorative then '' else mf.alt_eng end, 'alt_ar', case when mf.decorative then '' else mf.alt_ar end)
  from media_file mf where (${image} like 'u-%' and mf.key = substr(${image}, 3)) or mf.shipped = ${image})`;
