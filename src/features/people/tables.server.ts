import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";

/** People with an account. The library better-auth prescribes most column names. */
export const users = pgTable(
  "user",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Name in the other script, as the person or staff entered it. */
    nameOther: text(),
    /** Version of that name, from 1. */
    nameOtherVersion: integer().notNull().default(1),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    address: text().notNull().default(""),
    contactNumber: text().notNull().default(""),
    scfhsNumber: text().notNull().default(""),
    workplace: text().notNull().default(""),
    profession: text().notNull().default(""),
    /** Language of the emails to this person. */
    locale: text().notNull().default("en"),
    termsAcceptedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    /** When the person's data was erased. The row stays, because invoices refer to it. */
    erasedAt: instant(),
    /** Search text for staff, normalised by `person_spelling` of the migration. */
    search: text().generatedAlwaysAs(
      sql`person_spelling(name || ' ' || replace(name, ' ', '') || ' ' || email || ' ' || contact_number || ' ' || scfhs_number)`,
    ),
  },
  (table) => [
    index("user_search_index").using("gin", sql`(${table.name} || ' ' || ${table.email}) gin_trgm_ops`),
    index("user_search_trigrams").using("gin", sql`${table.search} gin_trgm_ops`),
    index().on(table.name, table.id),
    // A search for a common name reads the rows in the order of names and stops early. The longest name, email and
    // numbers fit: a key may have 2,700 bytes.
    index("user_names_searched").on(table.name, table.id, table.search, table.erasedAt),
    index().on(table.createdAt, table.id),
  ],
);

/** A person's name and email as one text, exactly as in `user_search_index`. */
export const userSearchText = sql<string>`(${users.name} || ' ' || ${users.email})`;

export const sessions = pgTable(
  "session",
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index().on(table.userId)],
);

/** Credentials of an account. `password` is the argon2id hash. */
export const accounts = pgTable(
  "account",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
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

export const verifications = pgTable(
  "verification",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index().on(table.identifier)],
);
