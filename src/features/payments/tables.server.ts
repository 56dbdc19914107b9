import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import type { PaymentMethod, PaymentStatus } from "./payment-rules.ts";

/**
 * Payments of an order, by card or otherwise. The id of a card payment is the provider's payment id (given_id). An order has as many as
 * were tried or recorded; it is paid when the settled ones reach its total.
 */
export const payments = pgTable(
  "payment",
  {
    id: uuid().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Place among the payments of its order, from 1. */
    number: integer().notNull().default(1),
    method: text().$type<PaymentMethod>().notNull().default("card"),
    status: text().$type<PaymentStatus>().notNull().default("created"),
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
    /** When a job looks at it again; null when nothing can change by itself any more. */
    checkAt: instant(),
    checks: integer().notNull().default(0),
    /** When its money was counted towards the order; null: it has bought nothing. */
    settledAt: instant(),
    /** By transfer: the last day to pay, `YYYY-MM-DD` in Riyadh. */
    dueOn: date({ mode: "string" }),
    /** By transfer, once recorded: the bank's reference, the day it was received, and the id of the member of the staff who recorded it. */
    reference: text(),
    receivedOn: date({ mode: "string" }),
    recordedBy: text(),
  },
  (table) => [
    uniqueIndex().on(table.orderId, table.number),
    // A transfer is recorded once.
    uniqueIndex()
      .on(table.orderId, table.reference)
      .where(sql`${table.reference} is not null`),
    index()
      .on(table.checkAt)
      .where(sql`${table.checkAt} is not null`),
    check("payment_method_known", sql`${table.method} in ('card', 'transfer', 'invoice', 'none')`),
    check(
      "payment_transfer_recorded",
      sql`${table.method} <> 'transfer' or ${table.settledAt} is null or (${table.reference} is not null and ${table.receivedOn} is not null and ${table.recordedBy} is not null)`,
    ),
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
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountHalalas: integer().notNull(),
    /** One of our own words (`sold-out`, `requested`, `at-provider` …) or what a person wrote. */
    reason: text().notNull(),
    /** Runs whose seats go back with the money although some of it stays. */
    runIds: jsonb().$type<number[]>().notNull().default([]),
    /** Idempotency key; one row for each payment of an order that it takes from. */
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
      .on(table.paymentId, table.reason)
      .where(sql`${table.reason} in ('sold-out', 'already-registered', 'mismatch', 'already-paid')`),
    // A refund of an order with several payments may be taken from more than one.
    uniqueIndex().on(table.key, table.paymentId),
    index().on(table.paymentId),
    check("refund_positive", sql`${table.amountHalalas} > 0`),
  ],
);

/** Paid payments at the provider that are none of ours: made by hand with our publishable key. One row each, so that nothing is done twice. */
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
