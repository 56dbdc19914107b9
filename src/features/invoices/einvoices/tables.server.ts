import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import { taxDocuments } from "../tables.server.ts";
import type { Company } from "#features/orders/billing.schema.ts";
import type { AuthorityAnswer, AuthorityMessage, EInvoiceEnvironment } from "./authority.ts";

/**
 * An e-invoicing unit (EGS unit): one certificate of the authority with its key and its chain of XMLs. A new
 * certificate is a new unit. A database trigger makes sure that the counter only rises.
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
    /**
     * Counter of the last sealed tax document. Starts at the last document from before e-invoicing, which is never
     * sealed.
     */
    sealedUpTo: integer().notNull(),
    /** Since when the authority has refused our certificate or password; null while it accepts them. */
    refusedSince: instant(),
    /** How many seconds our clock was ahead of the authority's at its last answer. */
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
 * An XML of a tax document. `sealed`: it has its position in the chain and is sent until the authority decides.
 * `replaced`: its certificate could not be read any more, and a person had the document sealed again. A database
 * trigger refuses every change of the sealed XML and of a decision.
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
    /** Position in the chain of the unit (ICV), and the hash of the XML before it (PIH). */
    counter: integer().notNull(),
    previousHash: text().notNull(),
    uuid: uuid().notNull(),
    /** The bytes to send, the same at every attempt. */
    xml: text().notNull(),
    hash: text().notNull(),
    /** Our QR code of a simplified document; null for a standard one. */
    qr: text(),
    /** The corrected buyer in the XML; null when the buyer is the one in the tax document. */
    company: jsonb().$type<Company>(),
    sealedAt: instant().notNull(),
    state: text().$type<"sealed" | "accepted" | "rejected" | "replaced">().notNull().default("sealed"),
    attempts: integer().notNull().default(0),
    nextTryAt: instant().notNull(),
    firstSentAt: instant(),
    /** Why the last attempt brought no decision. */
    problem: text(),
    decidedAt: instant(),
    /** Warnings of an accepted document, errors of a rejected one. */
    messages: jsonb().$type<AuthorityMessage[]>(),
    /** The authority's deciding answer, stored for good because auditors ask for it. */
    answer: jsonb().$type<AuthorityAnswer>(),
    /** A standard document with the authority's stamp and QR code, which the buyer gets. */
    clearedXml: text(),
  },
  (table) => [
    uniqueIndex().on(table.unitId, table.counter),
    uniqueIndex().on(table.uuid),
    // At most one XML of a document counts; a rejected or replaced one is followed by another.
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
