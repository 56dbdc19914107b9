import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Program } from "./programs.ts";

const common = {
  id: serialId(),
  name: text().notNull(),
  email: text().notNull(),
  /** E.164, or empty. */
  contactNumber: text().notNull(),
  workplace: text().notNull(),
  /** Language of the form, in which to answer. */
  locale: text().$type<Locale>().notNull(),
  /** Suspected spam: stored for review, emailed to nobody. */
  spam: boolean().notNull(),
  createdAt: instant().notNull(),
};

export const demoRequests = pgTable(
  "demo_request",
  { ...common, program: text().$type<Program>().notNull() },
  (table) => [index().on(table.createdAt)],
);

export const contactRequests = pgTable(
  "contact_request",
  { ...common, title: text().notNull(), message: text().notNull() },
  (table) => [index().on(table.createdAt)],
);

/**
 * One row per consent, retained as its proof after withdrawal (PDPL). At most one per address that is not withdrawn.
 */
export const newsletterSubscriptions = pgTable(
  "newsletter_subscription",
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** As shown. */
    consentText: text().notNull(),
    consentVersion: text().notNull(),
    /** Where on the site the form is. */
    source: text().notNull(),
    locale: text().$type<Locale>().notNull(),
    /** For a repeated form: the last time. */
    createdAt: instant().notNull(),
    /** Nothing is sent to the address before it is confirmed. */
    confirmedAt: instant(),
    unsubscribedAt: instant(),
    /** SHA-256 of the token in this address's links. */
    tokenHash: text().notNull().unique(),
  },
  (table) => [
    uniqueIndex("newsletter_one_live_consent")
      .on(table.email)
      .where(sql`${table.unsubscribedAt} is null`),
    index()
      .on(table.createdAt)
      .where(sql`${table.confirmedAt} is null`),
  ],
);
