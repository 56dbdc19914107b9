import { inArray, sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { bytea, instant, serialId } from "#platform/db/columns.server.ts";
import type { ChangePart } from "#features/settlement/refunds/change-parts.ts";

export const changeKinds = ["cancel", "move", "person"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * `paying`: the price difference of a dearer date is not paid yet. `dropped`: it was never paid. `asked`: waits for the
 * staff. `questioned`: waits for the buyer's answer. `agreed`: staff agreed, and the refund waits for a second person.
 */
export const changeStates = ["done", "paying", "dropped", "asked", "questioned", "agreed", "refused"] as const;
export type ChangeState = (typeof changeStates)[number];

/** Changes that buyers made to their seats, and requests that they made to the staff. */
export const orderChanges = pgTable(
  "order_change",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    kind: text().$type<ChangeKind>().notNull(),
    state: text().$type<ChangeState>().notNull(),
    /** Idempotency key within the order. */
    key: text().notNull(),
    /** The seats (`enrolment.id`) when the change was requested. */
    seatIds: jsonb().$type<number[]>().notNull(),
    toRunId: integer().references(() => courseRuns.id),
    /** When the change was quoted. The policy of that day applies. */
    quotedAt: instant().notNull(),
    /** For a cancellation: the percentage that the policy refunded on that day. */
    percent: integer(),
    /** What each order paid for the seats, and how much of that is refunded. */
    parts: jsonb().$type<ChangePart[]>().notNull().default([]),
    /** Price difference of a dearer date, paid with `paymentOrderId`. */
    payHalalas: integer().notNull().default(0),
    paymentOrderId: integer().references(() => orders.id),
    /** The reason of the request, in the buyer's words. */
    message: text(),
    /** The answer of the staff, and who decided. Id and name are from `staff_user`, whose rows are never deleted. */
    answer: text(),
    decidedBy: text(),
    decidedByName: text(),
    decidedAt: instant(),
    /** Staff member who asked the latest question. */
    questionedBy: text(),
    /** When the buyer last answered. The staff's deadline counts from here, or from the request before any answer. */
    answeredAt: instant(),
    /** Staff cancelled the seats, and their value is kept until this day. */
    keptUntil: date({ mode: "string" }),
    createdAt: instant().notNull(),
    doneAt: instant(),
  },
  (table) => [
    uniqueIndex().on(table.orderId, table.key),
    uniqueIndex("order_change_payment").on(table.paymentOrderId),
    index().on(table.state, table.id),
    check("order_change_kind_known", sql`${table.kind} in ('cancel', 'move', 'person')`),
    check(
      "order_change_state_known",
      sql`${table.state} in ('done', 'paying', 'dropped', 'asked', 'questioned', 'agreed', 'refused')`,
    ),
  ],
);
export type OrderChange = typeof orderChanges.$inferSelect;

/** Condition for requests that are not decided yet. */
export const isOpenChangeSql = inArray(orderChanges.state, ["asked", "questioned"]);
export const isOpenChange = ({ state }: OrderChange): boolean => state === "asked" || state === "questioned";

/** Questions of the staff and answers of the buyer, in order. */
export const changeMessages = pgTable(
  "order_change_message",
  {
    id: serialId(),
    changeId: integer()
      .notNull()
      .references(() => orderChanges.id),
    /** Staff member (`staff_user.id`) who wrote it; null for the buyer. */
    askedBy: text(),
    askedByName: text(),
    /** Null when the buyer has been erased. */
    text: text(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.changeId, table.id)],
);

/** Files of buyers (docs/decisions/045). They are uploaded first, then sent with a request or an answer. */
export const changeFiles = pgTable(
  "order_change_file",
  {
    id: serialId(),
    userId: text()
      .notNull()
      .references(() => users.id),
    /** Null until the file is sent with a request or an answer. */
    changeId: integer().references(() => orderChanges.id),
    /** Null when the file was sent with the request itself. */
    messageId: integer().references(() => changeMessages.id),
    name: text().notNull(),
    type: text().notNull(),
    content: bytea().notNull(),
    bytes: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.changeId), index().on(table.userId)],
);
