import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { YesNo } from "./questions.ts";

/** Answers of an attendee to the five questions. After a transfer the new attendee has another enrolment and row. */
export const feedback = pgTable(
  "feedback",
  {
    enrolmentId: integer()
      .primaryKey()
      .references(() => enrolments.id),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    q1: smallint(),
    q2: smallint(),
    q3: text().$type<YesNo>(),
    q4: smallint(),
    q5: text(),
    updatedAt: instant().notNull(),
    /** Null for a draft, which only the attendee sees. */
    sentAt: instant(),
  },
  (table) => [
    index().on(table.runId),
    check(
      "feedback_answers_known",
      sql`${table.q1} between 1 and 5 and ${table.q2} between 1 and 5 and ${table.q3} in ('yes', 'no', 'unsure') and ${table.q4} between 1 and 5`,
    ),
  ],
);
