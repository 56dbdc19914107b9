import type { CardPayment } from "#features/payments/post-card.ts";

/** What `begin-checkout` gives the browser to pay with; the three totals as decimal strings. */
export interface BegunCheckout extends CardPayment {
  sub_total: string;
  tax: string;
  total: string;
  expires_at: string;
}
