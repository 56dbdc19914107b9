/** TABLE OF CONTENTS 3: every background job and its schedule. */
import { deleteExpiredLinks } from "#features/people/one-time-links.server.ts";
import { sendPasswordReset } from "#features/people/password-reset.server.ts";
import { deleteExpiredSessions } from "#features/people/sessions.server.ts";
import { deleteExpiredStaffSessions } from "#features/staff/sessions.server.ts";
import { sealEInvoices } from "#features/invoices/einvoices/seal.server.ts";
import { clearedJob, submitEInvoices } from "#features/invoices/einvoices/submit.server.ts";
import { notifyAccountant } from "#features/invoices/finance/jobs.server.ts";
import { mailClearedDocument } from "#features/settlement/mails/mail-cleared.server.ts";
import { comparePayments } from "#features/settlement/cases/compare.server.ts";
import { mailApproverNotice } from "#features/changes/approval.server.ts";
import { approverNoticeJob } from "#features/settings/approver-notices.server.ts";
import { deleteOldRequests } from "#features/contact/personal-enquiries.server.ts";
import { reconcile, issueMissingDocuments } from "#features/settlement/jobs.server.ts";
import { watchPayments } from "#features/settlement/watch-payments.server.ts";
import { queueStuckTasks, runTasks, taskJob, taskRetry } from "#features/staff/tasks/run.server.ts";
import { deleteOldTasks } from "#features/staff/tasks/tasks.server.ts";
import { batchSeconds, sendNewsletters } from "#features/contact/newsletter/jobs.server.ts";
import { startScheduled } from "#features/contact/newsletter/schedule.server.ts";
import { sendReminders } from "#features/seats/reminders/reminders.server.ts";
import { issueDueCertificates } from "#features/learning/certificates/issue.server.ts";
import { askForFeedback } from "#features/learning/feedback/ask.server.ts";
import { remindKeptValues } from "#features/changes/change-mails.server.ts";
import { deleteOldChangeFiles } from "#features/changes/files.server.ts";
import { deleteOldWaiting, mailNewDates, newDatesJob } from "#features/waitlist/new-dates.server.ts";
import { advanceDueWaitlists, offerFreedSeats } from "#features/waitlist/waitlist.server.ts";
import { expireTransfers } from "#features/settlement/transfers/transfers.server.ts";
import { decideRuns, remindToDecide } from "#features/runs/decide-run.server.ts";
import { remindTransfers } from "#features/settlement/transfers/transfer-mails.server.ts";
import { deleteExpiredPreviews } from "#features/content/editing/preview.server.ts";
import { emptyTrash } from "#features/content/editing/trash.server.ts";
import { beginPeriods } from "#features/settings/setting-periods.server.ts";
import { deleteUnusedProofs } from "#features/learning/cpd/proofs.server.ts";
import { deleteOldShares } from "#features/learning/cpd/shares.server.ts";
import { deleteOldAttendance, deleteOldFeedbackTexts } from "#features/learning/retention.server.ts";
import { publishScheduled } from "#features/content/editing/publish.server.ts";
import * as media from "#features/content/media/jobs.server.ts";
import { erasePlanned } from "#features/privacy/erasure.server.ts";
import { repeatErasures } from "#features/privacy/repeat-erasures.server.ts";
import type { JobTable } from "#platform/jobs-runner.server.ts";
import * as mail from "#platform/mail/jobs.server.ts";
import { mailRetry } from "#platform/mail/outbox.server.ts";
import { deleteOldMails } from "#platform/mail/erase-mails.server.ts";
import { mailConnections } from "#platform/mail/mail-server.server.ts";
import { deleteExpiredRateLimits } from "#platform/rate-limit.server.ts";
import { tasks } from "./tasks.ts";
import { forgetNetworks } from "#features/seats/unpaid-seats.server.ts";

export const jobs: JobTable = {
  "newsletter.start-scheduled": { work: startScheduled, everySeconds: 15 },
  /** The next batch of an issue that is being sent. */
  "newsletter.send": { work: sendNewsletters, everySeconds: batchSeconds },
  /** As many as there are connections to the mail server: each mail that has begun is sent, none waits in between. */
  "mail.send": { work: mail.sendMail, retry: mailRetry, atOnce: mailConnections },
  /** Queues mails without a job, such as those of an older version. */
  "mail.queue-missing": { work: mail.queueMissingJobs, everySeconds: 300 },
  /** 30 days after they were written. */
  "mail.delete-old": { work: deleteOldMails, everySeconds: 3600 },
  /** Messages and demo requests, after 24 months. */
  "enquiries.delete-old": { work: deleteOldRequests, everySeconds: 86_400 },
  /** After the answer, so that its time reveals no account. */
  "accounts.send-reset": { work: sendPasswordReset },
  /** Of unpaid orders and waiting lists that hold nothing any more. */
  "orders.forget-networks": { work: forgetNetworks, everySeconds: 3600 },
  /** Links to CPD records, 90 days after they ended. */
  "learning.delete-old-shares": { work: deleteOldShares, everySeconds: 86_400 },
  /** Uploaded proofs that no activity was saved with, after a day. */
  "learning.delete-unused-proofs": { work: deleteUnusedProofs, everySeconds: 3600 },
  /** After the years of the settings. */
  "learning.delete-old-attendance": { work: deleteOldAttendance, everySeconds: 86_400 },
  /** After 24 months. */
  "learning.delete-old-feedback": { work: deleteOldFeedbackTexts, everySeconds: 86_400 },
  "accounts.delete-expired-links": { work: deleteExpiredLinks, everySeconds: 3600 },
  "accounts.delete-expired-sessions": { work: deleteExpiredSessions, everySeconds: 3600 },
  /** Of people whose last course is over. */
  "people.erase-planned": { work: erasePlanned, everySeconds: 3600 },
  /** Of a restored database; and its file gets what only the table has. */
  "people.repeat-erasures": { work: repeatErasures, everySeconds: 3600 },
  "accounts.delete-expired-staff-sessions": { work: deleteExpiredStaffSessions, everySeconds: 600 },
  /** Publishes content whose minute has come; often enough that a clock a little behind costs no minute. */
  "content.publish-scheduled": { work: publishScheduled, everySeconds: 15 },
  "content.delete-expired-previews": { work: deleteExpiredPreviews, everySeconds: 3600 },
  "content.empty-trash": { work: emptyTrash, everySeconds: 3600 },
  /** One at a time: it takes a processor for seconds. */
  "media.make-sizes": { work: media.makePictureSizes, atOnce: 1 },
  "media.delete-files": { work: media.deleteMediaFiles },
  /** What killed processes have left. */
  "media.tidy": { work: media.tidyMedia, everySeconds: 600 },
  /** Tax rate and company identity whose first day has come. */
  "settings.begin-periods": { work: beginPeriods, everySeconds: 15 },
  /** Long work of the staff, a step at a time. */
  [taskJob]: { work: runTasks(tasks), retry: taskRetry },
  "tasks.queue-stuck": { work: queueStuckTasks, everySeconds: 300 },
  /** Files after a day, tasks after a month. */
  "tasks.delete-old": { work: deleteOldTasks, everySeconds: 3600 },
  "platform.delete-expired-rate-limits": { work: deleteExpiredRateLimits, everySeconds: 3600 },
  /** Of what one person did that is worth more than one may refund alone. */
  [approverNoticeJob]: { work: mailApproverNotice },
  /** Settles open card payments, expires orders whose hold is over, processes refunds. */
  "sales.reconcile": { work: reconcile, everySeconds: 15 },
  /** Seats of a run came free: they go to who waits first. */
  "waiting.offer": { work: offerFreedSeats },
  /** Offers and holds that are over by time alone, and sales that have ended. */
  "waiting.move-due": { work: advanceDueWaitlists, everySeconds: 5 },
  /** A new run, to everyone who asked for new dates of its course. */
  [newDatesJob]: { work: mailNewDates },
  /** Places a year after they ended, addresses that no one confirmed in a week. */
  "waiting.delete-old": { work: deleteOldWaiting, everySeconds: 86_400 },
  /** Files of requests to change: a year after the decision, or a day after they were sent with none. */
  "changes.delete-old-files": { work: deleteOldChangeFiles, everySeconds: 3600 },
  /** 30 days before the value of cancelled seats ends, to the buyer. */
  "changes.remind-kept": { work: remindKeptValues, everySeconds: 3600 },
  /** Ends orders whose last day to pay by transfer is over. */
  "transfers.expire": { work: expireTransfers, everySeconds: 15 },
  /** Runs with too few people that no one decided about until their hour. */
  "runs.decide": { work: decideRuns, everySeconds: 60 },
  /** Seven days and one day before, and at the hour itself. */
  "runs.remind-to-decide": { work: remindToDecide, everySeconds: 300 },
  /** Three days before the last day to pay, and on it. */
  "transfers.remind": { work: remindTransfers, everySeconds: 900 },
  /** Seven days and one day before the first session, to everyone with a seat. */
  "reminders.send": { work: sendReminders, everySeconds: 300 },
  /** After the last session, to who was there; a week later once more where a certificate waits for it. */
  "feedback.ask": { work: askForFeedback, everySeconds: 300 },
  /** A day after the last session, and what has been earned since. */
  "certificates.issue": { work: issueDueCertificates, everySeconds: 300 },
  /** Payments that were never reported to us; what buys nothing is refunded at once. */
  "sales.watch-payments": { work: watchPayments, everySeconds: 20 },
  /** Keeps the list of payments that need a person. */
  "payments.compare": { work: comparePayments, everySeconds: 900 },
  /** Each tax document as the authority's XML, a moment after it was issued. Nothing while e-invoicing is off. */
  "einvoices.seal": { work: sealEInvoices, everySeconds: 5 },
  /** Until the authority has decided about each. */
  "einvoices.submit": { work: submitEInvoices, everySeconds: 5 },
  /** A company's document to its buyer, once the authority has cleared it. */
  [clearedJob]: { work: mailClearedDocument },
  /** On the first of a month, what the one before came to. */
  "finance.tell-accountant": { work: notifyAccountant, everySeconds: 900 },
  /** Of orders that are older than invoicing; seldom, for it looks at every order: 2 s among a million. */
  "sales.missing-documents": { work: issueMissingDocuments, everySeconds: 3600 },
};
