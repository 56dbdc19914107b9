import { z } from "zod";
import type { outboxMails } from "#platform/mail/tables.server.ts";
import { templateNamed, UnknownMailError } from "#platform/mail/templates.server.ts";

const mailProblems = ["no-such-address", "mailbox-full", "refused", "no-connection", "other"] as const;
type MailProblem = (typeof mailProblems)[number];

/** Classifies the error code of a mail server (RFC 5321, 4.2.3) or of the connection to it. */
export function mailProblem(error: string | null): MailProblem {
  const replyCode = /\b([45]\d\d)$/.exec(error ?? "")?.[1];
  if (replyCode !== undefined) {
    if (["450", "550", "551", "553"].includes(replyCode)) return "no-such-address";
    if (["422", "452", "552"].includes(replyCode)) return "mailbox-full";
    return "refused";
  }
  return /ECONN|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|ETLS/.test(error ?? "") ? "no-connection" : "other";
}

type Mail = typeof outboxMails.$inferSelect;

export const mailStates = ["waiting", "retrying", "sent", "captured", "failed", "erased"] as const;
export type MailState = (typeof mailStates)[number];

/** An email in the staff API, without its text; instants ISO 8601 UTC. */
export const mailRowReply = z.object({
  id: z.int(),
  template: z.string(),
  to: z.string().meta({ description: "Address of the recipient; empty once the person's data has been erased" }),
  locale: z.enum(["en", "ar"]),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  problem: z.enum(mailProblems).nullable(),
  error: z.string().nullable().meta({ description: "The error code of the email server or of the connection to it" }),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
type MailRow = z.output<typeof mailRowReply>;

const isErased = ({ to, subject }: Mail) => to.endsWith("@deleted.invalid") || subject === "";

export function mailState(mail: Mail): MailState {
  if (isErased(mail)) return "erased";
  if (mail.status !== "queued") return mail.status;
  return mail.lastError === null ? "waiting" : "retrying";
}

/** A waiting email has no text yet; its template builds the subject. */
function getSubject(mail: Mail): string {
  if (mail.subject !== null) return mail.subject;
  try {
    return templateNamed(mail.template).subject(mail.props as object, mail.locale);
  } catch (error) {
    // Another version of the site, which has this template, queued the email.
    if (error instanceof UnknownMailError) return "";
    throw error;
  }
}

export function mailRow(mail: Mail): MailRow {
  const state = mailState(mail);
  return {
    id: mail.id,
    template: mail.template,
    to: mail.to.endsWith("@deleted.invalid") ? "" : mail.to,
    locale: mail.locale,
    subject: state === "erased" ? "" : getSubject(mail),
    state,
    attempts: mail.attempts,
    problem: state === "failed" || state === "retrying" ? mailProblem(mail.lastError) : null,
    error: mail.lastError,
    createdAt: mail.createdAt.toISOString(),
    sentAt: mail.sentAt?.toISOString() ?? null,
  };
}
