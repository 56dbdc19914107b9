/** TABLE OF CONTENTS 4: every kind of mail → the feature that words it. */
import * as accounts from "#features/accounts/emails.server.tsx";
import * as staff from "#features/staff/emails.server.tsx";
import * as enquiries from "#features/enquiries/emails.server.tsx";
import * as inbox from "#features/inbox/emails.server.tsx";
import * as letters from "#features/newsletter-issues/emails.server.tsx";
import * as attendees from "#features/enrolments/attendee-emails.server.tsx";
import * as profile from "#features/profile/emails.server.tsx";
import * as orders from "#features/notices/emails.server.tsx";
import * as refunds from "#features/notices/refund-emails.server.ts";
import * as letter from "#features/notices/letter-emails.server.ts";
import * as company from "#features/notices/staff-emails.server.ts";
import * as transfers from "#features/transfers/emails.server.ts";
import * as refundApprovals from "#features/refund-approvals/emails.server.ts";
import * as approverNotices from "#features/refund-approvals/notice-emails.server.ts";
import * as finance from "#features/finance/emails.server.ts";
import * as runChanges from "#features/run-changes/emails.server.ts";
import * as roster from "#features/roster/emails.server.tsx";
import * as sessions from "#features/enrolments/session-emails.server.tsx";
import * as runs from "#features/enrolments/run-emails.server.tsx";
import type { MailTemplate } from "#platform/mail/templates.server.ts";

export const mails = {
  welcome: accounts.welcome,
  "password-reset": accounts.passwordReset,
  "password-changed": accounts.passwordChanged,
  "email-change": profile.emailChange,
  "email-change-notice": profile.emailChangeNotice,
  "account-deleted": profile.accountDeleted,
  "staff-invitation": staff.staffInvitation,
  "order-confirmed": orders.orderConfirmed,
  "payment-failed": orders.paymentFailed,
  "payment-refunded": refunds.paymentRefunded,
  "buyer-letter": letter.buyerLetter,
  "transfer-requested": transfers.transferRequested,
  "payment-unclaimed": company.paymentUnclaimed,
  "refund-approval": refundApprovals.refundApproval,
  "refund-decided": refundApprovals.refundDecided,
  "approver-notice": approverNotices.approverNotice,
  "run-cancel-approval": runChanges.runCancelApproval,
  "run-cancel-decided": runChanges.runCancelDecided,
  "month-figures": finance.monthFigures,
  "course-moved": runs.courseMoved,
  "course-cancelled": runs.courseCancelled,
  "course-times": sessions.courseTimes,
  "course-link": sessions.courseLink,
  "attendee-place": attendees.attendeeSeat,
  "attendee-returned": attendees.attendeeSeatCancelled,
  "seat-given-on": roster.seatGivenOn,
  "seat-cancelled": roster.seatCancelled,
  "scfhs-wanted": roster.scfhsWanted,
  "demo-received": enquiries.demoReceived,
  "demo-confirmed": enquiries.demoConfirmed,
  "contact-received": enquiries.contactReceived,
  "contact-confirmed": enquiries.contactConfirmed,
  "newsletter-confirm": enquiries.newsletterConfirm,
  "newsletter-welcome": enquiries.newsletterWelcome,
  "newsletter-issue": letters.newsletterIssue,
  "enquiry-reply": inbox.enquiryReply,
};

/** Types `queueMail`: the name, and the props of that mail. */
type PropsByName = {
  [Name in keyof typeof mails]: (typeof mails)[Name] extends MailTemplate<infer Props> ? Props : never;
};
declare module "#platform/mail/templates.server.ts" {
  interface MailTemplates extends PropsByName {}
}
