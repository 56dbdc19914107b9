import { z } from "zod";
import type { NamedRevision, RevisionLine } from "./history.server.ts";
import type { EditableContent } from "./editable.server.ts";
import { itemViews } from "./item-types.ts";
import { entityNames } from "#features/content/entities/revision-entities.ts";
import type { Item } from "./revision-rows.server.ts";
import { revisionStates } from "./revision-states.ts";
import { whole } from "#platform/http/fields.server.ts";

/** `news:12`, `page:about-us`, `page-meta:news/a-story`. */
export const itemId = () =>
  z
    .string()
    .regex(new RegExp(`^(?:${entityNames.join("|")}):[\\w./-]{1,160}$`), "invalid")
    .transform((text): Item => {
      const colon = text.indexOf(":");
      return { entity: text.slice(0, colon) as Item["entity"], entityId: text.slice(colon + 1) };
    });
export const toItemId = ({ entity, entityId }: Item) => `${entity}:${entityId}`;

export const entity = z.enum(entityNames);
export const newestState = z.enum(["draft", "scheduled", "published"]);
export const arabic = z.enum(["complete", "missing", "stale"]);
export const data = z.record(z.string(), z.unknown());
export const savedVersion = () =>
  whole(0, 2_147_483_647).meta({
    description: "The version that was read; 0 for content that was never edited. 409 if it has changed since",
  });

export const itemRow = z.object({
  id: z.string().meta({ example: "news:12" }),
  entity,
  entity_id: z.string(),
  title: z.string(),
  title_ar: z.string(),
  path: z.string().meta({ description: "Path of the item's page, without language" }),
  image: z.string().nullable(),
  position: z.int().nullable(),
  state: newestState.meta({ description: "State of the newest text" }),
  version: z.int(),
  revisionId: z.int().nullable(),
  onSite: z.boolean(),
  arabic,
  author: z.string().nullable(),
  authorName: z.string().nullable(),
  savedAt: z.string().nullable(),
  publishAt: z.string().nullable().meta({ description: "When it is published automatically" }),
  publishedAt: z.string().nullable().meta({ description: "Null also for content that was never edited" }),
});

export const view = z.enum(itemViews);
export const itemCounts = z.object({
  entity,
  all: z.int(),
  draft: z.int(),
  scheduled: z.int(),
  "off-site": z.int(),
  "never-published": z.int(),
  arabic: z.int(),
  missing: z.int(),
  stale: z.int(),
});

export const fullItem = z.object({
  id: z.string(),
  entity,
  entity_id: z.string(),
  data: data.meta({ description: "The newest text, to be edited" }),
  title: z.string(),
  title_ar: z.string(),
  path: z.string().meta({ description: "Path of the item's page, without language" }),
  version: z.int().meta({ description: "The next save must send this number" }),
  onSite: z.boolean(),
  revisionId: z
    .int()
    .nullable()
    .meta({ description: "Id of the newest revision; null for content that was never edited" }),
  revisionVersion: z
    .int()
    .nullable()
    .meta({ description: "Publishing, scheduling and discarding that revision must send this number" }),
  state: newestState,
  author: z.string().nullable(),
  authorName: z.string().nullable(),
  savedAt: z.string().nullable(),
  publishAt: z.string().nullable(),
  publishedId: z.int().nullable().meta({ description: "The revision that visitors see" }),
  publishedAt: z.string().nullable(),
  scheduled: z
    .object({ id: z.int(), version: z.int(), publishAt: z.string().nullable() })
    .nullable()
    .meta({ description: "The revision that is published automatically; it may be older than the draft" }),
  changed: z
    .array(z.string())
    .meta({ description: "Fields that differ from what visitors see: `title_eng`, `speakers`" }),
  arabic: z.object({
    state: arabic,
    missing: z.array(z.string()),
    stale: z.array(z.string()),
    englishChangedAt: z
      .record(z.string(), z.string())
      .meta({ description: "When the English of each stale field changed" }),
  }),
});

export const toFullItem = (content: EditableContent): z.input<typeof fullItem> => ({
  id: toItemId(content),
  entity: content.entity,
  entity_id: content.entityId,
  data: { ...content.data },
  title: content.title.eng,
  title_ar: content.title.ar,
  path: content.path,
  version: content.version,
  onSite: content.isOnSite,
  revisionId: content.revision?.id ?? null,
  revisionVersion: content.revision?.version ?? null,
  state: (content.revision?.state ?? "published") as z.input<typeof newestState>,
  author: content.revision?.author ?? null,
  authorName: content.authorName,
  savedAt: content.revision?.savedAt.toISOString() ?? null,
  publishAt: content.revision?.publishAt?.toISOString() ?? null,
  publishedId: content.published?.id ?? null,
  publishedAt: content.published?.publishedAt?.toISOString() ?? null,
  scheduled: content.scheduled && {
    id: content.scheduled.id,
    version: content.scheduled.version,
    publishAt: content.scheduled.publishAt?.toISOString() ?? null,
  },
  changed: content.changed,
  arabic: {
    ...content.language,
    englishChangedAt: Object.fromEntries(
      Object.entries(content.englishChangedAt).map(([field, changedAt]) => [field, changedAt.toISOString()]),
    ),
  },
});

export const revisionRow = z.object({
  id: z.int(),
  item: z.string().meta({ example: "news:12" }),
  version: z.int(),
  state: z.enum(revisionStates),
  author: z.string().nullable().meta({ description: "Null for the first version, from before anyone edited the item" }),
  authorName: z.string().nullable(),
  note: z.string(),
  restoredFrom: z.int().nullable(),
  created_at: z.string(),
  savedAt: z.string(),
  publishAt: z.string().nullable(),
  publishedAt: z.string().nullable(),
});
export const fullRevision = revisionRow.extend({ data });

export const toRevision = (row: RevisionLine): z.input<typeof revisionRow> => ({
  id: row.id,
  item: toItemId(row),
  version: row.version,
  state: row.state,
  author: row.author,
  authorName: row.authorName,
  note: row.note,
  restoredFrom: row.restoredFrom,
  created_at: row.createdAt.toISOString(),
  savedAt: row.savedAt.toISOString(),
  publishAt: row.publishAt?.toISOString() ?? null,
  publishedAt: row.publishedAt?.toISOString() ?? null,
});
export const toFullRevision = (row: NamedRevision) => ({ ...toRevision(row), data: { ...row.data } });

export const difference = z.object({
  field: z.string().meta({ example: "speakers.0.name" }),
  language: z.enum(["eng", "ar"]).nullable(),
  before: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  after: z.union([z.string(), z.number(), z.boolean(), z.null()]),
});

export const editConflict = "Someone else saved it meanwhile; the reply holds `current` and `yours`";
