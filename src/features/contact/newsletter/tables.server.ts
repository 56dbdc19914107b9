import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { IssueState } from "./newsletter.schema.ts";

/** An issue in both languages. Its texts do not change once it is being sent. */
export const newsletterIssues = pgTable(
  "newsletter_issue",
  {
    id: serialId(),
    state: text().$type<IssueState>().notNull().default("draft"),
    subjectEng: text().notNull().default(""),
    subjectAr: text().notNull().default(""),
    preheaderEng: text().notNull().default(""),
    preheaderAr: text().notNull().default(""),
    /** Safe HTML. */
    bodyEng: text().notNull().default(""),
    bodyAr: text().notNull().default(""),
    version: integer().notNull().default(1),
    createdAt: instant().notNull(),
    savedAt: instant().notNull(),
    /** The author: the name at the time, and the id of `staff_user`. */
    savedBy: text().notNull(),
    savedById: text(),
    testedAt: instant(),
    testedBy: text(),
    testedById: text(),
    /** When a scheduled issue starts. A draft that could not start at that time keeps the value. */
    scheduledAt: instant(),
    startedAt: instant(),
    /** Name of the person who started or scheduled the issue. */
    startedBy: text(),
    startedById: text(),
    /** Number of confirmed addresses when the issue was started. */
    recipients: integer().notNull().default(0),
    /**
     * Number of emails queued so far, without those that a stop has withdrawn. Of these, the mail server has accepted
     * `sent`, and `failed` are given up.
     */
    handed: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** The last subscription of the last batch; the next batch starts after it. */
    sentUpTo: uuid(),
    finishedAt: instant(),
  },
  (table) => [
    index().on(table.savedAt, table.id),
    index("newsletter_issue_being_sent")
      .on(table.id)
      .where(sql`${table.state} = 'sending'`),
    check(
      "newsletter_issue_state",
      sql`${table.state} in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped')`,
    ),
    check("newsletter_issue_started", sql`(${table.state} in ('draft', 'scheduled')) = (${table.startedAt} is null)`),
    check("newsletter_issue_scheduled", sql`${table.state} <> 'scheduled' or ${table.scheduledAt} is not null`),
  ],
);

/**
 * Recipients of an issue: one row per email, inserted together with the email. A row has no address, so that it stays
 * when the subscription is deleted.
 */
export const newsletterDeliveries = pgTable(
  "newsletter_delivery",
  {
    issueId: integer()
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: "cascade" }),
    subscriptionId: uuid().notNull(),
    /** Result of the email, which itself is deleted after a month. */
    outcome: text().$type<"queued" | "sent" | "failed">().notNull().default("queued"),
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.subscriptionId] }),
    index("newsletter_delivery_open")
      .on(table.issueId)
      .where(sql`${table.outcome} <> 'sent'`),
    check("newsletter_delivery_outcome", sql`${table.outcome} in ('queued', 'sent', 'failed')`),
  ],
);
