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
 * `paying`: a dearer date waits for its difference; `dropped`: that was not paid. `asked`: staff decide; `questioned`:
 * the buyer answers a question of theirs first; `agreed`: with a refund that a second person has to agree to; `refused`.
 */
export const changeStates = ["done", "paying", "dropped", "asked", "questioned", "agreed", "refused"] as const;
export type ChangeState = (typeof changeStates)[number];

/** What buyers changed of their seats, and what they asked the staff for. */
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
    /** Seats (`enrolment.id`) as they were asked for. */
    seatIds: jsonb().$type<number[]>().notNull(),
    toRunId: integer().references(() => courseRuns.id),
    /** The day of this instant decides what the policy gives. */
    quotedAt: instant().notNull(),
    /** By the policy then; of a cancellation. */
    percent: integer(),
    /** What was paid for the seats and what of it goes back, by order. */
    parts: jsonb().$type<ChangePart[]>().notNull().default([]),
    /** To be paid for a dearer date, with the order that takes it. */
    payHalalas: integer().notNull().default(0),
    paymentOrderId: integer().references(() => orders.id),
    /** Why it is asked for, in the buyer's words. */
    message: text(),
    /** What staff answered, and who. Id and name are of `staff_user`, which keeps its rows. */
    answer: text(),
    decidedBy: text(),
    decidedByName: text(),
    decidedAt: instant(),
    /** Who of the staff asked back last. */
    questionedBy: text(),
    /** Its buyer's last answer; until there is one, the staff's day to decide counts from when it was asked. */
    answeredAt: instant(),
    /** What staff decided: the seats are cancelled, their value kept until this day. */
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

/** Not decided yet. */
export const isOpenChangeSql = inArray(orderChanges.state, ["asked", "questioned"]);
export const isOpenChange = ({ state }: OrderChange): boolean => state === "asked" || state === "questioned";

/** What staff asked back, and what the buyer answered, in order. */
export const changeMessages = pgTable(
  "order_change_message",
  {
    id: serialId(),
    changeId: integer()
      .notNull()
      .references(() => orderChanges.id),
    /** Of the staff (`staff_user`); null: the buyer's. */
    askedBy: text(),
    askedByName: text(),
    /** Null when the buyer is erased. */
    text: text(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.changeId, table.id)],
);

/** What buyers attach to a request (docs/decisions/045). Uploaded first, and sent with it or with an answer. */
export const changeFiles = pgTable(
  "order_change_file",
  {
    id: serialId(),
    userId: text()
      .notNull()
      .references(() => users.id),
    /** Null until it is sent. */
    changeId: integer().references(() => orderChanges.id),
    /** Null: sent with the request itself. */
    messageId: integer().references(() => changeMessages.id),
    name: text().notNull(),
    type: text().notNull(),
    content: bytea().notNull(),
    bytes: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.changeId), index().on(table.userId)],
);
