import { useTranslate } from "ra-core";
import type { mails } from "../../../src/mails.ts";

type MailKind = keyof typeof mails;

/** Every kind of mail and the key of its name; a new kind is missing here until it has one. */
const keys: Record<MailKind, string> = {
  welcome: "welcome",
  "password-reset": "password_reset",
  "password-changed": "password_changed",
  "email-change": "email_change",
  "email-change-notice": "email_change_notice",
  "account-deleted": "account_deleted",
  "staff-invitation": "staff_invitation",
  "order-confirmed": "order_confirmed",
  "payment-failed": "payment_failed",
  "payment-refunded": "payment_refunded",
  "transfer-requested": "transfer_requested",
  "payment-unclaimed": "payment_unclaimed",
  "course-moved": "course_moved",
  "course-cancelled": "course_cancelled",
  "course-times": "course_times",
  "course-link": "course_link",
  "attendee-place": "attendee_place",
  "attendee-returned": "attendee_returned",
  "demo-received": "demo_received",
  "demo-confirmed": "demo_confirmed",
  "contact-received": "contact_received",
  "contact-confirmed": "contact_confirmed",
  "newsletter-confirm": "newsletter_confirm",
  "newsletter-welcome": "newsletter_welcome",
};

export const mailKinds = Object.keys(keys) as MailKind[];

/** The name of a kind of mail; one of another version as it is. */
export function useMailKind(): (template: string) => string {
  const translate = useTranslate();
  return (template) =>
    Object.hasOwn(keys, template) ? translate(`mails.kinds.${keys[template as MailKind]}`) : template;
}
