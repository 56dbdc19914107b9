import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import type { RefundRequestState } from "./refund-limit.ts";

/**
 * Every refund that staff asked for, with who agreed to it. Ids and names are of `staff_user`, which keeps its rows.
 */
export const refundRequests = pgTable(
  "refund_request",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** VAT included. */
    amountHalalas: integer().notNull(),
    /** Seats (`enrolment.id`) that it releases; a refund of the whole rest releases every seat. */
    seatIds: jsonb().$type<number[]>().notNull().default([]),
    /** As `refund.reason`. */
    reason: text().notNull(),
    /** Idempotency key within the order. */
    key: text().notNull(),
    state: text().$type<RefundRequestState>().notNull(),
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
    uniqueIndex().on(table.orderId, table.key),
    uniqueIndex("refund_request_one_waiting")
      .on(table.orderId)
      .where(sql`${table.state} = 'waiting'`),
    index().on(table.state, table.id),
    index().on(table.askedAt, table.id),
    check(
      "refund_request_state_known",
      sql`${table.state} in ('direct', 'waiting', 'approved', 'declined', 'withdrawn')`,
    ),
    check("refund_request_positive", sql`${table.amountHalalas} > 0`),
    check(
      "refund_request_second_person",
      sql`${table.state} not in ('approved', 'declined') or (${table.decidedBy} is not null and ${table.decidedBy} <> ${table.askedBy})`,
    ),
  ],
);

export type RefundRequest = typeof refundRequests.$inferSelect;
