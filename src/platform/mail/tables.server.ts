import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, serialId } from "../db/columns.server.ts";
import { sql } from "drizzle-orm";

/** How a mail differs from those that the site writes by itself. */
export interface MailManner {
  /** Instead of the site's name. */
  fromName?: string;
  /** Its Message-ID, and those before it in a conversation, oldest first. */
  messageId?: string;
  references?: string[];
  /** A person wrote it: no program may take it for the answer of another program. */
  personal?: true;
  /**
   * Rather not at all than twice: it counts as failed from the moment it goes to the mail server until that has
   * answered. Whether one that was interrupted has arrived, no one knows.
   */
  atMostOnce?: true;
  /** It names someone who has been erased since: its words go once it is sent. */
  forget?: true;
}

/** `captured`: shown in the demo's mailbox, as there is no mail server. `failed`: its last attempt failed. */
export type MailStatus = "queued" | "sent" | "captured" | "failed";

/** Written in the transaction that causes it; its job `mail.send` renders and sends it. */
export const outboxMails = pgTable(
  "outbox_mail",
  {
    id: serialId(),
    /** Idempotency key. */
    key: text().notNull(),
    to: text().notNull(),
    locale: text().$type<"en" | "ar">().notNull(),
    template: text().notNull(),
    props: jsonb().notNull(),
    /** Where an answer goes, if not to the sender. */
    replyTo: text(),
    unsubscribeUrl: text(),
    manner: jsonb().$type<MailManner>(),
    /** Set by the job, so that a retry sends the same text. */
    subject: text(),
    html: text(),
    text: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    status: text().$type<MailStatus>().notNull().default("queued"),
    attempts: integer().notNull().default(0),
    /** Of the last failed attempt. */
    lastError: text(),
  },
  (table) => [
    uniqueIndex().on(table.key),
    index()
      .on(table.id)
      .where(sql`${table.status} = 'queued'`),
    // The mails of an order, for its page in the portal.
    index("outbox_mail_order_index")
      .on(sql`(${table.props} ->> 'orderId')`)
      .where(sql`${table.props} ? 'orderId'`),
    index().on(table.status, table.id),
    index().on(table.template, table.id),
    index().on(table.to, table.id),
    index().on(table.createdAt),
    // What the staff look mails up by: part of an address or a subject.
    index("outbox_mail_search").using("gin", sql`(${table.to} || ' ' || coalesce(${table.subject}, '')) gin_trgm_ops`),
  ],
);

/** As the index has it. */
export const mailSearchText = sql<string>`(${outboxMails.to} || ' ' || coalesce(${outboxMails.subject}, ''))`;
