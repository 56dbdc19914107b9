import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import type { StaffRole } from "#features/people/permissions.ts";

/** Staff, separate from the site's users. Rows stay after a removal, because the audit log refers to them. */
export const staffUsers = pgTable(
  "staff_user",
  {
    id: text().primaryKey(),
    /** Main name, in Latin script. Empty until the invitation is accepted. */
    name: text().notNull().default(""),
    /** Name for Arabic readers; null without one, never empty. */
    nameAr: text(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    twoFactorEnabled: boolean().notNull().default(false),
    role: text().$type<StaffRole>().notNull(),
    locale: text().$type<"en" | "ar">().notNull().default("en"),
    invitationHash: text(),
    invitationExpiresAt: instant(),
    acceptedAt: instant(),
    lastSignInAt: instant(),
    removedAt: instant(),
    /** Whether the member belongs to the demo. They are removed when the site starts without the demo. */
    isDemo: boolean().notNull().default(false),
    /** Counts saves, to detect edit conflicts. */
    version: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex().on(table.invitationHash)],
);

const staffId = () =>
  text()
    .notNull()
    .references(() => staffUsers.id, { onDelete: "cascade" });

export const staffSessions = pgTable(
  "staff_session",
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: staffId(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: instant().notNull().defaultNow(),
    /** Time of the last use, precise to the minute. */
    updatedAt: instant().notNull().defaultNow(),
    confirmedAt: instant().notNull().defaultNow(),
  },
  (table) => [index().on(table.userId)],
);

/** Credentials of staff. `password` is the argon2id hash. */
export const staffAccounts = pgTable(
  "staff_account",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: staffId(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex().on(table.providerId, table.accountId), index().on(table.userId)],
);

export const staffVerifications = pgTable(
  "staff_verification",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index().on(table.identifier), index().on(table.value)],
);

/** Second factors of staff. Secret and recovery codes are encrypted with AUTH_SECRET. */
export const staffTwoFactors = pgTable(
  "staff_two_factor",
  {
    id: text().primaryKey(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    userId: staffId(),
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: instant(),
  },
  (table) => [uniqueIndex().on(table.userId)],
);

/** Tried codes, so that none works twice. Rows are deleted when the code cannot be valid any more. */
export const staffTriedCodes = pgTable(
  "staff_tried_code",
  { userId: staffId(), codeHash: text().notNull(), triedAt: instant().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Browsers on which a member needs no code. Deleting the second factor with which the trust was given ends it. */
export const staffTrustedComputers = pgTable(
  "staff_trusted_computer",
  {
    id: text().primaryKey(),
    userId: staffId(),
    factorId: text()
      .notNull()
      .references(() => staffTwoFactors.id, { onDelete: "cascade" }),
    tokenHash: text().notNull().unique(),
    /** Name of the browser, such as "Firefox, Windows"; empty when unknown. */
    browser: text().notNull(),
    createdAt: instant().notNull(),
    usedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.factorId)],
);

/**
 * Passkeys: public keys of devices. Columns and names are those of better-auth's plugin, except `usedAt`, the last use.
 */
export const staffPasskeys = pgTable(
  "staff_passkey",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    publicKey: text().notNull(),
    userId: staffId(),
    credentialID: text().notNull().unique(),
    /** Signature counter of the device, up to 2^32; always 0 when the device has no counter. */
    counter: bigint({ mode: "number" }).notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    /** List of transports, separated by commas. */
    transports: text(),
    aaguid: text(),
    createdAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);
