import { textNamed } from "../messages.ts";
import type { MailKind } from "./mail-types.ts";

/** Every kind of mail; a new one has its name in `staff_mails_kinds_…` of both languages. */
const kinds: Record<MailKind, true> = {
  welcome: true,
  "password-reset": true,
  "password-changed": true,
  "email-change": true,
  "email-change-notice": true,
  "account-deleted": true,
  "staff-invitation": true,
  "order-confirmed": true,
  "payment-failed": true,
  "payment-refunded": true,
  "transfer-requested": true,
  "payment-unclaimed": true,
  "course-moved": true,
  "course-cancelled": true,
  "course-times": true,
  "course-link": true,
  "attendee-place": true,
  "seat-link": true,
  "attendee-returned": true,
  "demo-received": true,
  "demo-confirmed": true,
  "contact-received": true,
  "contact-confirmed": true,
  "newsletter-confirm": true,
  "newsletter-welcome": true,
  "newsletter-issue": true,
  "enquiry-reply": true,
  "buyer-letter": true,
  "refund-approval": true,
  "refund-decided": true,
  "approver-notice": true,
  "run-cancel-approval": true,
  "run-cancel-decided": true,
  "month-figures": true,
  "scfhs-wanted": true,
  "certificate-issued": true,
  "certificate-reissued": true,
  "certificate-revoked": true,
  "seat-cancelled": true,
  "seat-given-on": true,
  "waiting-offer": true,
  "waiting-news": true,
  "reminder-week": true,
  "reminder-day": true,
  "feedback-request": true,
};

export const mailKinds = Object.keys(kinds) as MailKind[];

/** The name of a kind of mail; one of another version as it is called. */
export const mailKind = (template: string): string => textNamed(`staff_mails_kinds_${template}`) ?? template;
