import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { users } from "#features/people/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import type { BillingAddress, Company } from "./billing.schema.ts";
import type { FrozenPolicy } from "#features/catalogue/schedule/change-policy.ts";
import { discountCodes } from "#features/discounts/tables.server.ts";
import type { OrderStatus } from "./order-states.ts";
import type { LineDiscount } from "./pricing.ts";

export const orders = pgTable(
  "order",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: text()
      .notNull()
      .references(() => users.id),
    status: text().$type<OrderStatus>().notNull().default("pending"),
    /** A code for support: `declined`, `abandoned`, `superseded`, `late-payment` … */
    reason: text(),
    /**
     * Who opened the order outside card checkout: a staff member, or the buyer when paying by transfer. Null for card
     * checkout; only those orders count towards the limits of unpaid holds and are replaced by a newer one.
     */
    openedBy: text(),
    /**
     * Whether the order is a first booking by transfer, of a buyer or company without a paid order. Its seats are held
     * until staff approve it, for one day at most.
     */
    awaitsApproval: boolean().notNull().default(false),
    /** Key of the buyer's network until the hold ends (`seats/unpaid-seats.server.ts`). */
    openedFrom: text(),
    locale: text().$type<"en" | "ar">().notNull(),
    currency: text().notNull().default("SAR"),
    subTotalHalalas: integer().notNull(),
    taxPercent: numeric({ precision: 5, scale: 2, mode: "number" }).notNull(),
    taxHalalas: integer().notNull(),
    totalHalalas: integer().notNull(),
    billing: jsonb().$type<BillingAddress>().notNull(),
    invoiceRecipient: jsonb().$type<Company>(),
    /** The code that the order uses. It counts as a use while the order holds seats and once it is paid. */
    discountCodeId: integer().references(() => discountCodes.id),
    /** `run×qty,…`, to recognise a repeated submit. */
    itemsKey: text().notNull(),
    /** Idempotency key of an order that staff opened. */
    idempotencyKey: text(),
    /**
     * Search text for staff: names and email of buyer and company, in normalised spelling. Database triggers write it.
     */
    search: text().notNull().default(""),
    createdAt: instant().notNull(),
    /** End of the seat hold, UTC. */
    expiresAt: instant().notNull(),
    paidAt: instant(),
    /**
     * The order whose seats move to a dearer date, when this order pays the price difference. Its own seats are only
     * held until then.
     */
    differenceOf: integer().references((): AnyPgColumn => orders.id),
  },
  (table) => [
    index().on(table.userId, table.id),
    index().on(table.createdAt, table.id),
    index().on(table.totalHalalas, table.id),
    index().on(table.status, table.id),
    index()
      .on(table.differenceOf)
      .where(sql`${table.differenceOf} is not null`),
    index("order_company_index")
      .on(table.id)
      .where(sql`${table.invoiceRecipient} is not null`),
    index("order_search_index").using("gin", sql`${table.search} gin_trgm_ops`),
    index()
      .on(table.discountCodeId)
      .where(sql`${table.discountCodeId} is not null`),
    uniqueIndex()
      .on(table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index()
      .on(table.expiresAt)
      .where(sql`${table.status} = 'pending'`),
    index()
      .on(table.openedFrom)
      .where(sql`${table.openedFrom} is not null`),
    index("order_awaits_approval_index")
      .on(table.id)
      .where(sql`${table.awaitsApproval}`),
    check("order_total_adds_up", sql`${table.totalHalalas} = ${table.subTotalHalalas} + ${table.taxHalalas}`),
  ],
);

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
    /** For the whole line, without VAT. */
    discountHalalas: integer().notNull().default(0),
    discountKind: text().$type<LineDiscount["kind"]>(),
    /** Null for a share of a fixed amount. */
    discountPercent: integer(),
    /** The code as it was spelled at the purchase. */
    discountCode: text(),
    slug: text().notNull(),
    nameEng: text().notNull(),
    nameAr: text(),
    /** The change policy on the day of purchase. */
    changePolicy: jsonb().$type<FrozenPolicy>().notNull().default(defaultSettings.changes),
    /** The run that these seats were bought for, when the buyer has moved them since. */
    movedFromId: integer().references(() => courseRuns.id),
  },
  (table) => [
    index().on(table.orderId),
    index().on(table.runId),
    check("line_qty_positive", sql`${table.qty} > 0`),
    check(
      "line_discount_below_price",
      sql`${table.discountHalalas} = 0 or ${table.discountHalalas} between 1 and ${table.unitPriceHalalas}::bigint * ${table.qty} - 1`,
    ),
    check(
      "line_discount_whole",
      sql`(${table.discountHalalas} > 0) = (${table.discountKind} is not null) and (${table.discountKind} in ('group', 'code')) is not false and (${table.discountCode} is not null) = (${table.discountKind} is not distinct from 'code') and (${table.discountPercent} is null or (${table.discountKind} is not null and ${table.discountPercent} between 1 and 90))`,
    ),
  ],
);
