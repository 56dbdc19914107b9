/** TABLE OF CONTENTS 3: every background job and its schedule. */
import { deleteExpiredLinks } from "#features/accounts/one-time-links.server.ts";
import { sendPasswordReset } from "#features/accounts/password-reset.server.ts";
import { deleteExpiredSessions } from "#features/accounts/sessions.server.ts";
import { deleteExpiredPreviews } from "#features/content/preview.server.ts";
import { publishScheduled } from "#features/content/publish.server.ts";
import * as sales from "#features/sales/jobs.server.ts";
import { issueMissingDocuments } from "#features/sales/invoicing/issue.server.ts";
import { watchPayments } from "#features/sales/watch-payments.server.ts";
import type { JobTable } from "#platform/jobs-runner.server.ts";
import * as mail from "#platform/mail/jobs.server.ts";
import { mailRetry } from "#platform/mail/outbox.server.ts";
import { deleteOldMails } from "#platform/mail/retention.server.ts";
import { deleteExpiredRateLimits } from "#platform/rate-limit.server.ts";

export const jobs: JobTable = {
  /** Renders and sends one mail of the outbox; again with growing pauses while the mail server refuses. */
  "mail.send": { work: mail.sendMail, retry: mailRetry },
  /** Gives waiting mails without a job one, such as those of an older version. */
  "mail.queue-missing": { work: mail.queueMissingJobs, everySeconds: 300 },
  /** Deletes mails that are done with, 30 days after they were written. */
  "mail.forget": { work: deleteOldMails, everySeconds: 3600 },
  /**
   * Writes the mail with the link to choose a new password, after the answer, so that no one learns by it who has an
   * account.
   */
  "accounts.send-reset": { work: sendPasswordReset },
  /** Deletes links of mails whose hour is over. */
  "accounts.forget-links": { work: deleteExpiredLinks, everySeconds: 3600 },
  /** Deletes sessions that have ended by themselves. */
  "accounts.forget-sessions": { work: deleteExpiredSessions, everySeconds: 3600 },
  /** Publishes content whose minute has come; often enough that a clock a little behind costs no minute. */
  "content.publish-scheduled": { work: publishScheduled, everySeconds: 15 },
  /** Deletes preview links that have ended. */
  "content.forget-previews": { work: deleteExpiredPreviews, everySeconds: 3600 },
  /** Deletes rate limit counters whose window is over. */
  "platform.forget-tries": { work: deleteExpiredRateLimits, everySeconds: 3600 },
  /** Asks the provider about every payment still open, expires orders whose hold is over, processes refunds. */
  "sales.reconcile": { work: sales.reconcile, everySeconds: 15 },
  /** Finds payments that were never reported to us, and refunds at once what buys nothing. */
  "sales.watch-payments": { work: watchPayments, everySeconds: 20 },
  /** Issues the invoices of orders that are older than invoicing. */
  "sales.missing-documents": { work: issueMissingDocuments, everySeconds: 300 },
};
