import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Program } from "./programs.ts";

const requestColumns = {
  id: serialId(),
  name: text().notNull(),
  email: text().notNull(),
  /** E.164, or empty. */
  contactNumber: text().notNull(),
  workplace: text().notNull(),
  /** Language of the form, in which staff answer. */
  locale: text().$type<Locale>().notNull(),
  /** Suspected spam: stored for review, emailed to nobody. */
  spam: boolean().notNull(),
  createdAt: instant().notNull(),
};

export const demoRequests = pgTable(
  "demo_request",
  { ...requestColumns, program: text().$type<Program>().notNull() },
  (table) => [index().on(table.createdAt)],
);

export const contactRequests = pgTable(
  "contact_request",
  { ...requestColumns, title: text().notNull(), message: text().notNull() },
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
    /** The text of the consent that the form showed. */
    consentText: text().notNull(),
    consentVersion: text().notNull(),
    /** Path of the page with the form. */
    source: text().notNull(),
    locale: text().$type<Locale>().notNull(),
    /** When the form was sent; if repeatedly, the last time. */
    createdAt: instant().notNull(),
    /** When the address was confirmed. Until then it gets no newsletter. */
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
