import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import type { CertificateHolder, CertificateIssuer, CertificateState, CertifiedActivity } from "./certificate.ts";

/**
 * Certificates as issued. A trigger of the migration (`certificate_stays`) refuses deletion and every change of the
 * contents; only the state changes, and an erasure removes the holder.
 */
export const certificates = pgTable(
  "certificate",
  {
    id: serialId(),
    number: text().notNull().unique(),
    /** The seat that earned the certificate; its attendee is the holder. */
    enrolmentId: integer()
      .notNull()
      .references(() => enrolments.id),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    /** Null once the person's data was erased. */
    holder: jsonb().$type<CertificateHolder>(),
    activity: jsonb().$type<CertifiedActivity>().notNull(),
    issuer: jsonb().$type<CertificateIssuer>().notNull(),
    /** Version of the PDF's wording, so that a later wording does not change it. */
    wordingVersion: integer("wording").notNull(),
    issuedAt: instant().notNull(),
    /** The staff member who issued it; null for the job. */
    issuedBy: text(),
    /** The certificate that this one corrects. */
    replacesId: integer().references((): AnyPgColumn => certificates.id),
    state: text().$type<CertificateState>().notNull().default("valid"),
    /** When, why and by whom the certificate was replaced or revoked. */
    endedAt: instant(),
    endReason: text(),
    endedBy: text(),
    endedByName: text(),
    /** Explanation of a revocation for the holder. */
    toldEng: text(),
    toldAr: text(),
    /** When staff decided to keep the certificate after a refund. */
    keptAfterRefundAt: instant(),
  },
  (table) => [
    // One certificate per seat; corrections form one chain.
    uniqueIndex("certificate_one_per_seat")
      .on(table.enrolmentId)
      .where(sql`${table.replacesId} is null`),
    uniqueIndex("certificate_one_valid")
      .on(table.enrolmentId)
      .where(sql`${table.state} = 'valid'`),
    uniqueIndex().on(table.replacesId),
    index().on(table.enrolmentId),
    index().on(table.runId),
    check("certificate_state_known", sql`${table.state} in ('valid', 'replaced', 'revoked')`),
    check(
      "certificate_end_whole",
      sql`(${table.state} = 'valid') = (${table.endedAt} is null) and num_nulls(${table.endedAt}, ${table.endReason}) in (0, 2)`,
    ),
  ],
);

/**
 * Holds that prevent certificates from being issued, for a whole run or for one seat. A release deletes the hold; the
 * audit log keeps a record of both.
 */
export const certificateHolds = pgTable(
  "certificate_hold",
  {
    id: serialId(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    /** Null for a hold on the whole run. */
    enrolmentId: integer().references(() => enrolments.id),
    reason: text().notNull(),
    heldAt: instant().notNull(),
    heldBy: text().notNull(),
    heldByName: text().notNull(),
  },
  (table) => [unique("certificate_hold_once").on(table.runId, table.enrolmentId).nullsNotDistinct()],
);

/** Keys of Open Badges. One of them signs; the public keys of older ones stay published, to verify their signatures. */
export const badgeKeys = pgTable(
  "badge_key",
  {
    id: serialId(),
    /** Thumbprint of the public key (RFC 7638). */
    thumbprint: text().notNull().unique(),
    publicKey: jsonb().$type<{ kty: string; crv: string; x: string }>().notNull(),
    /** The private key, encrypted with AUTH_SECRET; null once the key no longer signs. */
    sealed: text(),
    createdAt: instant().notNull(),
    /** Since when signatures of the key are invalid; the key is no longer published. */
    withdrawnAt: instant(),
  },
  (table) => [
    uniqueIndex("badge_key_one_signs")
      .on(sql`(${table.sealed} is not null)`)
      .where(sql`${table.sealed} is not null`),
    check("badge_key_withdrawn_signs_not", sql`num_nonnulls(${table.sealed}, ${table.withdrawnAt}) < 2`),
  ],
);
