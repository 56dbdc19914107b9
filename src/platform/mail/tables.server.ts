import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** `captured`: shown in the demo's mailbox, as there is no mail server. `failed`: its last try failed. */
export type MailStatus = "queued" | "sent" | "captured" | "failed";

/** Every mail, for people to see, written in the transaction that causes it; its job `mail.send` renders and sends it. */
export const outboxMails = pgTable(
  "outbox_mail",
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
    status: text().$type<MailStatus>().notNull().default("queued"),
    attempts: integer().notNull().default(0),
    /** Of the last try that failed. */
    lastError: text(),
  },
  (table) => [
    uniqueIndex().on(table.key),
    index()
      .on(table.id)
      .where(sql`${table.status} = 'queued'`),
  ],
);
