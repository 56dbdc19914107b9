import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Locale } from "#i18n/locale.ts";
import { instant, serialId } from "#platform/db/columns.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { TaskFailure, TaskState, TwoTexts } from "./task-states.ts";

/**
 * Work that takes longer than a request. The changes of a step, its progress and the next cursor are saved in one
 * transaction.
 */
export const staffTasks = pgTable(
  "staff_task",
  {
    id: serialId(),
    kind: text().notNull(),
    title: jsonb().$type<TwoTexts>().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Language of the starter: for the file's headings and for failures. */
    locale: text().$type<Locale>().notNull(),
    startedBy: text()
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    state: text().$type<TaskState>().notNull().default("queued"),
    /** Where the next step begins; null before the first. */
    cursor: jsonb().$type<unknown>(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Null when it is not known beforehand. */
    total: integer(),
    /** The first failures; `failed` counts all. */
    failures: jsonb().$type<TaskFailure[]>().notNull().default([]),
    /** Result of the kind besides the counts. */
    result: jsonb().$type<Record<string, unknown>>(),
    /** Why it ended early. */
    problem: text(),
    /** Bytes of the unfinished file that belong to finished steps. */
    written: integer().notNull().default(0),
    /** The result, in DATA_DIR/tasks until `fileUntil`. */
    fileName: text(),
    fileType: text(),
    fileBytes: integer(),
    fileUntil: instant(),
    /** The file contains personal data. */
    isPersonal: boolean().notNull().default(false),
    /** No one can stop it. */
    mustEnd: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    startedAt: instant(),
    endedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index().on(table.startedBy, table.id),
    index()
      .on(table.updatedAt)
      .where(sql`${table.state} in ('queued', 'running')`),
    index().on(table.createdAt),
    check("staff_task_state_known", sql`${table.state} in ('queued', 'running', 'done', 'failed', 'cancelled')`),
  ],
);

/** Parts of the input that ended tasks delete: search words, and the letter, which its emails keep. */
const letterTexts = sql`array['subject_eng', 'subject_ar', 'text_eng', 'text_ar']`;
export const forgotten = {
  input: sql<Record<string, unknown>>`(${staffTasks.input} #- '{filter,q}') - ${letterTexts}`,
  // It may contain the name of the last row.
  cursor: null,
};
/** Ended by a version that deleted less. */
export const isUnforgotten = sql`${staffTasks.endedAt} is not null
  and (${staffTasks.input} #> '{filter,q}' is not null or ${staffTasks.input} ?| ${letterTexts})`;
