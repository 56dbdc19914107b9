import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import { taxDocuments } from "../tables.server.ts";
import type { Company } from "#features/orders/billing.schema.ts";
import type { AuthorityAnswer, AuthorityMessage, EInvoiceEnvironment } from "./authority.ts";

/**
 * An e-invoicing unit (EGS unit): one certificate of the authority with its key and its chain of XMLs. A new certificate is
 * a new unit. A trigger of the migration lets its counter only rise.
 */
export const egsUnits = pgTable(
  "egs_unit",
  {
    id: serialId(),
    environment: text().$type<EInvoiceEnvironment>().notNull(),
    /** `testing` until the authority has accepted our examples; one `active` in each environment. */
    state: text().$type<"testing" | "active" | "retired">().notNull(),
    /** The certificate that signs: its DER in base64. */
    certificate: text().notNull(),
    validTo: instant().notNull(),
    requestId: text().notNull(),
    /** Private key, and user name and password at the authority: encrypted with a key derived from AUTH_SECRET. */
    sealedKey: text().notNull(),
    sealedCsid: text().notNull(),
    /** The last XML of its chain (ICV and hash). */
    counter: integer().notNull().default(0),
    lastHash: text().notNull(),
    /** The last tax document that was sealed, by its counter; those up to the first are not the authority's concern. */
    sealedUpTo: integer().notNull(),
    /** The authority refuses our certificate or password since then. */
    refusedSince: instant(),
    /** How far our clock was ahead of the authority's, by its last answer. */
    clockAheadSeconds: integer(),
    createdAt: instant().notNull(),
    activatedAt: instant(),
    retiredAt: instant(),
  },
  (table) => [
    uniqueIndex("egs_unit_one_active")
      .on(table.environment)
      .where(sql`${table.state} = 'active'`),
  ],
);

/**
 * An XML of a tax document. `sealed`: it has its place in the chain and is sent until the authority decides. `replaced`:
 * its certificate could not be read any more, and a person had the document sealed again. A trigger of the migration
 * refuses every change of what is sealed and of what is decided.
 */
export const einvoices = pgTable(
  "einvoice",
  {
    id: serialId(),
    taxDocumentId: integer()
      .notNull()
      .references(() => taxDocuments.id),
    unitId: integer()
      .notNull()
      .references(() => egsUnits.id),
    environment: text().$type<EInvoiceEnvironment>().notNull(),
    /** Place in the chain of the unit (ICV), and the hash of the XML before (PIH). */
    counter: integer().notNull(),
    previousHash: text().notNull(),
    uuid: uuid().notNull(),
    /** The bytes that are sent, as they are, however often. */
    xml: text().notNull(),
    hash: text().notNull(),
    /** Ours, of a simplified document. */
    qr: text(),
    /** The buyer in the XML, once corrected; null: as in the tax document. */
    company: jsonb().$type<Company>(),
    sealedAt: instant().notNull(),
    state: text().$type<"sealed" | "accepted" | "rejected" | "replaced">().notNull().default("sealed"),
    attempts: integer().notNull().default(0),
    nextTryAt: instant().notNull(),
    firstSentAt: instant(),
    /** Why the last attempt decided nothing. */
    problem: text(),
    decidedAt: instant(),
    /** Warnings of an accepted one, errors of a rejected one. */
    messages: jsonb().$type<AuthorityMessage[]>(),
    /** The answer that decided, kept for good: auditors ask for it. */
    answer: jsonb().$type<AuthorityAnswer>(),
    /** A standard document with the authority's stamp and QR code: this is what the buyer gets. */
    clearedXml: text(),
  },
  (table) => [
    uniqueIndex().on(table.unitId, table.counter),
    uniqueIndex().on(table.uuid),
    // At most one that counts; rejected and replaced ones are followed by another.
    uniqueIndex("einvoice_one_live")
      .on(table.taxDocumentId, table.environment)
      .where(sql`${table.state} in ('sealed', 'accepted')`),
    index().on(table.taxDocumentId, table.id),
    index("einvoice_waiting")
      .on(table.nextTryAt)
      .where(sql`${table.state} = 'sealed'`),
    index("einvoice_rejected")
      .on(table.id)
      .where(sql`${table.state} = 'rejected'`),
    check("einvoice_decided_whole", sql`(${table.state} = 'sealed') = (${table.decidedAt} is null)`),
  ],
);
