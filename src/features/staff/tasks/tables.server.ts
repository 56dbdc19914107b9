import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Locale } from "#i18n/locale.ts";
import { instant, serialId } from "#platform/db/columns.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { TaskFailure, TaskState, TwoTexts } from "./task-states.ts";

/**
 * Background tasks, which take longer than a request. One transaction saves the changes of a step, its progress and the
 * next cursor.
 */
export const staffTasks = pgTable(
  "staff_task",
  {
    id: serialId(),
    kind: text().notNull(),
    title: jsonb().$type<TwoTexts>().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Language of the starter, in which the file and the problem are written. */
    locale: text().$type<Locale>().notNull(),
    startedBy: text()
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    state: text().$type<TaskState>().notNull().default("queued"),
    /** Where the next step begins; null before the first. */
    cursor: jsonb().$type<unknown>(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Number of items; null when it is not known beforehand. */
    total: integer(),
    /** The first failures; `failed` counts all. */
    failures: jsonb().$type<TaskFailure[]>().notNull().default([]),
    /** Result of the kind besides the counts. */
    result: jsonb().$type<Record<string, unknown>>(),
    /** Why the task ended early. */
    problem: text(),
    /** Bytes of the unfinished file that belong to finished steps. */
    written: integer().notNull().default(0),
    /** The file of a finished task, stored in DATA_DIR/tasks until `fileUntil`. */
    fileName: text(),
    fileType: text(),
    fileBytes: integer(),
    fileUntil: instant(),
    /** Whether the file contains personal data. */
    isPersonal: boolean().notNull().default(false),
    /** Whether the task must finish, so that nobody can stop it. */
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

/**
 * Fields of the input with the text of an email to buyers. The emails themselves store it, so ended tasks delete it.
 */
const emailTextFields = sql`array['subject_eng', 'subject_ar', 'text_eng', 'text_ar']`;
/** Columns of an ended task, which delete personal data from its input: the search text and the text of an email. */
export const clearedInput = {
  input: sql<Record<string, unknown>>`(${staffTasks.input} #- '{filter,q}') - ${emailTextFields}`,
  // The cursor may contain the name of the last row.
  cursor: null,
};
/** Condition on tasks that an older version has ended without deleting these parts of the input. */
export const hasUnclearedInputSql = sql`${staffTasks.endedAt} is not null
  and (${staffTasks.input} #> '{filter,q}' is not null or ${staffTasks.input} ?| ${emailTextFields})`;
