import { m } from "#messages";
import type { FieldMap } from "#platform/errors.ts";
import type { cardSource } from "./card-check.ts";
import { cardFields } from "./card.ts";

/** What the provider needs in addition to the source. `amount` is in halalas. */
export interface CardPayment {
  order_id: number;
  amount: number;
  currency: "SAR";
  callback_url: string;
  metadata: { order_id: string; installation_id: string };
  given_id: string;
  publishable_key: string;
  payments_url: string;
}

/** Where the money comes from: a typed card, or the token of Apple's sheet. */
export type PaymentSource =
  | ReturnType<typeof cardSource>
  | { type: "applepay"; token: string; manual: false; save_card: false };

export type ProviderReply =
  | { kind: "created"; status: string; transactionUrl: string | null }
  /**
   * The provider refused and nothing happened. `fields` has messages by card field; `message` is untrusted English
   * text.
   */
  | { kind: "refused"; fields: FieldMap; message: string }
  /** The id is in use, so this request is a repetition. */
  | { kind: "exists" }
  | { kind: "unknown" };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const toText = (value: unknown): string => (typeof value === "string" ? value : "");
export const isWebAddress = (value: unknown): value is string =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Reads messages by card field from any of the provider's formats. The other messages are joined into `message`. */
function readErrors(errors: unknown, message: string): { fields: FieldMap; message: string } {
  if (!isObject(errors)) return { fields: {}, message: [message, toText(errors)].filter(Boolean).join(": ") };
  const fields: FieldMap = {};
  const others: string[] = [];
  for (const [key, value] of Object.entries(errors)) {
    const messages = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
    const name = key.replace(/^source\./, "");
    const field = name === "company" ? "number" : cardFields.find((known) => known === name);
    if (field) fields[field] = [...(fields[field] ?? []), ...messages];
    else others.push(`${key} ${messages.join(", ")}`);
  }
  return { fields, message: [message, ...others].filter(Boolean).join(": ") };
}

/**
 * Reads the response to POST /payments (reference A3–A6). Only a 400 in the format of the provider proves that nothing
 * happened.
 */
export function readProviderReply(status: number, body: unknown, givenId: string): ProviderReply {
  if (!isObject(body)) return { kind: "unknown" };
  if (status === 400 && "errors" in body) {
    if (body["type"] === "used_given_id") return { kind: "exists" };
    return { kind: "refused", ...readErrors(body["errors"], toText(body["message"])) };
  }
  if (status < 200 || status > 299 || body["id"] !== givenId || typeof body["status"] !== "string")
    return { kind: "unknown" };
  const address = isObject(body["source"]) ? body["source"]["transaction_url"] : null;
  return { kind: "created", status: body["status"], transactionUrl: isWebAddress(address) ? address : null };
}

/** Builds what the payment page sends to the provider. A coupon of the card must not change the amount of the order. */
export const toPaymentRequest = (begun: CardPayment, source: PaymentSource) => ({
  given_id: begun.given_id,
  amount: begun.amount,
  currency: begun.currency,
  description: m.common_order_number({ id: begun.order_id }),
  callback_url: begun.callback_url,
  metadata: begun.metadata,
  apply_coupon: false,
  publishable_api_key: begun.publishable_key,
  source,
});

/** Posts to the provider. Rejects on a lost connection, and after `silenceMs` without a response. */
export const postToProvider = (url: string, body: object, silenceMs: number): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    credentials: "omit",
    cache: "no-store",
    signal: AbortSignal.timeout(silenceMs),
    body: JSON.stringify(body),
  });

/**
 * Sends a card payment to the provider. Never rejects: a lost connection, no response within `silenceMs` or a body that
 * is not JSON gives `unknown`.
 */
export async function postPayment(
  begun: CardPayment,
  source: PaymentSource,
  silenceMs = 30_000,
): Promise<ProviderReply> {
  try {
    const response = await postToProvider(begun.payments_url, toPaymentRequest(begun, source), silenceMs);
    const body: unknown = await response.json();
    return readProviderReply(response.status, body, begun.given_id);
  } catch {
    return { kind: "unknown" };
  }
}
