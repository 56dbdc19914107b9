import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, type AnyPgColumn } from "drizzle-orm/pg-core";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { ChangeReason } from "#features/seats/run-notices.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { instant } from "#platform/db/columns.server.ts";

/** `direct`: the refund was within the limit, so no approval was needed. */
export const approvalStates = ["direct", "waiting", "approved", "declined", "withdrawn"] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** Who made the request and who decided it. Ids and names are from `staff_user`, whose rows are never deleted. */
const approvalColumns = {
  state: text().$type<ApprovalState>().notNull(),
  askedBy: text().notNull(),
  askedByName: text().notNull(),
  askedAt: instant().notNull(),
  decidedBy: text(),
  decidedByName: text(),
  decidedAt: instant(),
  /** Comment of the second person. */
  word: text(),
};

const approvalChecks = (name: string, table: Record<"state" | "askedBy" | "decidedBy", AnyPgColumn>) => [
  check(`${name}_state_known`, sql`${table.state} in ('direct', 'waiting', 'approved', 'declined', 'withdrawn')`),
  check(
    `${name}_second_person`,
    sql`${table.state} not in ('approved', 'declined') or (${table.decidedBy} is not null and ${table.decidedBy} <> ${table.askedBy})`,
  ),
];

/** Every refund that staff requested. */
export const refundRequests = pgTable(
  "refund_request",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** VAT included. */
    amountHalalas: integer().notNull(),
    /** Seats (`enrolment.id`) that it releases. A refund of everything that is left releases every seat. */
    seatIds: jsonb().$type<number[]>().notNull().default([]),
    /** Like `refund.reason`. */
    reason: text().notNull(),
    /** Idempotency key within the order. */
    key: text().notNull(),
    ...approvalColumns,
  },
  (table) => [
    uniqueIndex().on(table.orderId, table.key),
    uniqueIndex("refund_request_one_waiting")
      .on(table.orderId)
      .where(sql`${table.state} = 'waiting'`),
    index().on(table.state, table.id),
    index().on(table.askedAt, table.id),
    check("refund_request_positive", sql`${table.amountHalalas} > 0`),
    ...approvalChecks("refund_request", table),
  ],
);

/** Every cancellation of a run that staff requested. */
export const runCancellations = pgTable(
  "run_cancellation",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    /** Total refund, VAT included; while the request waits, the total at the time of the request. */
    amountHalalas: integer().notNull(),
    /** Reason that the emails about the cancellation give. */
    reason: jsonb().$type<ChangeReason>(),
    ...approvalColumns,
  },
  (table) => [
    uniqueIndex("run_cancellation_one_open")
      .on(table.runId)
      .where(sql`${table.state} in ('waiting', 'direct', 'approved')`),
    check("run_cancellation_not_negative", sql`${table.amountHalalas} >= 0`),
    ...approvalChecks("run_cancellation", table),
  ],
);

export type RefundRequest = typeof refundRequests.$inferSelect;
export type RunCancellation = typeof runCancellations.$inferSelect;
/** The fields that both kinds of request have. */
export type Approval = Pick<RunCancellation, "id" | "amountHalalas" | keyof typeof approvalColumns>;
