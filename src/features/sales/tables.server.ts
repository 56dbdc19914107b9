import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { users } from "#features/accounts/tables.server.ts";
import { courseRuns } from "#features/catalogue/tables.server.ts";
import type { AttendeeState } from "./attendee.ts";
import type { BillingAddress, Company } from "./checkout.schema.ts";
import type { AttemptStatus, HoldState, OrderStatus } from "./order-states.ts";
import type {
  DocumentBuyer,
  DocumentKind,
  DocumentLine,
  DocumentPayment,
  DocumentSeller,
} from "./invoicing/document.ts";

const instant = () => timestamp({ withTimezone: true, mode: "date" });

export const orders = pgTable(
  "order",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: text()
      .notNull()
      .references(() => users.id),
    status: text().$type<OrderStatus>().notNull().default("pending"),
    /** Why the order ended as it did, for people who help the buyer: `declined`, `abandoned`, `superseded`, `late-payment` … */
    reason: text(),
    locale: text().$type<"en" | "ar">().notNull(),
    currency: text().notNull().default("SAR"),
    subTotalHalalas: integer().notNull(),
    taxPercent: numeric({ precision: 5, scale: 2, mode: "number" }).notNull(),
    taxHalalas: integer().notNull(),
    totalHalalas: integer().notNull(),
    billing: jsonb().$type<BillingAddress>().notNull(),
    /** Whom the invoice is made out to, when not to the buyer in person. */
    company: jsonb().$type<Company>(),
    /** Lines as one text (`run×qty,…`), to know a repeated submit from a new order. */
    itemsKey: text().notNull(),
    createdAt: instant().notNull(),
    /** End of the seat hold, UTC. */
    expiresAt: instant().notNull(),
    paidAt: instant(),
  },
  (table) => [
    index().on(table.userId, table.id),
    // The orders that the staff's list offers.
    index().on(table.createdAt, table.id),
    index().on(table.totalHalalas, table.id),
    index()
      .on(table.expiresAt)
      .where(sql`${table.status} = 'pending'`),
    check("order_total_adds_up", sql`${table.totalHalalas} = ${table.subTotalHalalas} + ${table.taxHalalas}`),
  ],
);

/** What was ordered, as it was called and priced then. */
export const orderLines = pgTable(
  "order_line",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    qty: integer().notNull(),
    unitPriceHalalas: integer().notNull(),
    slug: text().notNull(),
    nameEng: text().notNull(),
    nameAr: text(),
  },
  (table) => [index().on(table.orderId), index().on(table.runId), check("line_qty_positive", sql`${table.qty} > 0`)],
);

/** Who sits where: one row for each seat that has a name. Seats without a row are named later. */
export const attendees = pgTable(
  "attendee",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    /** Counted from 1 within the line. */
    seat: integer().notNull(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull(),
    scfhsNumber: text().notNull(),
    /** The account that had this address when the order was opened: a place outlives a change of e-mail. */
    userId: text().references(() => users.id),
    state: text().$type<AttendeeState>().notNull().default("pending"),
  },
  (table) => [
    uniqueIndex().on(table.orderId, table.runId, table.seat),
    // The last line of defence: one place per person per run.
    uniqueIndex()
      .on(table.runId, table.email)
      .where(sql`${table.state} = 'confirmed'`),
    index().on(table.userId),
  ],
);

/** Seats kept for an order: `held` until its time is over, then `sold` or `released`. */
export const seatHolds = pgTable(
  "seat_hold",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    qty: integer().notNull(),
    state: text().$type<HoldState>().notNull().default("held"),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex().on(table.orderId, table.runId),
    index()
      .on(table.runId)
      .where(sql`${table.state} = 'held'`),
  ],
);

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

/** Tax invoices and credit notes, as issued. A trigger of the migration refuses every change and deletion. */
export const taxDocuments = pgTable(
  "tax_document",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<DocumentKind>().notNull(),
    /** Place in the series of its kind, from 1, without gaps. */
    sequence: integer().notNull(),
    number: text().notNull(),
    uuid: uuid().notNull(),
    typeCode: text().notNull(),
    nameCode: text().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Of a credit note: its invoice, what it gives back, and why. */
    originalId: integer().references((): AnyPgColumn => taxDocuments.id),
    refundId: integer().references(() => refunds.id),
    reason: text(),
    issuedAt: instant().notNull(),
    currency: text().notNull(),
    taxPercent: numeric({ precision: 5, scale: 2, mode: "number" }).notNull(),
    netHalalas: integer().notNull(),
    taxHalalas: integer().notNull(),
    totalHalalas: integer().notNull(),
    seller: jsonb().$type<DocumentSeller>().notNull(),
    buyer: jsonb().$type<DocumentBuyer>().notNull(),
    lines: jsonb().$type<DocumentLine[]>().notNull(),
    payment: jsonb().$type<DocumentPayment>().notNull(),
    /** Place among the documents of both kinds, and the chain of their hashes. */
    counter: integer().notNull(),
    previousHash: text().notNull(),
    hash: text().notNull(),
    qr: text().notNull(),
    issuer: text().notNull(),
  },
  (table) => [
    uniqueIndex().on(table.kind, table.sequence),
    uniqueIndex().on(table.number),
    uniqueIndex().on(table.uuid),
    uniqueIndex().on(table.counter),
    uniqueIndex().on(table.refundId),
    uniqueIndex("tax_document_one_invoice")
      .on(table.orderId)
      .where(sql`${table.kind} = 'invoice'`),
    index().on(table.orderId),
    check(
      "document_total_adds_up",
      sql`${table.totalHalalas} = ${table.netHalalas} + ${table.taxHalalas} and ${table.totalHalalas} > 0`,
    ),
    check(
      "credit_note_names_invoice",
      sql`(${table.kind} = 'credit-note') = (${table.originalId} is not null and ${table.refundId} is not null and ${table.reason} is not null)`,
    ),
  ],
);

/** The last numbers given: one row, locked until the transaction that took a number ends. A sequence would leave gaps. */
export const taxCounter = pgTable(
  "tax_counter",
  {
    id: integer().primaryKey(),
    invoices: integer().notNull().default(0),
    creditNotes: integer().notNull().default(0),
    documents: integer().notNull().default(0),
    lastHash: text().notNull(),
  },
  (table) => [check("tax_counter_one_row", sql`${table.id} = 1`)],
);

/**
 * Each move or cancellation of a run that people were notified of; how many there are is the SEQUENCE of its calendar
 * entries.
 */
export const runChanges = pgTable(
  "run_change",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    kind: text().$type<"moved" | "cancelled">().notNull(),
    /** Where and when it was before. */
    before: jsonb().$type<{ startDate: string; endDate: string; venueEng: string; venueAr: string | null }>().notNull(),
    changedAt: instant().notNull(),
  },
  (table) => [index().on(table.runId)],
);
