/** The contract of a card provider; the sandbox's fake provider speaks the same HTTP. */

/** A payment may stay `initiated` for ever. `authorized` does not occur, because we never reserve amounts. */
export type ProviderStatus = "initiated" | "paid" | "failed" | "refunded" | "voided" | "authorized" | "other";

/** A payment as the provider reports it. The browser supplies none of these values. */
export interface ProviderPayment {
  id: string;
  status: ProviderStatus;
  /** Amount charged or to be charged, in integer minor units (halalas for SAR). */
  amountHalalas: number;
  currency: string;
  /** Sum of all refunds. Decide from this amount, not from the status. */
  refundedHalalas: number;
  /** The provider's estimate of its fee, VAT included; null when not reported. */
  feeHalalas: number | null;
  orderId: string | null;
  /** Id of the installation that began it; null when its metadata has none. */
  installationId: string | null;
  /** The bank's untrusted text, for display only. */
  message: string | null;
  /** 3-D Secure page; only while `initiated`. */
  transactionUrl: string | null;
  /** `applepay mada` for a mada card in Apple Pay. */
  cardScheme: string | null;
  cardMasked: string | null;
  /** By the provider's clock; null when not reported. */
  createdAt: Date | null;
  /** When a paid payment without a refund was paid. */
  updatedAt: Date | null;
}

export interface PaymentProvider {
  /** Fetches a payment; null when the provider does not know it. Throws ProviderUnavailable. */
  fetchPayment(id: string): Promise<ProviderPayment | null>;
  /**
   * Lists payments made since `since` and before `until`, newest first. Pages count from 1; the last one has no
   * `nextPage`. Throws ProviderUnavailable.
   */
  listPayments(
    since: Date,
    page: number,
    until?: Date,
  ): Promise<{ payments: ProviderPayment[]; nextPage: number | null }>;
  /**
   * Lists paid payments of any age that changed since `since`, in pages like `listPayments`. Throws
   * ProviderUnavailable.
   */
  listPaid(since: Date, page: number): Promise<{ payments: ProviderPayment[]; nextPage: number | null }>;
  /**
   * Refunds an amount. Not idempotent: fetch and compare `refundedHalalas` before every attempt. Throws
   * ProviderUnavailable (outcome unknown), ProviderRefused (nothing happened).
   */
  refundPayment(id: string, amountHalalas: number): Promise<ProviderPayment>;
  /** Reads a webhook and checks in constant time that it is genuine. */
  readWebhook(
    body: WebhookBody,
  ): { isGenuine: false } | { isGenuine: true; id: string; type: string; paymentId: string; isOurMode: boolean };
}

export interface WebhookBody {
  id: string;
  type: string;
  secret_token: string;
  live: boolean;
  data: { id: string };
}

/** Our ids are UUIDs, like the provider's own. */
export const isPaymentId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** There was no usable response. The outcome is unknown: fetch the payment again. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}
/** The provider refused, and nothing happened. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}
