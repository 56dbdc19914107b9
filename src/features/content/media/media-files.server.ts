import { and, asc, eq, exists, inArray, ne, not, or, sql, type SQL } from "drizzle-orm";
import { readDisplayNames, type StaffNames } from "#features/staff/names.server.ts";
import { requirePermission, noSuchRecord, type Ctx } from "#platform/context.server.ts";
import { containsSql, readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import type { MediaRecord, MediaUse } from "./media-record.ts";
import { shippedPictures } from "./shipped-pictures.server.ts";
import { mediaFiles, mediaUses } from "./tables.server.ts";
import type { MediaKind } from "./upload-kinds.ts";
import {
  documentAddress,
  uploadedAddress,
  uploadedFormats,
  uploadedKey,
  uploadedName,
  uploadedWidths,
} from "./uploaded-picture.ts";

export const mediaSorts = ["id", "name", "bytes"] as const;

export interface MediaFilter {
  q?: string | undefined;
  kind?: MediaKind | undefined;
  unused?: boolean | undefined;
  without_description?: boolean | undefined;
  /** A kind of content, such as `news`. */
  used_in?: string | undefined;
  /** Name of the picture in content. */
  image?: string | undefined;
  ids?: number[] | undefined;
}

type Row = typeof mediaFiles.$inferSelect;
/** Number of files that are made of each picture: one per width and format. */
export const sizeCount = uploadedWidths.length * uploadedFormats.length;

type RowWithUses = Row & { uses: number };

/** Converts uploads to the form that the staff API returns. */
async function mediaRecords(ctx: Ctx, rows: readonly RowWithUses[]): Promise<MediaRecord[]> {
  const names = await readDisplayNames(
    ctx,
    rows.map(({ uploadedBy }) => uploadedBy),
  );
  return rows.map((row) => toRecord(row, names));
}

/** Converts an upload to the form that the staff API returns. */
export async function mediaRecord(ctx: Ctx, row: RowWithUses): Promise<MediaRecord> {
  return toRecord(row, await readDisplayNames(ctx, [row.uploadedBy]));
}

function toRecord(row: RowWithUses, names: StaffNames): MediaRecord {
  const { id, key, kind, name, type, bytes, width, height, state, sizesMade, shipped } = row;
  const folder = shippedPictures().get(shipped ?? "")?.folder;
  const isPicture = kind === "picture";
  return {
    id,
    kind,
    name,
    type,
    bytes,
    width,
    height,
    // Uploads that are still being stored are hidden.
    state: state as MediaRecord["state"],
    sizesMade,
    sizes: isPicture ? sizeCount : 0,
    image: isPicture ? uploadedName(key) : null,
    shipped: shipped !== null && folder ? { folder, name: shipped } : null,
    address: isPicture ? uploadedAddress(key, 960, "webp") : documentAddress(key, name),
    focal_x: row.focalX,
    focal_y: row.focalY,
    alt_eng: row.altEng,
    alt_ar: row.altAr,
    decorative: row.decorative,
    uses: row.uses,
    version: row.version,
    uploadedBy: names.get(row.uploadedBy) ?? row.uploadedByName,
    createdAt: row.createdAt.toISOString(),
  };
}

const usesSql = sql<number>`(select count(*)::int from ${mediaUses} where ${mediaUses.mediaId} = ${mediaFiles.id})`;
const withoutDescription = and(
  eq(mediaFiles.kind, "picture"),
  eq(mediaFiles.decorative, false),
  or(eq(mediaFiles.altEng, ""), eq(mediaFiles.altAr, "")),
);
const isShown = ne(mediaFiles.state, "storing");
const searchedSql = sql`(${mediaFiles.name} || ' ' || ${mediaFiles.altEng} || ' ' || ${mediaFiles.altAr})`;

function whereSql(ctx: Ctx, filter: MediaFilter): SQL | undefined {
  const isUse = eq(mediaUses.mediaId, mediaFiles.id);
  const hasUses = (condition?: SQL) =>
    exists(ctx.db.select({ id: mediaUses.mediaId }).from(mediaUses).where(and(isUse, condition)));
  const { q, kind, unused, without_description, used_in, image, ids } = filter;
  return and(
    isShown,
    q === undefined ? undefined : containsSql(searchedSql, q),
    kind && eq(mediaFiles.kind, kind),
    unused ? not(hasUses()) : undefined,
    without_description ? withoutDescription : undefined,
    used_in === undefined ? undefined : hasUses(eq(mediaUses.entity, used_in)),
    image === undefined ? undefined : or(eq(mediaFiles.key, uploadedKey(image) ?? ""), eq(mediaFiles.shipped, image)),
    ids && inArray(mediaFiles.id, ids),
  );
}

/** Lists uploads, newest first unless sorted. */
export async function listMedia(
  ctx: Ctx,
  { filter, ...page }: ListQuery<(typeof mediaSorts)[number], MediaFilter>,
): Promise<ListPage<MediaRecord>> {
  requirePermission(ctx, listMedia.permission);
  const { rows, ...counted } = await readPage(ctx, page, {
    rows: ctx.db.select({ file: mediaFiles, uses: usesSql }).from(mediaFiles).$dynamic(),
    where: whereSql(ctx, filter),
    // Uploads come before pictures that ship with the site.
    sorts: {
      id: sql`(${mediaFiles.shipped} is null, ${mediaFiles.id})`,
      name: mediaFiles.name,
      bytes: mediaFiles.bytes,
    },
    tie: mediaFiles.id,
  });
  const files = rows.map(({ file, uses }) => ({ ...file, uses }));
  return { data: await mediaRecords(ctx, files), ...counted };
}
listMedia.permission = "media.read" as const;

/** Lists the content that uses an upload, published content first. */
export async function readUses(ctx: Ctx, id: number): Promise<MediaUse[]> {
  const { entity, entityId: entity_id, place, titleEng: title_eng, titleAr: title_ar } = mediaUses;
  return ctx.db
    .select({ entity, entity_id, place, title_eng, title_ar })
    .from(mediaUses)
    .where(eq(mediaUses.mediaId, id))
    .orderBy(sql`array_position(array['published', 'scheduled', 'draft'], ${place})`, asc(entity), asc(entity_id));
}

/** Reads an upload and the content that uses it. Throws NotFound. */
export async function readMedia(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readMedia.permission);
  const [row] = await ctx.db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), isShown));
  if (!row) throw noSuchRecord(ctx);
  const usedIn = await readUses(ctx, id);
  return { ...(await mediaRecord(ctx, { ...row, uses: usedIn.length })), usedIn };
}
readMedia.permission = "media.read" as const;

/** Reads the progress of a picture's sizes. Throws NotFound. */
export async function mediaProgress(ctx: Ctx, input: { id: number }) {
  const { state, sizesMade, sizes } = await readMedia(ctx, input);
  return { state, sizesMade, sizes };
}
mediaProgress.permission = readMedia.permission;

/** Counts the uploads by kind, and those without use or description; sums their bytes. */
export async function mediaSummary(ctx: Ctx) {
  requirePermission(ctx, mediaSummary.permission);
  const unused = not(
    exists(ctx.db.select({ id: mediaUses.mediaId }).from(mediaUses).where(eq(mediaUses.mediaId, mediaFiles.id))),
  );
  const [row] = await ctx.db
    .select({
      pictures: sql<number>`count(*) filter (where ${mediaFiles.kind} = 'picture')::int`,
      documents: sql<number>`count(*) filter (where ${mediaFiles.kind} = 'document')::int`,
      bytes: sql<number>`coalesce(sum(${mediaFiles.bytes}), 0)::float8`,
      unused: sql<number>`count(*) filter (where ${unused})::int`,
      without_description: sql<number>`count(*) filter (where ${withoutDescription})::int`,
    })
    .from(mediaFiles)
    .where(isShown);
  const { pictures = 0, documents = 0, bytes = 0, unused: notUsed = 0, without_description = 0 } = row ?? {};
  return { pictures, documents, bytes, unused: notUsed, without_description };
}
mediaSummary.permission = "media.read" as const;
