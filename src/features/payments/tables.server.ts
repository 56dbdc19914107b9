import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import type { PaymentMethod, PaymentStatus } from "./payment-rules.ts";

/** A card payment's id is the provider's (given_id). An order is paid when its settled payments reach its total. */
export const payments = pgTable(
  "payment",
  {
    id: uuid().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Number of the payment within its order, from 1. */
    number: integer().notNull().default(1),
    method: text().$type<PaymentMethod>().notNull().default("card"),
    status: text().$type<PaymentStatus>().notNull().default("created"),
    amountHalalas: integer().notNull(),
    currency: text().notNull(),
    /** Untrusted text from the bank or provider. */
    message: text(),
    /** The scheme as the provider names it; `applepay mada` for a mada card in Apple Pay (`card-scheme.ts`). */
    cardScheme: text(),
    /** Masked by the provider, e.g. `4111-11XX-XXXX-1111`. */
    cardMasked: text(),
    refundedHalalas: integer().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When a job checks next; null when nothing will change by itself any more. */
    checkAt: instant(),
    /** Number of checks since the order ended. */
    checks: integer().notNull().default(0),
    /** When the payment was counted towards the order; null when it bought nothing. */
    settledAt: instant(),
    /** Last day to pay a transfer, `YYYY-MM-DD` in Riyadh. */
    dueOn: date({ mode: "string" }),
    /** For a recorded transfer: the bank's reference, the day of receipt and the staff member who recorded it. */
    reference: text(),
    receivedOn: date({ mode: "string" }),
    recordedBy: text(),
  },
  (table) => [
    uniqueIndex().on(table.orderId, table.number),
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

/** Full and partial refunds. Written in the transaction that decides them, and processed by a job. */
export const refunds = pgTable(
  "refund",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountHalalas: integer().notNull(),
    /** One of our codes (`sold-out`, `requested`, `at-provider` …) or free text. */
    reason: text().notNull(),
    /** Runs whose seats a partial refund releases. */
    runIds: jsonb().$type<number[]>().notNull().default([]),
    /** Single seats (`enrolment.id`) that a partial refund releases. */
    seatIds: jsonb().$type<number[]>().notNull().default([]),
    /** Idempotency key; a refund has one row per payment that it takes from. */
    key: text(),
    status: text().$type<"requested" | "done" | "needs-person">().notNull().default("requested"),
    problem: text(),
    createdAt: instant().notNull(),
    /** Until when a worker has claimed the refund. */
    claimedUntil: instant(),
    doneAt: instant(),
    /** For a refund by bank transfer: the bank's reference and the day it left the account. */
    reference: text(),
    paidOn: date({ mode: "string" }),
  },
  (table) => [
    // The site refunds a payment at most once for each of these reasons; staff may refund it in parts.
    uniqueIndex("refund_decided_once")
      .on(table.paymentId, table.reason)
      .where(sql`${table.reason} in ('sold-out', 'already-registered', 'mismatch', 'already-paid')`),
    uniqueIndex().on(table.key, table.paymentId),
    index().on(table.paymentId),
    check("refund_positive", sql`${table.amountHalalas} > 0`),
  ],
);

/**
 * Id of this installation (`installation.server.ts`). A restored backup or a packed demo has no row and gets a new id.
 */
export const installations = pgTable(
  "installation",
  { id: integer().primaryKey(), installationId: uuid().notNull().defaultRandom() },
  (table) => [check("installation_one_row", sql`${table.id} = 1`)],
);

/**
 * Paid payments at the provider that are not in `payment`: made manually with our publishable key, begun by another
 * installation, or begun by this one and lost here.
 */
export const foreignPayments = pgTable(
  "foreign_payment",
  {
    id: text().primaryKey(),
    orderId: integer().references(() => orders.id),
    /** In the currency's smallest unit. */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** `requested`: refunded by a job. `reported`, `needs-person`: left to a person. */
    status: text().$type<"requested" | "done" | "reported" | "needs-person">().notNull(),
    problem: text(),
    seenAt: instant().notNull(),
    claimedUntil: instant(),
    doneAt: instant(),
  },
  (table) => [
    index()
      .on(table.status)
      .where(sql`${table.status} = 'requested'`),
  ],
);

/** Until when the job `watchPayments` has read the provider's list. */
export const paymentWatch = pgTable(
  "payment_watch",
  { id: integer().primaryKey(), readUntil: instant().notNull() },
  (table) => [check("payment_watch_one_row", sql`${table.id} = 1`)],
);

/** Webhook events, each stored once. The site never trusts the status that an event contains. */
export const paymentEvents = pgTable("payment_event", {
  id: text().primaryKey(),
  type: text().notNull(),
  paymentId: text().notNull(),
  receivedAt: instant().notNull(),
});
