import { randomInt, randomUUID } from "node:crypto";
import type { Box } from "./box.ts";
import { findCardCase, findAmountCase, maskApplePayNumber, maskNumber, type CardCase } from "./cards.ts";
import { ApiError, invalidFields, notFound, refused, usedGivenId, type FieldErrors } from "./errors.ts";
import { formatApiAmount, estimateFee } from "./money.ts";
import { canMove, getChargedAmount, type Entry, type Metadata, type Payment, type PaymentStatus } from "./payment.ts";
import type { Settings } from "./settings.ts";
import { minorUnits, type CreateInput, type Json } from "./validate.ts";

export const authResults = [
  "AUTHENTICATED",
  "UNAUTHENTICATED",
  "CANCELLED_AUTHENTICATION",
  "AUTHENTICATION_NOT_AVAILABLE",
  "AUTHENTICATION_REJECTED",
  "AUTHENTICATION_SERVER_ERROR",
] as const;
export type AuthResult = (typeof authResults)[number];
export const isAuthResult = (value: unknown): value is AuthResult =>
  (authResults as readonly unknown[]).includes(value);

const authMessages: Record<Exclude<AuthResult, "AUTHENTICATED">, string> = {
  UNAUTHENTICATED: "3DS: the cardholder could not be authenticated.",
  CANCELLED_AUTHENTICATION: "3DS: the authentication was cancelled by the cardholder.",
  AUTHENTICATION_NOT_AVAILABLE:
    "The authentication is unavailable, please try again later or contact issuer bank if problem persisted.",
  AUTHENTICATION_REJECTED: "The authentication attempt was rejected by the issuer bank.",
  AUTHENTICATION_SERVER_ERROR: "3DS service error occurred.",
};

const toIsoTime = (ms: number): string => new Date(ms).toISOString();

/**
 * Creates a payment. Without 3-D Secure it ends immediately, else it is `initiated` with a `transaction_url` under
 * `origin`. Throws ApiError (used_given_id) when the given id exists.
 */
export function createPayment(box: Box, input: CreateInput, origin: string, ip: string | null): Entry {
  const { settings, store } = box;
  if (input.parseId !== null && store.get(input.parseId)) throw usedGivenId();
  const isApplePay = input.type === "applepay";
  const publishedCase = isApplePay ? findAmountCase(input.amount) : findCardCase(input.number);
  const verdict: CardCase =
    publishedCase ?? getUnlistedCase(isApplePay ? settings.unlistedAmount : settings.unlistedCard);
  const endsImmediately =
    !input.threeDs ||
    (publishedCase === null && verdict.kind !== "approved") ||
    (verdict.kind !== "approved" && settings.declines === "before_3ds");
  const authId = endsImmediately ? null : randomUUID();
  const now = toIsoTime(box.now());
  const amount = input.applyCoupon
    ? input.amount - Math.floor((input.amount * settings.couponPercent) / 100)
    : input.amount;
  const zero = formatApiAmount(0, input.currency);
  const payment: Payment = {
    id: input.parseId ?? randomUUID(),
    status: "initiated",
    amount,
    fee: 0,
    currency: input.currency,
    refunded: 0,
    refunded_at: null,
    captured: 0,
    captured_at: null,
    voided_at: null,
    description: input.description,
    amount_format: formatApiAmount(amount, input.currency),
    fee_format: zero,
    refunded_format: zero,
    captured_format: zero,
    invoice_id: null,
    ip,
    callback_url: input.callbackUrl,
    created_at: now,
    updated_at: now,
    metadata: input.metadata,
    source: {
      type: input.type,
      company: input.company,
      name: input.name,
      number: isApplePay ? maskApplePayNumber(input.number, settings) : maskNumber(input.number),
      gateway_id: `moyasar_${isApplePay ? "ap" : "cc"}_${randomUUID().replaceAll("-", "").slice(0, 22)}`,
      reference_number: null,
      token: null,
      message: null,
      transaction_url: authId === null ? null : `${origin}/v1/card_auth/${authId}/prepare`,
      response_code: null,
      authorization_code: null,
      issuer_name: null,
      issuer_country: null,
      issuer_card_type: null,
      issuer_card_category: null,
    },
  };
  const { kind, message, code } = verdict;
  const flow = kind === "three_ds_failure" ? "refused" : verdict.frictionless ? "frictionless" : "challenge";
  const entry: Entry = {
    payment,
    authId,
    flow,
    verdict: { kind, message, code },
    manual: input.manual,
    chargedAt: null,
  };
  if (endsImmediately) settle(box, entry, "AUTHENTICATED");
  else store.save(entry);
  return entry;
}

function getUnlistedCase(outcome: Settings["unlistedCard"]): CardCase {
  return outcome === "succeeds"
    ? { kind: "approved", frictionless: false, message: "APPROVED", code: "00" }
    : { kind: "declined", frictionless: false, message: "UNSPECIFIED FAILURE", code: "99" };
}

/**
 * Ends an `initiated` payment with the payer's result and the bank's verdict; does nothing to a payment that already
 * ended.
 */
export function settle(box: Box, entry: Entry, result: AuthResult): void {
  const { payment, verdict } = entry;
  if (payment.status !== "initiated") return;
  const { source } = payment;
  source.transaction_url = null;
  if (result !== "AUTHENTICATED") {
    source.message = authMessages[result];
    return move(box, entry, "failed");
  }
  source.message = verdict.message;
  source.response_code = verdict.code;
  if (verdict.code !== null) {
    source.reference_number = String(randomInt(1e11, 1e12));
    source.issuer_name = "SANDBOX BANK";
    source.issuer_country = "SA";
    source.issuer_card_type = source.company === "mada" ? "debit" : "credit";
  }
  if (verdict.kind !== "approved") return move(box, entry, "failed");
  source.authorization_code = String(randomInt(1e5, 1e6));
  payment.fee = Math.min(estimateFee(payment.amount), payment.amount);
  payment.fee_format = formatApiAmount(payment.fee, payment.currency);
  if (!entry.manual) entry.chargedAt = box.now();
  move(box, entry, entry.manual ? "authorized" : "paid");
}

/**
 * Refunds `amount` in minor units, or by default all that is left. Throws ApiError 400 when the payment's state or the
 * amount does not allow it.
 */
export function refundPayment(box: Box, entry: Entry, body: Json): void {
  const { payment } = entry;
  const { settings } = box;
  const refundable = getChargedAmount(payment) - payment.refunded;
  const isSecondRefund = payment.refunded > 0;
  if (!canMove(payment.status, "refunded") || refundable === 0)
    throw refused(`Payment cannot be refunded from status ${payment.status}.`);
  if (isSecondRefund && settings.secondPartialRefund === "refused") throw refused("Payment has already been refunded.");
  const amount = readOptionalAmount(box, body, refundable);
  payment.refunded += amount;
  payment.refunded_at = toIsoTime(box.now());
  payment.refunded_format = formatApiAmount(payment.refunded, payment.currency);
  const isPartial = payment.refunded < getChargedAmount(payment);
  move(box, entry, isPartial && settings.partialRefundStatus === "unchanged" ? payment.status : "refunded", "refunded");
}

/**
 * Charges a hold: `amount` in minor units, or by default all of it. A partial capture releases the rest. Throws
 * ApiError 400 when the payment's state or the amount does not allow it.
 */
export function capturePayment(box: Box, entry: Entry, body: Json): void {
  const { payment } = entry;
  if (!canMove(payment.status, "captured")) throw refused(`Payment cannot be captured from status ${payment.status}.`);
  payment.captured = readOptionalAmount(box, body, payment.amount);
  payment.captured_at = toIsoTime(box.now());
  payment.captured_format = formatApiAmount(payment.captured, payment.currency);
  entry.chargedAt = box.now();
  move(box, entry, "captured");
}

/**
 * Cancels a hold at any time, or a charge within the void window while nothing of it is refunded. Throws ApiError 400
 * otherwise.
 */
export function voidPayment(box: Box, entry: Entry): void {
  const { payment } = entry;
  if (!canMove(payment.status, "voided") || payment.refunded > 0)
    throw refused(`Payment cannot be voided from status ${payment.status}.`);
  const isTooLate = entry.chargedAt !== null && box.now() - entry.chargedAt > box.settings.voidWindowMinutes * 60_000;
  if (isTooLate) throw refused("Payment can no longer be voided, refund it instead.");
  payment.voided_at = toIsoTime(box.now());
  move(box, entry, "voided");
}

/** Changes the merchant's description and metadata of a payment, and removes the metadata keys in `cleared`. */
export function annotatePayment(
  box: Box,
  entry: Entry,
  description: string | null | undefined,
  metadata: Metadata | null,
  cleared: string[],
): void {
  const { payment } = entry;
  if (description !== undefined) payment.description = description;
  if (metadata !== null) {
    const merged = { ...payment.metadata, ...metadata };
    for (const key of cleared) delete merged[key];
    payment.metadata = Object.keys(merged).length > 0 ? merged : null;
  }
  payment.updated_at = toIsoTime(box.now());
  box.store.save(entry);
}

/** The entry of a payment id. Throws ApiError 404. */
export function findPayment(box: Box, id: string): Entry {
  const entry = box.store.get(id.toLowerCase());
  if (!entry) throw notFound(box.settings);
  return entry;
}

function readOptionalAmount(box: Box, body: Json, max: number): number {
  if (body["amount"] === undefined || body["amount"] === null) return max;
  const errors: FieldErrors = {};
  const amount = minorUnits(body["amount"], 1, errors);
  if (amount > max) errors["amount"] = [`The value must be less than or equal to ${max}.`];
  if (errors["amount"]) throw invalidFields(box.settings, errors);
  return amount;
}

function move(box: Box, entry: Entry, to: PaymentStatus, event: PaymentStatus = to): void {
  const { payment } = entry;
  if (payment.status !== to && !canMove(payment.status, to))
    throw new ApiError(500, "api_error", `No way from ${payment.status} to ${to}.`);
  payment.status = to;
  payment.updated_at = toIsoTime(box.now());
  box.store.save(entry);
  box.webhooks.emit(`payment_${event}`, payment);
}
