import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { MediaState, UsePlace } from "./media-states.ts";
import type { MediaKind } from "./upload-kinds.ts";

/** Uploads of staff, whose files are in the storage under `key`, and the pictures that ship with the site. */
export const mediaFiles = pgTable(
  "media_file",
  {
    id: serialId(),
    /** Hash of the uploaded bytes, so that the same file is stored once. */
    key: text().notNull().unique(),
    /** Name in content of a picture that ships with the site. Its files are not in the storage. */
    shipped: text().unique(),
    kind: text().$type<MediaKind>().notNull(),
    /** Media type of the uploaded file. */
    type: text().notNull(),
    /** Size of the uploaded file. */
    bytes: integer().notNull(),
    name: text().notNull(),
    /** Width in pixels of the upright picture; null for a document. */
    width: integer(),
    /** Height in pixels of the upright picture; null for a document. */
    height: integer(),
    state: text().$type<MediaState>().notNull(),
    /** Number of sizes made so far. */
    sizesMade: integer().notNull().default(0),
    focalX: integer().notNull().default(50),
    focalY: integer().notNull().default(50),
    altEng: text().notNull().default(""),
    altAr: text().notNull().default(""),
    /** Whether the picture is decoration, which needs no description. */
    decorative: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    uploadedBy: text(),
    uploadedByName: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index().on(table.name, table.id),
    index().on(table.bytes, table.id),
    index().on(table.kind, table.id),
    index("media_file_search_index").using(
      "gin",
      sql`(${table.name} || ' ' || ${table.altEng} || ' ' || ${table.altAr}) gin_trgm_ops`,
    ),
    check("media_file_state", sql`${table.state} in ('storing', 'queued', 'ready', 'failed')`),
    check("media_file_focal", sql`${table.focalX} between 0 and 100 and ${table.focalY} between 0 and 100`),
  ],
);

/** Uses of uploads in content. The foreign key protects a used upload from deletion. */
export const mediaUses = pgTable(
  "media_use",
  {
    mediaId: integer()
      .notNull()
      .references(() => mediaFiles.id),
    entity: text().notNull(),
    entityId: text().notNull(),
    place: text().$type<UsePlace>().notNull(),
    titleEng: text().notNull(),
    /** Empty when there is no Arabic title. */
    titleAr: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.entity, table.entityId, table.place] }),
    index().on(table.entity, table.entityId),
  ],
);
