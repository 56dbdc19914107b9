/** TABLE OF CONTENTS 4: every kind of mail → the feature that words it. */
import * as sales from "#features/sales/emails.server.tsx";

export const mails = {
  "order-confirmed": sales.orderConfirmed,
  "payment-refunded": sales.paymentRefunded,
};
