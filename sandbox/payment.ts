import type { CardCase, Company } from "./cards.ts";

export type PaymentStatus =
  | "initiated"
  | "paid"
  | "authorized"
  | "captured"
  | "failed"
  | "refunded"
  | "voided"
  | "expired";

export type Metadata = Record<string, string | number | boolean>;

export interface CardSource {
  type: "creditcard" | "applepay";
  company: Company;
  name: string | null;
  /** The masked number; the full one is never stored. */
  number: string;
  gateway_id: string;
  reference_number: string | null;
  token: null;
  message: string | null;
  transaction_url: string | null;
  response_code: string | null;
  authorization_code: string | null;
  issuer_name: string | null;
  issuer_country: string | null;
  issuer_card_type: string | null;
  issuer_card_category: string | null;
}

/** A payment in the API's format. Amounts are in minor units, times in ISO 8601 UTC. */
export interface Payment {
  id: string;
  status: PaymentStatus;
  amount: number;
  fee: number;
  currency: string;
  refunded: number;
  refunded_at: string | null;
  captured: number;
  captured_at: string | null;
  voided_at: string | null;
  description: string | null;
  amount_format: string;
  fee_format: string;
  refunded_format: string;
  captured_format: string;
  invoice_id: null;
  ip: string | null;
  callback_url: string;
  created_at: string;
  updated_at: string;
  metadata: Metadata | null;
  source: CardSource;
}

/** A payment with what the fake provider stores about it: how the bank will answer, but never a full card number. */
export interface Entry {
  payment: Payment;
  /** Id in the addresses of the payment's 3-D Secure pages; null for a payment without 3-D Secure. */
  authId: string | null;
  flow: "challenge" | "frictionless" | "refused";
  verdict: Omit<CardCase, "frictionless">;
  /** The request's `source.manual`: hold the money and charge it on capture. */
  manual: boolean;
  /** UTC milliseconds at which the money was charged, for the void window. */
  chargedAt: number | null;
}

const moves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  initiated: ["paid", "authorized", "failed", "expired"],
  paid: ["refunded", "voided"],
  authorized: ["captured", "voided"],
  captured: ["refunded", "voided"],
  failed: [],
  refunded: ["refunded"],
  voided: [],
  expired: [],
};

export const canMove = (from: PaymentStatus, to: PaymentStatus): boolean => moves[from].includes(to);

/** Minor units charged to the card by a paid or captured payment: the full amount, or the captured part of a hold. */
export const getChargedAmount = (payment: Payment): number =>
  payment.captured_at === null ? payment.amount : payment.captured;
