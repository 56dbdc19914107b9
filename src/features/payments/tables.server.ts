import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { orders } from "#features/orders/tables.server.ts";
import type { AttemptStatus } from "./payment-rules.ts";

const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** One try to pay an order; its id is the provider's payment id (given_id). */
export const paymentAttempts = pgTable(
  "payment_attempt",
  {
    id: uuid().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    status: text().$type<AttemptStatus>().notNull().default("created"),
    amountHalalas: integer().notNull(),
    currency: text().notNull(),
    /** The bank's or the provider's words, untrusted text. */
    message: text(),
    cardScheme: text(),
    /** Masked by the provider, e.g. `4111-11XX-XXXX-1111`. */
    cardMasked: text(),
    refundedHalalas: integer().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When the reconciliation job checks again; null when nothing can change any more. */
    checkAt: instant(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex().on(table.orderId),
    index()
      .on(table.checkAt)
      .where(sql`${table.checkAt} is not null`),
  ],
);

/**
 * Money that has to go back, all of a payment or a part: written in the transaction that decides it, processed by a
 * job.
 */
export const refunds = pgTable(
  "refund",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    attemptId: uuid()
      .notNull()
      .references(() => paymentAttempts.id),
    amountHalalas: integer().notNull(),
    /** One of our own words (`sold-out`, `requested`, `at-provider` …) or what a person wrote. */
    reason: text().notNull(),
    /** Runs whose seats go back with the money although some of it stays. */
    runIds: jsonb().$type<number[]>().notNull().default([]),
    /** Idempotency key. */
    key: text(),
    status: text().$type<"requested" | "done" | "needs-person">().notNull().default("requested"),
    /** Why a person has to look at it. */
    problem: text(),
    createdAt: instant().notNull(),
    /** Lease: claimed by one worker until then. */
    claimedUntil: instant(),
    doneAt: instant(),
  },
  (table) => [
    // The site decides a refund once; people may refund in parts.
    uniqueIndex("refund_decided_once")
      .on(table.attemptId, table.reason)
      .where(sql`${table.reason} in ('sold-out', 'already-registered', 'mismatch')`),
    uniqueIndex().on(table.key),
    index().on(table.attemptId),
    check("refund_positive", sql`${table.amountHalalas} > 0`),
  ],
);

/** Paid payments at the provider that are no attempt of ours: made by hand with our publishable key. One row each, so that nothing is done twice. */
export const foreignPayments = pgTable(
  "foreign_payment",
  {
    /** The provider's payment id, as it says it. */
    id: text().primaryKey(),
    /** The order of ours that it names; null when it names none. */
    orderId: integer().references(() => orders.id),
    /** In the smallest unit of its currency. */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** `requested`: goes back by itself. `reported`, `needs-person`: staff were notified. */
    status: text().$type<"requested" | "done" | "reported" | "needs-person">().notNull(),
    /** Why a person has to look at it. */
    problem: text(),
    seenAt: instant().notNull(),
    /** The process returning it is alone until then. */
    claimedUntil: instant(),
    doneAt: instant(),
  },
  (table) => [
    index()
      .on(table.status)
      .where(sql`${table.status} = 'requested'`),
  ],
);

/** How far the provider's list of paid payments has been read: one row. */
export const paymentWatch = pgTable(
  "payment_watch",
  { id: integer().primaryKey(), readUntil: instant().notNull() },
  (table) => [check("payment_watch_one_row", sql`${table.id} = 1`)],
);

/** Events of the provider's webhook, each once; the body's own status is never believed. */
export const paymentEvents = pgTable("payment_event", {
  id: text().primaryKey(),
  type: text().notNull(),
  paymentId: text().notNull(),
  receivedAt: instant().notNull(),
});
