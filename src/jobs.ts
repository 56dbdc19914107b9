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
  /** Sends the next batch of an issue. */
  "newsletter.send": { work: sendNewsletters, everySeconds: batchSeconds },
  /** Runs as many at a time as there are connections to the mail server, so that no started mail waits for one. */
  "mail.send": { work: mail.sendMail, retry: mailRetry, atOnce: mailConnections },
  /** Queues mails without a job, such as those of an older version. */
  "mail.queue-missing": { work: mail.queueMissingJobs, everySeconds: 300 },
  /** Deletes mails 30 days after they were written. */
  "mail.delete-old": { work: deleteOldMails, everySeconds: 3600 },
  /** Deletes messages and demo requests after 24 months. */
  "enquiries.delete-old": { work: deleteOldRequests, everySeconds: 86_400 },
  /** Runs after the answer was sent, so that the time of the answer does not reveal whether an account exists. */
  "accounts.send-reset": { work: sendPasswordReset },
  /** Erases the network keys of orders whose hold has ended and of ended waitlist entries. */
  "orders.forget-networks": { work: forgetNetworks, everySeconds: 3600 },
  /** Deletes links to CPD records 90 days after they ended. */
  "learning.delete-old-shares": { work: deleteOldShares, everySeconds: 86_400 },
  /** Deletes uploaded proofs that were saved with no activity, after a day. */
  "learning.delete-unused-proofs": { work: deleteUnusedProofs, everySeconds: 3600 },
  /** Deletes attendance after the number of years in the settings. */
  "learning.delete-old-attendance": { work: deleteOldAttendance, everySeconds: 86_400 },
  /** Deletes the texts of feedback after 24 months. */
  "learning.delete-old-feedback": { work: deleteOldFeedbackTexts, everySeconds: 86_400 },
  "accounts.delete-expired-links": { work: deleteExpiredLinks, everySeconds: 3600 },
  "accounts.delete-expired-sessions": { work: deleteExpiredSessions, everySeconds: 3600 },
  /** Erases people who asked for it, once their last course is over. */
  "people.erase-planned": { work: erasePlanned, everySeconds: 3600 },
  /** Repeats erasures after a backup was restored, and adds new erasures of the table to the file that records them. */
  "people.repeat-erasures": { work: repeatErasures, everySeconds: 3600 },
  "accounts.delete-expired-staff-sessions": { work: deleteExpiredStaffSessions, everySeconds: 600 },
  /** Publishes scheduled content. Runs often, so that content appears within its minute. */
  "content.publish-scheduled": { work: publishScheduled, everySeconds: 15 },
  "content.delete-expired-previews": { work: deleteExpiredPreviews, everySeconds: 3600 },
  "content.empty-trash": { work: emptyTrash, everySeconds: 3600 },
  /** Runs one at a time, because it uses a processor for seconds. */
  "media.make-sizes": { work: media.makePictureSizes, atOnce: 1 },
  "media.delete-files": { work: media.deleteMediaFiles },
  /** Deletes files that killed processes have left. */
  "media.tidy": { work: media.tidyMedia, everySeconds: 600 },
  /** Applies a scheduled tax rate or company identity on its first day. */
  "settings.begin-periods": { work: beginPeriods, everySeconds: 15 },
  /** Runs the staff's background tasks step by step. */
  [taskJob]: { work: runTasks(tasks), retry: taskRetry },
  "tasks.queue-stuck": { work: queueStuckTasks, everySeconds: 300 },
  /** Deletes the files of tasks after a day and tasks after a month. */
  "tasks.delete-old": { work: deleteOldTasks, everySeconds: 3600 },
  "platform.delete-expired-rate-limits": { work: deleteExpiredRateLimits, everySeconds: 3600 },
  /** Notifies approvers of what one person did, if its value is above the limit for a refund without approval. */
  [approverNoticeJob]: { work: mailApproverNotice },
  /** Settles open card payments, expires orders whose hold has ended and processes refunds. */
  "sales.reconcile": { work: reconcile, everySeconds: 15 },
  /** Offers the freed seats of a run to the first waitlist entries. */
  "waiting.offer": { work: offerFreedSeats },
  /** Updates waiting lists whose offers or holds have expired, or whose run's sales have ended. */
  "waiting.move-due": { work: advanceDueWaitlists, everySeconds: 5 },
  /** Mails a new run to everyone who asked for new dates of its course. */
  [newDatesJob]: { work: mailNewDates },
  /** Deletes waitlist entries a year after they ended, and addresses that were not confirmed within a week. */
  "waiting.delete-old": { work: deleteOldWaiting, everySeconds: 86_400 },
  /** Deletes files of exception requests a year after the decision, and files without a request after a day. */
  "changes.delete-old-files": { work: deleteOldChangeFiles, everySeconds: 3600 },
  /** Reminds the buyer 30 days before a kept value ends. */
  "changes.remind-kept": { work: remindKeptValues, everySeconds: 3600 },
  /** Ends orders whose last day to pay by transfer has passed. */
  "transfers.expire": { work: expireTransfers, everySeconds: 15 },
  /** Decides about runs with too few people when nobody has decided by their deadline. */
  "runs.decide": { work: decideRuns, everySeconds: 60 },
  /** Reminds whoever set a run's minimum to decide: before the deadline, and at a deadline without a default. */
  "runs.remind-to-decide": { work: remindToDecide, everySeconds: 300 },
  /** Reminds buyers three days before the last day to pay by transfer, and on that day. */
  "transfers.remind": { work: remindTransfers, everySeconds: 900 },
  /** Reminds everyone with a seat seven days and one day before the first session. */
  "reminders.send": { work: sendReminders, everySeconds: 300 },
  /** Asks those present for feedback after the last session; again a week later if their certificate waits for it. */
  "feedback.ask": { work: askForFeedback, everySeconds: 300 },
  /** Issues certificates a day (by default) after the last session, and later ones as soon as they are earned. */
  "certificates.issue": { work: issueDueCertificates, everySeconds: 300 },
  /** Finds payments that were never reported to the site. Refunds at once those that buy nothing. */
  "sales.watch-payments": { work: watchPayments, everySeconds: 20 },
  /** Updates the list of payments that staff must check. */
  "payments.compare": { work: comparePayments, everySeconds: 900 },
  /** Creates the XML e-invoice of each new tax document. Does nothing while e-invoicing is off. */
  "einvoices.seal": { work: sealEInvoices, everySeconds: 5 },
  /** Sends e-invoices to the tax authority until it has accepted or rejected each. */
  "einvoices.submit": { work: submitEInvoices, everySeconds: 5 },
  /** Mails a company's document to its buyer once the authority has cleared it. */
  [clearedJob]: { work: mailClearedDocument },
  /** Mails the figures of the previous month to the accountant on the first of a month. */
  "finance.tell-accountant": { work: notifyAccountant, everySeconds: 900 },
  /** Issues documents of orders older than invoicing. Runs seldom, because it reads every order: 2 s for a million. */
  "sales.missing-documents": { work: issueMissingDocuments, everySeconds: 3600 },
};
