import type { outboxMails } from "#platform/mail/tables.server.ts";
import { templateNamed, UnknownMailError } from "#platform/mail/templates.server.ts";
import { mailProblem, type MailProblem } from "./mail-problem.ts";

type Mail = typeof outboxMails.$inferSelect;

export const mailStates = ["waiting", "retrying", "sent", "captured", "failed", "erased"] as const;
export type MailState = (typeof mailStates)[number];

/** Instants ISO 8601 UTC. */
export interface MailRow {
  id: number;
  template: string;
  /** Empty when its person has been erased. */
  to: string;
  locale: "en" | "ar";
  subject: string;
  state: MailState;
  attempts: number;
  problem: MailProblem | null;
  /** The mail server's code. */
  error: string | null;
  created_at: string;
  sent_at: string | null;
}

const isErased = ({ to, subject }: Mail) => to.endsWith("@deleted.invalid") || subject === "";

export function mailState(mail: Mail): MailState {
  if (isErased(mail)) return "erased";
  if (mail.status !== "queued") return mail.status;
  return mail.lastError === null ? "waiting" : "retrying";
}

/** A mail that waits has no words yet; its template says the subject. */
function subjectOf(mail: Mail): string {
  if (mail.subject !== null) return mail.subject;
  try {
    return templateNamed(mail.template).subject(mail.props as object, mail.locale);
  } catch (error) {
    // A kind of mail of another version.
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
    subject: state === "erased" ? "" : subjectOf(mail),
    state,
    attempts: mail.attempts,
    problem: state === "failed" || state === "retrying" ? mailProblem(mail.lastError) : null,
    error: mail.lastError,
    created_at: mail.createdAt.toISOString(),
    sent_at: mail.sentAt?.toISOString() ?? null,
  };
}
