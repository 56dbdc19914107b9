import { statSync } from "node:fs";
import { eq, inArray, isNull, and, sql } from "drizzle-orm";
import { entities } from "#features/content/entities/entities.server.ts";
import { lockItem, recordUses } from "#features/content/editing/revision-rows.server.ts";
import { contentRevisions } from "#features/content/editing/tables.server.ts";
import { findShippedFile, shippedPictures, shippedRoot } from "#features/content/media/shipped-pictures.server.ts";
import { getSizeKey } from "#features/content/media/storage.server.ts";
import { sizeCount } from "#features/content/media/media-files.server.ts";
import { mediaFiles } from "#features/content/media/tables.server.ts";
import { recordMediaUses } from "#features/content/media/uses.server.ts";
import { demoMarker } from "#features/settings/settings.server.ts";
import { siteSettings } from "#features/settings/tables.server.ts";
import { requireTransaction, type Ctx } from "#platform/context.server.ts";
import { describePicture } from "./media/descriptions.ts";

/** Size of the widest version of a picture, in pixels. */
const fullSizes = {
  courses: { width: 960, height: 600 },
  news: { width: 960, height: 600 },
  banners: { width: 1920, height: 1013 },
};
const entitiesWithPictures = ["course", "news", "banner"] as const;

function toRow([shipped, { folder, key }]: [string, { folder: keyof typeof fullSizes; key: string }], now: Date) {
  const name = shipped.replace(/-[0-9a-f]{8}$/, "");
  return {
    key,
    shipped,
    kind: "picture" as const,
    type: "image/webp",
    bytes: statSync(`${shippedRoot}/${findShippedFile(getSizeKey(key, 1920, "webp"))}`).size,
    name,
    ...fullSizes[folder],
    state: "ready" as const,
    sizesMade: sizeCount,
    ...describePicture(name),
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Adds the pictures of the demo content to the media library, with their descriptions and uses. Does so only once for
 * each site, so that pictures which staff delete stay deleted. A site whose content an earlier version loaded gets them
 * as well. Called when the content is loaded and at each start, always in an open transaction.
 */
export async function loadPictures(ctx: Ctx): Promise<void> {
  const { db } = requireTransaction(ctx);
  const updatedMarkers = await db
    .update(siteSettings)
    .set({
      // Early versions stored a string instead of an object.
      value: sql`case jsonb_typeof(${siteSettings.value}) when 'object' then ${siteSettings.value} else '{}' end || '{"pictures": true}'`,
    })
    .where(and(eq(siteSettings.key, demoMarker), isNull(sql`${siteSettings.value} ->> 'pictures'`)))
    .returning({ key: siteSettings.key });
  if (updatedMarkers.length === 0) return;
  await db.insert(mediaFiles).values([...shippedPictures()].map((picture) => toRow(picture, ctx.now())));
  const { entity, entityId } = contentRevisions;
  const edited = await db
    .selectDistinct({ entity, entityId })
    .from(contentRevisions)
    .where(inArray(entity, entitiesWithPictures))
    .orderBy(entity, entityId);
  for (const item of edited) {
    await lockItem(ctx, item);
    await recordUses(ctx, item);
  }
  for (const entity of entitiesWithPictures)
    for (const { entityId, data } of await entities[entity].read(ctx)) {
      if (edited.some((item) => item.entity === entity && item.entityId === entityId)) continue;
      await recordMediaUses(ctx, { entity, entityId }, { published: { title: entities[entity].title(data), data } });
    }
}
