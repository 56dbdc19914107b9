/** The card at the provider, from the browser: what is sent, and what its answers mean. */
import { m } from "#messages";
import type { FieldMap } from "#platform/errors.ts";
import { cardFields, cardSource, type CardInput } from "./card.ts";

/** What the provider needs to know besides the card; `amount` in halalas. */
export interface CardPayment {
  order_id: number;
  amount: number;
  currency: "SAR";
  callback_url: string;
  metadata: { order_id: string };
  given_id: string;
  publishable_key: string;
  payments_url: string;
}

/** What the provider's answer to a payment request means. */
export type ProviderReply =
  | { kind: "created"; status: string; transactionUrl: string | null }
  /** Refused before anything happened; `fields` by card field, `message` untrusted text in English. */
  | { kind: "refused"; fields: FieldMap; message: string }
  /** A payment of this id was there already: this request is a repetition. */
  | { kind: "exists" }
  /** Anything may have happened, or nothing. */
  | { kind: "unknown" };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** An address a browser may be sent to. */
export const isWebAddress = (value: unknown): value is string =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Messages by card field from `errors` in any of the provider's shapes; what belongs to no field is joined into the message. */
function readErrors(errors: unknown, message: string): { fields: FieldMap; message: string } {
  if (!isObject(errors)) return { fields: {}, message: [message, text(errors)].filter(Boolean).join(": ") };
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
 * Reads the provider's answer to POST /payments (reference A3–A6): by HTTP status first, then by `type`. Only a 400 in its own
 * shape says that nothing happened; a refused key, a limit, a fault or a page of HTML says nothing.
 */
export function readProviderReply(status: number, body: unknown, givenId: string): ProviderReply {
  if (!isObject(body)) return { kind: "unknown" };
  if (status === 400 && "errors" in body) {
    if (body["type"] === "used_given_id") return { kind: "exists" };
    return { kind: "refused", ...readErrors(body["errors"], text(body["message"])) };
  }
  if (status < 200 || status > 299 || body["id"] !== givenId || typeof body["status"] !== "string")
    return { kind: "unknown" };
  const address = isObject(body["source"]) ? body["source"]["transaction_url"] : null;
  return { kind: "created", status: body["status"], transactionUrl: isWebAddress(address) ? address : null };
}

/** Sends the card to the provider. Never rejects; a cut line, a silence of 30 s or an answer that is no JSON is `unknown`. */
export async function postCard(begun: CardPayment, card: CardInput, silenceMs = 30_000): Promise<ProviderReply> {
  try {
    const response = await fetch(begun.payments_url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.timeout(silenceMs),
      body: JSON.stringify({
        given_id: begun.given_id,
        amount: begun.amount,
        currency: begun.currency,
        description: m.orders_number({ id: begun.order_id }),
        callback_url: begun.callback_url,
        metadata: begun.metadata,
        apply_coupon: false,
        publishable_api_key: begun.publishable_key,
        source: cardSource(card),
      }),
    });
    const body: unknown = await response.json();
    return readProviderReply(response.status, body, begun.given_id);
  } catch {
    return { kind: "unknown" };
  }
}
