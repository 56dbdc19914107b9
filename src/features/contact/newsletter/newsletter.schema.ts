/** The newsletter in the staff API, for the server and the portal. */
import { z } from "zod";

/** State of an issue. `paused` continues where it stopped; `stopped` does not. */
export const issueStates = ["draft", "scheduled", "sending", "paused", "sent", "stopped"] as const;
export type IssueState = (typeof issueStates)[number];

/** Warnings to accept before sending: the two languages link to different pages, or this text was not tested. */
export const issueWarnings = ["one_language", "untested"] as const;
export type IssueWarning = (typeof issueWarnings)[number];
export const issueWarning = z.enum(issueWarnings);

export const subscriberStates = ["waiting", "confirmed", "left"] as const;

export const issueState = z.enum(issueStates);
export const issueLocale = z.enum(["en", "ar"]);
const count = z.int();

export const issueRow = z.object({
  id: z.int(),
  state: issueState,
  subject_eng: z.string(),
  subject_ar: z.string(),
  savedAt: z.string(),
  savedBy: z.string(),
  scheduledAt: z
    .string()
    .nullable()
    .meta({ description: "When a scheduled issue starts; for a draft, when it should have started but could not" }),
  startedAt: z.string().nullable(),
  startedBy: z.string().nullable().meta({ description: "Name of who started or scheduled it" }),
  finishedAt: z.string().nullable(),
  recipients: count.meta({ description: "Number of confirmed addresses when it was started" }),
  handed: count.meta({ description: "Number of emails queued so far, without those that a stop has withdrawn" }),
  sent: count,
  failed: count,
  version: z.int(),
});
const textName = z.enum(["subject_eng", "subject_ar", "preheader_eng", "preheader_ar", "body_eng", "body_ar"]);
export const fullIssue = issueRow.extend({
  preheader_eng: z.string(),
  preheader_ar: z.string(),
  body_eng: z.string(),
  body_ar: z.string(),
  testedAt: z.string().nullable(),
  testedBy: z.string().nullable(),
  checks: z.object({
    missing: z.array(textName).meta({ description: "Texts that are empty" }),
    notArabic: z.array(textName).meta({ description: "Arabic texts without a word of Arabic" }),
    brokenLinks: z.array(z.string()).meta({ description: "Addresses that lead nowhere" }),
    oneLanguage: z
      .array(z.object({ title: z.string(), missingIn: issueLocale }))
      .meta({ description: "Courses and stories that only one of the two languages links to" }),
    leave: z.boolean().meta({ description: "Whether the emails in both languages have the link to unsubscribe" }),
  }),
  warnings: z.array(issueWarning).meta({ description: "Sending and scheduling require each of these in `accepted`" }),
  subscribers: z.object({ all: count, en: count, ar: count }),
  left: count.meta({ description: "Recipients who have unsubscribed since it was started" }),
  failures: z.array(z.object({ email: z.string(), reason: z.string() })).meta({
    description:
      "The first 200 failed emails. `reason` is `interrupted` (the email may have arrived and was not sent again), `stopped` (the issue was stopped while the email waited for another attempt) or the code of the error, such as `EENVELOPE 550`",
  }),
});

export const subscriberRow = z.object({
  id: z.string(),
  email: z.string(),
  state: z.enum(subscriberStates),
  locale: issueLocale,
  consent: z.string(),
  consentVersion: z.string(),
  source: z.string(),
  createdAt: z.string(),
  confirmedAt: z.string().nullable(),
  leftAt: z.string().nullable(),
});

export type NewsletterIssue = z.output<typeof fullIssue>;
export type NewsletterIssueRow = z.output<typeof issueRow>;
