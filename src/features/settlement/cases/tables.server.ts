import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import type { DiscrepancyFacts, DiscrepancyKind } from "#features/payments/discrepancies.server.ts";

/** Payments on which our books and the provider differ, or that a person has to finish. Closed cases are kept. */
export const paymentCases = pgTable(
  "payment_case",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<DiscrepancyKind>().notNull(),
    paymentId: text().notNull(),
    orderId: integer().references(() => orders.id),
    /** The refund, e-invoice or tax document, else the payment. A subject has one open case of a kind. */
    subject: text().notNull(),
    /** The facts as last seen. */
    facts: jsonb().$type<DiscrepancyFacts>().notNull(),
    openedAt: instant().notNull(),
    seenAt: instant().notNull(),
    closedAt: instant(),
    /** `agrees`: nothing differs any more. `resolved`: closed by a person. */
    outcome: text().$type<"agrees" | "resolved">(),
    /** The person who acted last, also while the case is open. */
    actedBy: text("closed_by"),
    actedByName: text("closed_by_name"),
    /** Their action, one of `caseActions`. */
    action: text(),
    /** Why they resolved it, in their own words; null after other actions. */
    reason: text(),
  },
  (table) => [
    uniqueIndex("payment_case_one_open")
      .on(table.kind, table.subject)
      .where(sql`${table.closedAt} is null`),
    index().on(table.closedAt, table.id),
    index().on(table.orderId),
    index().on(table.kind, table.subject, table.id),
    check("payment_case_closed_whole", sql`(${table.closedAt} is null) = (${table.outcome} is null)`),
    check(
      "payment_case_resolved_by",
      sql`${table.outcome} is distinct from 'resolved' or (${table.actedBy} is not null and ${table.reason} is not null)`,
    ),
  ],
);

/** When the provider's list was last compared with our books. */
export const paymentComparisons = pgTable(
  "payment_comparison",
  { id: integer().primaryKey(), comparedAt: instant().notNull() },
  (table) => [check("payment_comparison_one_row", sql`${table.id} = 1`)],
);
