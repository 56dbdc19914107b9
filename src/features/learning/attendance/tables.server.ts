import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { MarkState, MarkWay } from "./attendance.ts";

/** Attendance: one row per enrolment and session; no row means not marked. */
export const attendanceMarks = pgTable(
  "attendance_mark",
  {
    enrolmentId: integer()
      .notNull()
      .references(() => enrolments.id),
    /** A session that has marks cannot be deleted. */
    sessionId: integer()
      .notNull()
      .references(() => runSessions.id),
    state: text().$type<MarkState>().notNull(),
    /** Set for `late` only. */
    lateMinutes: integer(),
    /** Minutes attended, when imported from a file of participants. */
    attendedMinutes: integer(),
    way: text().$type<MarkWay>().notNull(),
    /** When the person was marked; for a check-in that waited on a phone, the phone's time, corrected. */
    markedAt: instant().notNull(),
    /** When the mark reached the server. */
    recordedAt: instant().notNull(),
    markedById: text(),
    markedByName: text(),
  },
  (table) => [
    primaryKey({ columns: [table.enrolmentId, table.sessionId] }),
    index().on(table.sessionId),
    check("attendance_state_known", sql`${table.state} in ('present', 'late', 'absent', 'excused')`),
    check("attendance_way_known", sql`${table.way} in ('door', 'list', 'import')`),
    check(
      "attendance_minutes_of_late",
      sql`(${table.state} = 'late') = (${table.lateMinutes} is not null) and ${table.lateMinutes} between 1 and 1440`,
    ),
  ],
);

/** A mark as stored in a change. Times are in ISO 8601. */
export interface StoredMark {
  state: MarkState;
  lateMinutes: number | null;
  attendedMinutes: number | null;
  way: MarkWay;
  markedAt: string;
  recordedAt: string;
  markedById: string | null;
  markedByName: string | null;
}

/** Every change of a mark, for the history, for undo, and to recognise a repeated request. */
export const attendanceChanges = pgTable(
  "attendance_change",
  {
    id: serialId(),
    /** Idempotency key of the request; all changes of one request share it. */
    key: uuid().notNull(),
    enrolmentId: integer()
      .notNull()
      .references(() => enrolments.id),
    /** Without a foreign key, because the session may be deleted later. */
    sessionId: integer().notNull(),
    /** The marks before and after the change; null means not marked. */
    before: jsonb().$type<StoredMark>(),
    after: jsonb().$type<StoredMark>(),
    changedAt: instant().notNull(),
    changedById: text(),
    undoneAt: instant(),
  },
  (table) => [
    uniqueIndex().on(table.key, table.enrolmentId, table.sessionId),
    index().on(table.enrolmentId, table.sessionId),
  ],
);
