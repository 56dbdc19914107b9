import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { codeScopes } from "./discount-rules.ts";

/**
 * Discount codes. Their uses are not stored here: a use is an order with the code (`order.discount_code_id`) that was
 * paid, even if it is refunded, or holds seats now.
 */
export const discountCodes = pgTable(
  "discount_code",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Upper case: letters, digits, hyphens. */
    code: text().notNull(),
    /** What the code is for. Only staff see it. */
    purpose: text().notNull().default(""),
    /** Either a percentage, or an amount off the whole order before VAT. */
    percent: integer(),
    amountHalalas: integer(),
    /** Maximum discount of a percentage on one order, before VAT; null for no limit. */
    maxDiscountHalalas: integer("most_halalas"),
    /** First and last day in Riyadh; no last day means no end. */
    validFrom: date({ mode: "string" }).notNull(),
    validTo: date({ mode: "string" }),
    scope: text({ enum: codeScopes }).notNull(),
    /** Courses and single runs that `scope` refers to. */
    courseIds: integer().array().notNull().default([]),
    runIds: integer().array().notNull().default([]),
    /** Minimum number of seats of one run in one order. */
    minSeats: integer("least_seats").notNull().default(1),
    /** Maximum number of uses; null for no limit. The column's name does not mean the uses so far. */
    maxUses: integer("uses_in_all"),
    /** Maximum number of uses by one account; null for no limit. */
    maxUsesPerAccount: integer("uses_per_account"),
    /** Only for accounts without another order. */
    firstOrderOnly: boolean().notNull().default(false),
    pausedAt: instant(),
    /** When staff ended the code for good. */
    endedAt: instant(),
    createdAt: instant().notNull(),
    /** Grows with each change. */
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex().on(table.code),
    index().on(table.validFrom, table.id),
    check("discount_code_spelling", sql`${table.code} ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'`),
    check(
      "discount_code_takes_off",
      sql`num_nulls(${table.percent}, ${table.amountHalalas}) = 1 and (${table.percent} between 1 and 90) is not false and (${table.amountHalalas} between 100 and 1000000) is not false`,
    ),
    check(
      "discount_code_most",
      sql`(${table.maxDiscountHalalas} >= 100 and ${table.percent} is not null) or ${table.maxDiscountHalalas} is null`,
    ),
    check("discount_code_days_in_order", sql`(${table.validFrom} <= ${table.validTo}) is not false`),
    check("discount_code_scope_known", sql`${table.scope} in ('all', 'except', 'only')`),
    check(
      "discount_code_limits",
      sql`${table.minSeats} between 1 and 50 and (${table.maxUses} > 0) is not false and (${table.maxUsesPerAccount} > 0) is not false`,
    ),
  ],
);
