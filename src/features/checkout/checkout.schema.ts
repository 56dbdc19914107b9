import type { CardPayment } from "#features/payments/post-payment.ts";

/** What `begin-checkout` returns; the three totals are decimal strings. */
export interface BegunCheckout extends CardPayment {
  sub_total: string;
  tax: string;
  total: string;
  expires_at: string;
}
