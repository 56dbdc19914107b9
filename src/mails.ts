/** TABLE OF CONTENTS 4: the template of every kind of mail. */
import * as accounts from "#features/people/emails.server.tsx";
import * as staff from "#features/staff/emails.server.tsx";
import * as enquiries from "#features/contact/emails.server.tsx";
import * as inbox from "#features/contact/inbox/emails.server.tsx";
import * as letters from "#features/contact/newsletter/emails.server.tsx";
import * as attendees from "#features/seats/attendee-emails.server.tsx";
import * as profile from "#features/people/profile/emails.server.tsx";
import * as orders from "#features/settlement/mails/emails.server.tsx";
import * as refunds from "#features/settlement/mails/refund-emails.server.ts";
import * as letter from "#features/settlement/mails/letter-emails.server.ts";
import * as cleared from "#features/settlement/mails/cleared-emails.server.ts";
import * as company from "#features/settlement/mails/staff-emails.server.ts";
import * as transfers from "#features/settlement/transfers/emails.server.ts";
import * as groups from "#features/checkout/groups/emails.server.ts";
import * as approvals from "#features/changes/approval-emails.server.ts";
import * as finance from "#features/invoices/finance/emails.server.ts";
import * as changes from "#features/changes/emails.server.ts";
import * as roster from "#features/seats/roster/emails.server.tsx";
import * as planning from "#features/runs/emails.server.ts";
import * as reminders from "#features/seats/reminders/emails.server.tsx";
import * as certificates from "#features/learning/certificates/emails.server.tsx";
import * as feedback from "#features/learning/feedback/emails.server.tsx";
import * as sessions from "#features/seats/session-emails.server.tsx";
import * as runs from "#features/seats/run-emails.server.tsx";
import * as newDates from "#features/waitlist/new-dates-emails.server.ts";
import * as waiting from "#features/waitlist/emails.server.ts";
import type { MailTemplate } from "#platform/mail/templates.server.ts";

export const mails = {
  welcome: accounts.welcome,
  "confirm-address": accounts.confirmAddress,
  "password-reset": accounts.passwordReset,
  "password-changed": accounts.passwordChanged,
  "email-change": profile.emailChange,
  "email-change-notice": profile.emailChangeNotice,
  "account-deleted": profile.accountDeleted,
  "staff-invitation": staff.staffInvitation,
  "staff-trust-copied": staff.staffTrustCopied,
  "order-confirmed": orders.orderConfirmed,
  "payment-failed": orders.paymentFailed,
  "payment-refunded": refunds.paymentRefunded,
  "document-cleared": cleared.documentCleared,
  "buyer-letter": letter.buyerLetter,
  "transfer-received": transfers.transferReceived,
  "transfer-requested": transfers.transferRequested,
  "transfer-reminder": transfers.transferReminder,
  "transfer-ended": transfers.transferEnded,
  "payment-unclaimed": company.paymentUnclaimed,
  "refund-approval": approvals.refundApproval,
  "refund-decided": approvals.refundDecided,
  "approver-notice": approvals.approverNotice,
  "run-cancel-approval": approvals.runCancelApproval,
  "run-cancel-decided": approvals.runCancelDecided,
  "run-to-decide": planning.runToDecide,
  "month-figures": finance.monthFigures,
  "course-moved": runs.courseMoved,
  "course-cancelled": runs.courseCancelled,
  "course-takes-place": runs.courseTakesPlace,
  "course-times": sessions.courseTimes,
  "course-link": sessions.courseLink,
  "attendee-place": attendees.attendeeSeat,
  "seat-link": groups.seatLink,
  "attendee-returned": attendees.attendeeSeatCancelled,
  "seat-given-on": roster.seatGivenOn,
  "seat-cancelled": roster.seatCancelled,
  "seat-moved": changes.seatMoved,
  "change-cancelled": changes.changeCancelled,
  "change-asked": changes.changeRequested,
  "change-question": changes.changeQuestion,
  "change-decided": changes.changeDecided,
  "kept-ends": changes.keptEnds,
  "scfhs-wanted": roster.scfhsWanted,
  "new-dates-confirm": newDates.newDatesConfirm,
  "new-date": newDates.newDate,
  "waiting-offer": waiting.waitingOffer,
  "waiting-news": waiting.waitingNews,
  "reminder-week": reminders.reminderWeek,
  "reminder-day": reminders.reminderDay,
  "feedback-request": feedback.feedbackRequest,
  "certificate-issued": certificates.certificateIssued,
  "certificate-reissued": certificates.certificateReissued,
  "certificate-revoked": certificates.certificateRevoked,
  "demo-received": enquiries.demoReceived,
  "demo-confirmed": enquiries.demoConfirmed,
  "contact-received": enquiries.contactReceived,
  "contact-confirmed": enquiries.contactConfirmed,
  "newsletter-confirm": enquiries.newsletterConfirm,
  "newsletter-welcome": enquiries.newsletterWelcome,
  "newsletter-issue": letters.newsletterIssue,
  "enquiry-reply": inbox.enquiryReply,
  "enquiry-offer": inbox.enquiryOffer,
};

/** Declares the names of the mails and their props for `queueMail`. */
type PropsByName = {
  [Name in keyof typeof mails]: (typeof mails)[Name] extends MailTemplate<infer Props> ? Props : never;
};
declare module "#platform/mail/templates.server.ts" {
  interface MailTemplates extends PropsByName {}
}
