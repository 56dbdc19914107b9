import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { refunds } from "#features/payments/tables.server.ts";
import type { DocumentBuyer, DocumentKind, DocumentLine, DocumentPayment, DocumentSeller } from "./document.ts";

interface Searched {
  number: AnyPgColumn;
  buyer: AnyPgColumn;
}
/** SQL for number, buyer's name, email, company and VAT number as one text, the same expression as in the index. */
const searchTextSql = ({ number, buyer }: Searched) =>
  sql`(${number} || ' ' || coalesce(${buyer} ->> 'name', '') || ' ' || coalesce(${buyer} ->> 'email', '') || ' ' || coalesce(${buyer} -> 'company' ->> 'name', '') || ' ' || coalesce(${buyer} -> 'company' ->> 'vat_number', ''))`;

/** Builds an SQL/JSON condition that each of these fields has this type. */
const haveType = (type: "string" | "number", fields: readonly string[], parent = "$") =>
  fields.map((field) => `${parent}.${field}.type() == "${type}"`).join(" && ");
const companyCondition = haveType("string", ["name", "vat_number"], "$.company");
const lineCondition = `${haveType("string", ["nameEng"], "@")} && ${haveType("number", ["qty", "unitPriceHalalas", "amountHalalas"], "@")}`;
/** Conditions on the JSON columns, because one bad row would make every list, export and PDF that reads it fail. */
const jsonConditions = {
  seller: haveType("string", ["nameEng", "nameAr", "addressEng", "addressAr", "vatNumber", "registrationNumber"]),
  buyer: `${haveType("string", ["name", "email"])} && $.billing.type() == "object" && (!exists($.company) || $.company == null || ${companyCondition})`,
  lines: `$.type() == "array" && $.size() > 0 && !exists($[*] ? (!(${lineCondition})))`,
  payment: `$.type() == "object" && !exists($.cardScheme ? (@ != null && @.type() != "string")) && !exists($.cardMasked ? (@ != null && @.type() != "string"))`,
};
const matchesSql = (column: AnyPgColumn, path: string) => sql`(${column} @@ ${sql.raw(`'${path}'`)}) is true`;

/** Tax documents as issued. A database trigger refuses every change and deletion. */
export const taxDocuments = pgTable(
  "tax_document",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<DocumentKind>().notNull(),
    /** Number in the series of its kind, from 1, without gaps. */
    sequence: integer().notNull(),
    number: text().notNull(),
    uuid: uuid().notNull(),
    typeCode: text().notNull(),
    nameCode: text().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
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
    /** Number among the documents of both kinds; the hashes of the documents form a chain in this order. */
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
    index().on(table.issuedAt, table.id),
    // Covering index for the sums of months: it has a fiftieth of the table's size.
    index("tax_document_sums").on(table.issuedAt, table.kind, table.netHalalas, table.taxHalalas),
    index().on(table.totalHalalas, table.id),
    index("tax_document_search_index").using("gin", sql`${searchTextSql(table)} gin_trgm_ops`),
    check(
      "document_total_adds_up",
      sql`${table.totalHalalas} = ${table.netHalalas} + ${table.taxHalalas} and ${table.totalHalalas} > 0`,
    ),
    check("document_seller_is_whole", matchesSql(table.seller, jsonConditions.seller)),
    check("document_buyer_is_whole", matchesSql(table.buyer, jsonConditions.buyer)),
    check("document_lines_are_whole", matchesSql(table.lines, jsonConditions.lines)),
    check("document_payment_is_whole", matchesSql(table.payment, jsonConditions.payment)),
    check(
      "credit_note_names_invoice",
      sql`(${table.kind} = 'credit-note') = (${table.originalId} is not null and ${table.refundId} is not null and ${table.reason} is not null)`,
    ),
  ],
);

export const documentSearchText = searchTextSql(taxDocuments);

/**
 * The last numbers used, in one row. Issuing a document locks it until the transaction ends; a database sequence would
 * leave gaps.
 */
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
