import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ChangeReason } from "#features/orders/seats/run-notices.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { instant } from "#platform/db/columns.server.ts";
import type { CancellationState } from "./cancellation-states.ts";

/**
 * Every cancellation of a run that staff asked for, with who agreed to it. Ids and names are of `staff_user`, which
 * keeps its rows.
 */
export const runCancellations = pgTable(
  "run_cancellation",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    /** What goes back in all, VAT included; of one that waits, when it was asked for. */
    amountHalalas: integer().notNull(),
    /** For the emails. */
    reason: jsonb().$type<ChangeReason>(),
    state: text().$type<CancellationState>().notNull(),
    askedBy: text().notNull(),
    askedByName: text().notNull(),
    askedAt: instant().notNull(),
    decidedBy: text(),
    decidedByName: text(),
    decidedAt: instant(),
    /** What the second person said. */
    word: text(),
  },
  (table) => [
    uniqueIndex("run_cancellation_one_open")
      .on(table.runId)
      .where(sql`${table.state} in ('waiting', 'direct', 'approved')`),
    check(
      "run_cancellation_state_known",
      sql`${table.state} in ('direct', 'waiting', 'approved', 'declined', 'withdrawn')`,
    ),
    check("run_cancellation_not_negative", sql`${table.amountHalalas} >= 0`),
    check(
      "run_cancellation_second_person",
      sql`${table.state} not in ('approved', 'declined') or (${table.decidedBy} is not null and ${table.decidedBy} <> ${table.askedBy})`,
    ),
  ],
);

export type RunCancellation = typeof runCancellations.$inferSelect;
