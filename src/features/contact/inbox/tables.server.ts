import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { contactRequests, demoRequests } from "#features/contact/tables.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { EnquiryState } from "./inbox.schema.ts";

/**
 * What staff do about a request. A trigger inserts it with the request, so that requests to an older version of the
 * site during an update have one too.
 */
export const enquiries = pgTable(
  "enquiry",
  {
    id: serialId(),
    demoRequestId: integer()
      .unique()
      .references(() => demoRequests.id, { onDelete: "cascade" }),
    contactRequestId: integer()
      .unique()
      .references(() => contactRequests.id, { onDelete: "cascade" }),
    state: text().$type<EnquiryState>().notNull(),
    assigneeId: text().references(() => staffUsers.id),
    /** When the request was sent. */
    createdAt: instant().notNull(),
    /** When it first got a reply or was marked as answered. Not cleared when it is opened again. */
    firstAnsweredAt: instant(),
    /**
     * Name, email, workplace and text in normalised spelling (`enquiry_search_text`), for the search. Erased when the
     * person is erased.
     */
    searchText: text().notNull(),
    /** Incremented by replies and by changes of state or assignee, but not by notes. Detects edit conflicts. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    index().on(table.state, table.createdAt, table.id),
    index().on(table.assigneeId, table.state),
    index("enquiry_search_index").using("gin", table.searchText.op("gin_trgm_ops")),
    check("enquiry_state_known", sql`${table.state} in ('new', 'open', 'answered', 'spam')`),
    check("enquiry_of_one_request", sql`num_nonnulls(${table.demoRequestId}, ${table.contactRequestId}) = 1`),
  ],
);

/** A reply to the sender, or a note that only the staff see. */
export const enquiryMessages = pgTable(
  "enquiry_message",
  {
    id: serialId(),
    enquiryId: integer()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    kind: text().$type<"reply" | "note">().notNull(),
    text: text().notNull(),
    authorId: text(),
    authorName: text().notNull(),
    createdAt: instant().notNull(),
    /** Message-ID of a reply's email; null for a note. */
    messageId: text(),
    /** Run that a reply offers to a company; null for other messages. */
    runId: integer().references(() => courseRuns.id),
  },
  (table) => [
    index().on(table.enquiryId, table.id),
    check("enquiry_offer_is_reply", sql`${table.runId} is null or ${table.kind} = 'reply'`),
    check("enquiry_message_kind", sql`(${table.kind} = 'reply') = (${table.messageId} is not null)`),
  ],
);

/** Texts that staff insert into replies. */
export const savedReplies = pgTable("saved_reply", {
  id: serialId(),
  name: text().notNull(),
  textEng: text().notNull(),
  textAr: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: instant().notNull(),
});
