import type { NewsletterIssue } from "../../../src/features/letters/newsletter/newsletter.schema.ts";

/** Subscribers whose email neither arrived nor failed yet: of an issue on its way those not handed over, too. */
export const waitingMails = ({
  state,
  recipients,
  handed,
  sent,
  failed,
}: Pick<NewsletterIssue, "state" | "recipients" | "handed" | "sent" | "failed">): number =>
  Math.max(0, Math.max(state === "sent" ? 0 : recipients, handed) - sent - failed);
