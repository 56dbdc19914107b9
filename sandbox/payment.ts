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
  /** Masked, never whole. */
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

/** The payment as the API answers it. Amounts in minor units, instants ISO 8601 UTC. */
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

/** What the fake provider stores beside the payment: never a card number, only what the bank will answer. */
export interface Entry {
  payment: Payment;
  /** Id of the 3-D Secure chain, null when the payment never had one. */
  authId: string | null;
  flow: "challenge" | "frictionless" | "refused";
  verdict: Omit<CardCase, "frictionless">;
  /** `source.manual`: hold the money, charge it on capture. */
  manual: boolean;
  /** When the money was taken, for the void window; UTC milliseconds. */
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

/** Minor units taken from the card so far: all of it when paid, the captured part of a hold. */
export const charged = (payment: Payment): number => (payment.captured_at === null ? payment.amount : payment.captured);
