/** TABLE OF CONTENTS 4: every kind of mail → the feature that words it. */
import * as enquiries from "#features/enquiries/emails.server.tsx";
import * as attendees from "#features/sales/attendee-emails.server.tsx";
import * as sales from "#features/sales/emails.server.tsx";

export const mails = {
  "order-confirmed": sales.orderConfirmed,
  "payment-refunded": sales.paymentRefunded,
  "attendee-place": attendees.attendeePlace,
  "demo-received": enquiries.demoReceived,
  "demo-confirmed": enquiries.demoConfirmed,
  "contact-received": enquiries.contactReceived,
  "contact-confirmed": enquiries.contactConfirmed,
  "newsletter-confirm": enquiries.newsletterConfirm,
  "newsletter-welcome": enquiries.newsletterWelcome,
};
