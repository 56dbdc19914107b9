import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, serialId } from "../db/columns.server.ts";
import { sql } from "drizzle-orm";

/** Settings of a mail that differ from those of automatic mails. */
export interface MailManner {
  /** Name of the sender; the site's name by default. */
  fromName?: string;
  /** Message-ID of this mail. */
  messageId?: string;
  /** Message-IDs of the earlier mails in its conversation, oldest first. */
  references?: string[];
  /** A person wrote it: sent without the headers that mark automatic mails. */
  personal?: true;
  /**
   * Never sent twice: its status is `failed` while it goes to the mail server, until that accepts it. After an
   * interruption it may or may not have arrived.
   */
  atMostOnce?: true;
  /** Names someone who has since been erased: its content is erased once it is sent. */
  forget?: true;
}

/** `captured`: shown in the demo's mailbox, as there is no mail server. `failed`: its last attempt failed. */
export type MailStatus = "queued" | "sent" | "captured" | "failed";

/** Mails to send, each stored in the transaction that causes it. The job `mail.send` renders and sends them. */
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
    /** Address for replies; the sender's by default. */
    replyTo: text(),
    unsubscribeUrl: text(),
    manner: jsonb().$type<MailManner>(),
    /** `subject`, `html` and `text` are set by the job, so that a retry sends the same content. */
    subject: text(),
    html: text(),
    text: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    status: text().$type<MailStatus>().notNull().default("queued"),
    attempts: integer().notNull().default(0),
    /** Error code of the last failed attempt. */
    lastError: text(),
  },
  (table) => [
    uniqueIndex().on(table.key),
    index()
      .on(table.id)
      .where(sql`${table.status} = 'queued'`),
    // Finds the mails of an order for its page in the portal.
    index("outbox_mail_order_index")
      .on(sql`(${table.props} ->> 'orderId')`)
      .where(sql`${table.props} ? 'orderId'`),
    index().on(table.status, table.id),
    index().on(table.template, table.id),
    index().on(table.to, table.id),
    index().on(table.createdAt),
    // For the staff's search by part of an address or subject.
    index("outbox_mail_search").using("gin", sql`(${table.to} || ' ' || coalesce(${table.subject}, '')) gin_trgm_ops`),
  ],
);

/** The expression of `outbox_mail_search`, so that a search uses that index. */
export const mailSearchText = sql<string>`(${outboxMails.to} || ' ' || coalesce(${outboxMails.subject}, ''))`;
