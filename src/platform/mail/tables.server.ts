import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** Every mail, written in the transaction that causes it; a job renders and sends it. */
export const mails = pgTable(
  "mail",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Says what the mail is about, once: a second mail with the same key is not written. */
    key: text().notNull(),
    to: text().notNull(),
    locale: text().$type<"en" | "ar">().notNull(),
    template: text().notNull(),
    props: jsonb().notNull(),
    /** Whom an answer reaches, where that is not the sender. */
    replyTo: text(),
    /** Of a mail to a list: the address that ends it, for the mail program's own button. */
    unsubscribeUrl: text(),
    /** Set by the job, kept so that a retry sends the same words. */
    subject: text(),
    html: text(),
    text: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    tries: integer().notNull().default(0),
    /** When it is due; while a try is under way, when that try counts as lost. Null: sent, kept without a mail server, or given up. */
    nextTryAt: instant(),
    lastError: text(),
  },
  (table) => [uniqueIndex().on(table.key), index().on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`)],
);
