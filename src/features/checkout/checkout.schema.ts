import type { CardPayment } from "#features/payments/post-card.ts";

/** What `begin-checkout` returns; the three totals are decimal strings. */
export interface BegunCheckout extends CardPayment {
  sub_total: string;
  tax: string;
  total: string;
  expires_at: string;
}
