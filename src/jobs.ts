/** TABLE OF CONTENTS 3: every background job and its schedule. */
import { forgetExpiredLinks } from "#features/accounts/one-time-links.server.ts";
import { sendPasswordReset } from "#features/accounts/password-reset.server.ts";
import { forgetExpiredSessions } from "#features/accounts/sessions.server.ts";
import * as sales from "#features/sales/jobs.server.ts";
import { issueMissingPapers } from "#features/sales/papers/issue.server.ts";
import { watchPayments } from "#features/sales/watch-payments.server.ts";
import type { JobTable } from "#platform/jobs-runner.server.ts";
import * as mail from "#platform/mail/jobs.server.ts";
import { mailRetry } from "#platform/mail/outbox.server.ts";
import { forgetOldMails } from "#platform/mail/retention.server.ts";
import { forgetOldTries } from "#platform/rate-limit.server.ts";

export const jobs: JobTable = {
  /** Renders and sends one mail of the outbox; again with growing pauses while the mail server refuses. */
  "mail.send": { work: mail.sendMail, retry: mailRetry },
  /** Gives waiting mails without a job one, such as those of an older version. */
  "mail.queue-missing": { work: mail.queueMissingJobs, everySeconds: 300 },
  /** Deletes mails that are done with, 30 days after they were written. */
  "mail.forget": { work: forgetOldMails, everySeconds: 3600 },
  /** Writes the mail with the link to choose a new password, after the answer, so that nobody learns by it who has an account. */
  "accounts.send-reset": { work: sendPasswordReset },
  /** Deletes links of mails whose hour is over. */
  "accounts.forget-links": { work: forgetExpiredLinks, everySeconds: 3600 },
  /** Deletes sessions that have ended by themselves. */
  "accounts.forget-sessions": { work: forgetExpiredSessions, everySeconds: 3600 },
  /** Deletes counted tries whose window is over. */
  "platform.forget-tries": { work: forgetOldTries, everySeconds: 3600 },
  /** Asks the provider about every payment still open, expires orders whose hold is over, carries out refunds. */
  "sales.reconcile": { work: sales.reconcile, everySeconds: 15 },
  /** Finds payments that came although nobody told us of them, and sends back at once what buys nothing. */
  "sales.watch-payments": { work: watchPayments, everySeconds: 20 },
  /** Gives orders that were paid before there were papers their invoice. */
  "sales.missing-papers": { work: issueMissingPapers, everySeconds: 300 },
};
