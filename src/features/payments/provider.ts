/**
 * The contract of a card provider. Adapters: payments/<name>.server.ts; the fake provider of the sandbox speaks the
 * same HTTP.
 */

/** `initiated`: the payer is not done yet; it may stay so for ever. `authorized` never happens to us: we do not ask for holds. */
export type ProviderStatus = "initiated" | "paid" | "failed" | "refunded" | "voided" | "authorized" | "other";

/** A payment as the provider knows it; nothing of it comes from the browser. */
export interface ProviderPayment {
  id: string;
  status: ProviderStatus;
  /** Charged or to be charged, integer minor units (halalas for SAR). */
  amountHalalas: number;
  currency: string;
  /** Sum of all refunds; decide from this number, not from the status. */
  refundedHalalas: number;
  /** What we wrote on the payment when we asked for it. */
  orderId: string | null;
  /** The bank's words: untrusted text, for display only. */
  message: string | null;
  /** Where the payer confirms (3-D Secure); only while `initiated`. */
  transactionUrl: string | null;
  cardScheme: string | null;
  cardMasked: string | null;
  /** When it was made, by the provider's clock; null when it does not say. */
  createdAt: Date | null;
}

export interface PaymentProvider {
  /** The payment as of now, or null when the provider has none of that id. Throws ProviderUnavailable. */
  fetchPayment(id: string): Promise<ProviderPayment | null>;
  /** Payments made since then, newest first, page by page from 1; `nextPage` is null on the last one. Throws ProviderUnavailable. */
  listPayments(since: Date, page: number): Promise<{ payments: ProviderPayment[]; nextPage: number | null }>;
  /** Paid payments that changed since then, also those made long before; pages as of `listPayments`. Throws ProviderUnavailable. */
  listPaid(since: Date, page: number): Promise<{ payments: ProviderPayment[]; nextPage: number | null }>;
  /**
   * Refunds `amountHalalas` of a paid payment. Not idempotent at the provider: fetch and compare `refundedHalalas`
   * before every try. Throws ProviderUnavailable (outcome unknown), ProviderRefused (nothing happened).
   */
  refundPayment(id: string, amountHalalas: number): Promise<ProviderPayment>;
  /** Whether a webhook body is the provider's, compared in constant time, and what it is about. */
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

/** Whether an id can be one of our payments: those are UUIDs, and so are the provider's own. */
export const isPaymentId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** No answer we can use: the truth is unknown and has to be asked for again. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}
/** The provider said no, and nothing happened. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}
