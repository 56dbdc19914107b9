/** The contract of a card provider; the sandbox's fake provider speaks the same HTTP. */

/** `initiated` may last for ever; `authorized` does not occur, because we request no holds. */
export type ProviderStatus = "initiated" | "paid" | "failed" | "refunded" | "voided" | "authorized" | "other";

/** As the provider reports it; nothing comes from the browser. */
export interface ProviderPayment {
  id: string;
  status: ProviderStatus;
  /** Charged or to be charged, integer minor units (halalas for SAR). */
  amountHalalas: number;
  currency: string;
  /** Sum of all refunds; decide from this number, not from the status. */
  refundedHalalas: number;
  /** The provider's fee, its VAT included, as it estimates it; null when not reported. */
  feeHalalas: number | null;
  orderId: string | null;
  /** Of the installation that began it; null when its metadata names none. */
  installationId: string | null;
  /** The bank's untrusted text, for display only. */
  message: string | null;
  /** 3-D Secure page; only while `initiated`. */
  transactionUrl: string | null;
  cardScheme: string | null;
  cardMasked: string | null;
  /** By the provider's clock; null when not reported. */
  createdAt: Date | null;
}

export interface PaymentProvider {
  /** Null when the provider has no such payment. Throws ProviderUnavailable. */
  fetchPayment(id: string): Promise<ProviderPayment | null>;
  /**
   * Payments made since then and before `until`, newest first, pages from 1; the last has no `nextPage`. Throws
   * ProviderUnavailable.
   */
  listPayments(
    since: Date,
    page: number,
    until?: Date,
  ): Promise<{ payments: ProviderPayment[]; nextPage: number | null }>;
  /** Paid payments changed since then, however old; pages as in `listPayments`. Throws ProviderUnavailable. */
  listPaid(since: Date, page: number): Promise<{ payments: ProviderPayment[]; nextPage: number | null }>;
  /**
   * Not idempotent: fetch and compare `refundedHalalas` before every try. Throws ProviderUnavailable (outcome unknown),
   * ProviderRefused (nothing happened).
   */
  refundPayment(id: string, amountHalalas: number): Promise<ProviderPayment>;
  /** Whether a webhook body is genuine, compared in constant time, and what it reports. */
  readWebhook(
    body: WebhookBody,
  ): { genuine: false } | { genuine: true; id: string; type: string; paymentId: string; rightMode: boolean };
}

export interface WebhookBody {
  id: string;
  type: string;
  secret_token: string;
  live: boolean;
  data: { id: string };
}

/** Our ids are UUIDs, and so are the provider's own. */
export const isPaymentId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** No usable response: the outcome is unknown and must be fetched again. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}
/** The provider refused, and nothing happened. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}
