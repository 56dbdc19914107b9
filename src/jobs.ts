/** TABLE OF CONTENTS 3: every background job and its schedule. */
import { deleteExpiredLinks } from "#features/accounts/one-time-links.server.ts";
import { sendPasswordReset } from "#features/accounts/password-reset.server.ts";
import { deleteExpiredSessions } from "#features/accounts/sessions.server.ts";
import { deleteExpiredStaffSessions } from "#features/accounts/staff-sessions.server.ts";
import { reconcile } from "#features/payments/jobs.server.ts";
import { issueMissingDocuments } from "#features/payments/missing-documents.server.ts";
import { watchPayments } from "#features/payments/watch-payments.server.ts";
import { deleteExpiredPreviews } from "#features/content/preview.server.ts";
import { publishScheduled } from "#features/content/publish.server.ts";
import type { JobTable } from "#platform/jobs-runner.server.ts";
import * as mail from "#platform/mail/jobs.server.ts";
import { mailRetry } from "#platform/mail/outbox.server.ts";
import { deleteOldMails } from "#platform/mail/retention.server.ts";
import { deleteExpiredRateLimits } from "#platform/rate-limit.server.ts";

export const jobs: JobTable = {
  "mail.send": { work: mail.sendMail, retry: mailRetry },
  /** Queues mails without a job, such as those of an older version. */
  "mail.queue-missing": { work: mail.queueMissingJobs, everySeconds: 300 },
  /** 30 days after they were written. */
  "mail.forget": { work: deleteOldMails, everySeconds: 3600 },
  /** After the answer, so that its time reveals no account. */
  "accounts.send-reset": { work: sendPasswordReset },
  "accounts.forget-links": { work: deleteExpiredLinks, everySeconds: 3600 },
  "accounts.forget-sessions": { work: deleteExpiredSessions, everySeconds: 3600 },
  /** Deletes sessions of the staff that have ended by themselves, and what is left of their sign-ins. */
  "accounts.forget-staff-sessions": { work: deleteExpiredStaffSessions, everySeconds: 600 },
  /** Publishes content whose minute has come; often enough that a clock a little behind costs no minute. */
  "content.publish-scheduled": { work: publishScheduled, everySeconds: 15 },
  /** Deletes preview links that have ended. */
  "content.forget-previews": { work: deleteExpiredPreviews, everySeconds: 3600 },
  /** Deletes rate limit counters whose window is over. */
  "platform.forget-tries": { work: deleteExpiredRateLimits, everySeconds: 3600 },
  /** Asks the provider about every payment still open, expires orders whose hold is over, processes refunds. */
  "sales.reconcile": { work: reconcile, everySeconds: 15 },
  /** Finds payments that were never reported to us, and refunds at once what buys nothing. */
  "sales.watch-payments": { work: watchPayments, everySeconds: 20 },
  /** Of orders that are older than invoicing. */
  "sales.missing-documents": { work: issueMissingDocuments, everySeconds: 300 },
};
