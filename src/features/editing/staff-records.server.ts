import { z } from "zod";
import type { RevisionLine } from "./history.server.ts";
import type { EditableContent } from "./items.server.ts";
import { entityNames } from "./revision-entities.ts";
import type { Item, Revision } from "./revision-rows.server.ts";
import { revisionStates } from "./revision-states.ts";

/** `news:12`, `page:about-us`, `page-meta:news/a-story`. */
export const itemId = () =>
  z
    .string()
    .regex(new RegExp(`^(?:${entityNames.join("|")}):[\\w./-]{1,160}$`), "invalid")
    .transform((text): Item => {
      const colon = text.indexOf(":");
      return { entity: text.slice(0, colon) as Item["entity"], entityId: text.slice(colon + 1) };
    });
export const idOf = ({ entity, entityId }: Item) => `${entity}:${entityId}`;

export const entity = z.enum(entityNames);
export const newestState = z.enum(["draft", "scheduled", "published"]);
export const arabic = z.enum(["complete", "missing", "stale"]);
export const data = z.record(z.string(), z.unknown());
export const savedVersion = () =>
  z.int().min(0).meta({ description: "As it was read; 0 for what was never edited. Another number now: 409" });

export const itemRow = z.object({
  id: z.string().meta({ example: "news:12" }),
  entity,
  entity_id: z.string(),
  title: z.string(),
  state: newestState.meta({ description: "Of the newest text" }),
  version: z.int(),
  on_site: z.boolean(),
  arabic,
  author: z.string().nullable(),
  saved_at: z.string().nullable(),
  publish_at: z.string().nullable(),
});

export const fullItem = z.object({
  id: z.string(),
  entity,
  entity_id: z.string(),
  data: data.meta({ description: "The newest text, to be written on" }),
  version: z.int(),
  on_site: z.boolean(),
  revision_id: z.int().nullable().meta({ description: "Of that text; null for what was never edited" }),
  state: newestState,
  author: z.string().nullable(),
  saved_at: z.string().nullable(),
  publish_at: z.string().nullable(),
  published_id: z.int().nullable().meta({ description: "The revision that visitors see" }),
  arabic: z.object({ state: arabic, missing: z.array(z.string()), stale: z.array(z.string()) }),
});

export const toFullItem = (content: EditableContent): z.input<typeof fullItem> => ({
  id: idOf(content),
  entity: content.entity,
  entity_id: content.entityId,
  data: { ...content.data },
  version: content.version,
  on_site: content.isOnSite,
  revision_id: content.revision?.id ?? null,
  state: (content.revision?.state ?? "published") as z.input<typeof newestState>,
  author: content.revision?.author ?? null,
  saved_at: content.revision?.savedAt.toISOString() ?? null,
  publish_at: content.revision?.publishAt?.toISOString() ?? null,
  published_id: content.publishedId,
  arabic: content.language,
});

export const revisionRow = z.object({
  id: z.int(),
  item: z.string().meta({ example: "news:12" }),
  version: z.int(),
  state: z.enum(revisionStates),
  author: z.string().nullable().meta({ description: "Null for what stood there before anyone edited it" }),
  note: z.string(),
  restored_from: z.int().nullable(),
  created_at: z.string(),
  saved_at: z.string(),
  publish_at: z.string().nullable(),
  published_at: z.string().nullable(),
});
export const fullRevision = revisionRow.extend({ data });

export const toRevision = (row: RevisionLine): z.input<typeof revisionRow> => ({
  id: row.id,
  item: idOf(row),
  version: row.version,
  state: row.state,
  author: row.author,
  note: row.note,
  restored_from: row.restoredFrom,
  created_at: row.createdAt.toISOString(),
  saved_at: row.savedAt.toISOString(),
  publish_at: row.publishAt?.toISOString() ?? null,
  published_at: row.publishedAt?.toISOString() ?? null,
});
export const toFullRevision = (row: Revision) => ({ ...toRevision(row), data: { ...row.data } });

export const editConflict = "Saved by someone else meanwhile: `current` and `yours`";
