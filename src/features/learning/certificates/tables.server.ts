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
 * As issued: a trigger of the migration (`certificate_stays`) refuses deletion and every change of what it says; only
 * the state moves on, and an erasure takes the holder off.
 */
export const certificates = pgTable(
  "certificate",
  {
    id: serialId(),
    number: text().notNull().unique(),
    /** Whose seat it was: the person is that of the seat. */
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
    /** Which wording of the PDF it was issued with, so that a later one does not change it. */
    wording: integer().notNull(),
    issuedAt: instant().notNull(),
    /** The member of the staff; null by the job. */
    issuedBy: text(),
    /** The one that this corrects. */
    replacesId: integer().references((): AnyPgColumn => certificates.id),
    state: text().$type<CertificateState>().notNull().default("valid"),
    /** When it was replaced or revoked, why and by whom. */
    endedAt: instant(),
    endReason: text(),
    endedBy: text(),
    endedByName: text(),
    /** What the holder was told of a revocation. */
    toldEng: text(),
    toldAr: text(),
    /** Staff were asked after a refund, and let it stand. */
    keptAfterRefundAt: instant(),
  },
  (table) => [
    // Issued once for a seat; what corrects it is one chain.
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

/** No certificate is issued yet: for a whole run, or for one seat of it. Released ones are gone; the audit log has them. */
export const certificateHolds = pgTable(
  "certificate_hold",
  {
    id: serialId(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    /** Null: the whole run. */
    enrolmentId: integer().references(() => enrolments.id),
    reason: text().notNull(),
    heldAt: instant().notNull(),
    heldBy: text().notNull(),
    heldByName: text().notNull(),
  },
  (table) => [unique("certificate_hold_once").on(table.runId, table.enrolmentId).nullsNotDistinct()],
);

/** Keys that sign Open Badges: one signs, older ones are still published, so that what they signed can be checked. */
export const badgeKeys = pgTable(
  "badge_key",
  {
    id: serialId(),
    /** Thumbprint of the public key (RFC 7638). */
    thumbprint: text().notNull().unique(),
    publicKey: jsonb().$type<{ kty: string; crv: string; x: string }>().notNull(),
    /** The private key, encrypted with AUTH_SECRET; null once it signs no more. */
    sealed: text(),
    createdAt: instant().notNull(),
    /** From when on nothing that it signed is accepted: it is published no more. */
    withdrawnAt: instant(),
  },
  (table) => [
    uniqueIndex("badge_key_one_signs")
      .on(sql`(${table.sealed} is not null)`)
      .where(sql`${table.sealed} is not null`),
    check("badge_key_withdrawn_signs_not", sql`num_nonnulls(${table.sealed}, ${table.withdrawnAt}) < 2`),
  ],
);
