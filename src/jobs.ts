/** TABLE OF CONTENTS 3: every background job and its schedule. */
import { deleteExpiredLinks } from "#features/accounts/one-time-links.server.ts";
import { sendPasswordReset } from "#features/accounts/password-reset.server.ts";
import { deleteExpiredSessions } from "#features/accounts/sessions.server.ts";
import { deleteExpiredStaffSessions } from "#features/accounts/staff-sessions.server.ts";
import { reconcile } from "#features/payments/jobs.server.ts";
import { issueMissingDocuments } from "#features/payments/missing-documents.server.ts";
import { watchPayments } from "#features/payments/watch-payments.server.ts";
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
  /** Deletes sessions of the staff that have ended by themselves, and what is left of their sign-ins. */
  "accounts.forget-staff-sessions": { work: deleteExpiredStaffSessions, everySeconds: 600 },
  /** Deletes rate limit counters whose window is over. */
  "platform.forget-tries": { work: deleteExpiredRateLimits, everySeconds: 3600 },
  /** Asks the provider about every payment still open, expires orders whose hold is over, processes refunds. */
  "sales.reconcile": { work: reconcile, everySeconds: 15 },
  /** Finds payments that were never reported to us, and refunds at once what buys nothing. */
  "sales.watch-payments": { work: watchPayments, everySeconds: 20 },
  /** Issues the invoices of orders that are older than invoicing. */
  "sales.missing-documents": { work: issueMissingDocuments, everySeconds: 300 },
};
