/** Payment in the browser. Card data goes to the provider only: never to our API, storage or logs. */
import { cardErrors } from "#features/payments/card-labels.ts";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import type { SentAttendee } from "#features/seats/attendee-form.ts";
import { cardSource, checkCard } from "#features/payments/card-check.ts";
import type { CardInput } from "#features/payments/card.ts";
import type { BillingAddress, Company } from "#features/orders/billing.schema.ts";
import type { Order } from "#features/orders/order.schema.server.ts";
import { isWebAddress, postPayment, type PaymentSource, type ProviderReply } from "#features/payments/post-payment.ts";
import { toOrderItem } from "./order-items.ts";
import type { BegunCheckout } from "./checkout.schema.ts";

/** Sums of an order as decimal strings in SAR. */
export interface Totals {
  sub_total: string;
  tax: string;
  total: string;
}

export interface Purchase {
  userId: string;
  /** At least one run. `name` is in the page's language; `namedLater` seats get their attendees after the purchase. */
  lines: readonly { id: number; qty: number; key?: string | null | undefined; name: string; namedLater?: number }[];
  billing: BillingAddress;
  company: Company | null;
  attendees: SentAttendee[];
  discountCode?: string | null;
  displayedTotals: Totals;
}

/**
 * How an attempt to pay ended. The card was not sent for `fields`, `price`, `code` (the discount code no longer
 * applies) and `refused` (`message` is in the page's language; `contact` says who can help). Nothing was charged for
 * `closed` (the buyer closed Apple's sheet; the seats stay held), `at-bank` (the bank still asks about the card, at
 * `to`), `card-refused` and `not-charged`. `unclear`: nobody knows, but an order can be paid only once, so another
 * attempt is safe.
 */
export type PayOutcome =
  | { kind: "redirect"; to: string }
  | { kind: "fields"; fields: FieldMap; missing: boolean }
  | { kind: "price"; totals: Totals }
  | { kind: "code"; message: string }
  | { kind: "refused"; message: string; contact?: "group" | "help" }
  | { kind: "closed" }
  | { kind: "at-bank"; to: string }
  | { kind: "card-refused"; fields: FieldMap; message: string }
  | { kind: "not-charged" }
  | { kind: "unclear" }
  | { kind: "logged-out" };

export function samePrice(displayed: Totals, begun: Totals): boolean {
  return displayed.sub_total === begun.sub_total && displayed.tax === begun.tax && displayed.total === begun.total;
}

/** Address of the page that shows the outcome of a payment. */
export function returnAddress(begun: Pick<BegunCheckout, "callback_url" | "given_id">, status: string): string {
  const address = new URL(begun.callback_url);
  address.searchParams.set("id", begun.given_id);
  address.searchParams.set("status", status);
  return address.href;
}

type Recorded = ApiResult<{ order: { payment: Pick<Order["payment"], "status"> }; transaction_url: string | null }>;

/** Decides the outcome from what our server recorded (or that it failed) and from the provider's reply. */
export function nextStep(
  recorded: Recorded,
  reply: Exclude<ProviderReply, { kind: "refused" }>,
  begun: BegunCheckout,
): PayOutcome {
  const created = reply.kind === "created" ? reply : null;
  if (recorded.ok) {
    const { status } = recorded.data.order.payment;
    if (status !== "pending") return { kind: "redirect", to: returnAddress(begun, status) };
    const bank = recorded.data.transaction_url ?? created?.transactionUrl ?? null;
    if (isWebAddress(bank)) return { kind: "redirect", to: bank };
    return reply.kind === "unknown"
      ? { kind: "not-charged" }
      : { kind: "redirect", to: returnAddress(begun, created?.status ?? status) };
  }
  // The account or order has changed meanwhile. If the payer still has to confirm at the bank, they must not do so.
  if ([403, 404, 409, 422].includes(recorded.status))
    return created && created.status !== "initiated"
      ? { kind: "unclear" }
      : { kind: "refused", message: recorded.message || m.platform_our_fault() };
  // The bank's page continues; webhook or reconciliation reports the outcome.
  if (created) return { kind: "redirect", to: created.transactionUrl ?? returnAddress(begun, created.status) };
  return recorded.status === 401 ? { kind: "logged-out" } : { kind: "unclear" };
}

/**
 * Converts a refusal of `begin-checkout` to an outcome: the names of address fields lose their `billing.` prefix, and
 * the message about a wrong quantity names its course.
 */
export function checkoutRejected(
  result: { status: number; message: string; fields: FieldMap },
  lines: Purchase["lines"],
): PayOutcome {
  if (result.status === 401) return { kind: "logged-out" };
  const code = result.fields["discount_code"]?.[0];
  if (code !== undefined) return { kind: "code", message: code };
  const formFields = Object.entries(result.fields).filter(([name]) => /^(billing|company|attendees)\./.test(name));
  if (formFields.length > 0)
    return {
      kind: "fields",
      fields: Object.fromEntries(formFields.map(([name, messages]) => [name.replace(/^billing\./, ""), messages])),
      missing: false,
    };
  const [first] = Object.entries(result.fields);
  const line = lines[Number(/^items\.(\d+)\.qty$/.exec(first?.[0] ?? "")?.[1] ?? -1)];
  const message = first?.[1][0] ?? "";
  const refused = {
    kind: "refused",
    message: result.message || (line ? `${isolate(line.name)}: ${message}` : message) || m.platform_our_fault(),
  } as const;
  if (line) return { ...refused, contact: "group" };
  return result.status === 429 ? { ...refused, contact: "help" } : refused;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The `attendees` field of a request; absent without attendees. */
const attendeesField = ({ attendees }: Purchase) => (attendees.length > 0 ? { attendees } : {});

/** Checks the form, and the card unless it is null. Resolves with null when nothing is wrong. Never rejects. */
export async function checkForm(purchase: Purchase, card: CardInput | null): Promise<PayOutcome | null> {
  const { lines, billing, company } = purchase;
  const now = new Date();
  const address = await callApi("/api/validate-billing-address", { ...billing, company, ...attendeesField(purchase) });
  const fields = { ...(address.ok ? {} : address.fields), ...(card && cardErrors(card, now)) };
  if (Object.keys(fields).length > 0)
    return {
      kind: "fields",
      fields,
      missing: card !== null && Object.values(checkCard(card, now)).includes("required"),
    };
  return address.ok ? null : checkoutRejected(address, lines);
}

export type OnBegun = (begun: BegunCheckout) => void;

/**
 * Checks the form and opens the order at the displayed price. Calls `onBegun` with the order and the end of its seat
 * hold. Never rejects.
 */
export async function openOrder(
  purchase: Purchase,
  card: CardInput | null,
  onBegun: OnBegun,
): Promise<BegunCheckout | PayOutcome> {
  const problem = await checkForm(purchase, card);
  if (problem) return problem;
  const { lines, billing, company } = purchase;
  const opened = await callApi("/api/begin-checkout", {
    items: lines.map((line) => ({ ...toOrderItem(line), named_later: line.namedLater })),
    billing,
    company,
    ...attendeesField(purchase),
    ...(purchase.discountCode && { discount_code: purchase.discountCode }),
  });
  if (!opened.ok) return checkoutRejected(opened, lines);
  const begun = opened.data;
  onBegun(begun);
  if (!samePrice(purchase.displayedTotals, begun))
    return { kind: "price", totals: { sub_total: begun.sub_total, tax: begun.tax, total: begun.total } };
  return begun;
}

/**
 * Runs the whole purchase by card. Never rejects. A repeated submit finds the same order and payment, so it cannot
 * charge twice.
 */
export async function pay(purchase: Purchase, card: CardInput, onBegun: OnBegun): Promise<PayOutcome> {
  const opened = await openOrder(purchase, card, onBegun);
  if ("kind" in opened) return opened;
  return payBegun(opened, toPayer(purchase), cardSource(card));
}

interface Payer {
  userId: string;
  /** Run of any line of the order. */
  runId: number;
}

/** The buyer and a run of the order, which our server compares with the order. */
export const toPayer = ({ userId, lines }: Purchase): Payer => ({ userId, runId: lines[0]?.id ?? 0 });

/** Makes our server fetch the payment of an order from the provider and record it. */
const recordPayment = (begun: BegunCheckout, { userId, runId }: Payer, reply?: ProviderReply) =>
  callApi("/api/process-payment", {
    user_id: userId,
    order_id: begun.order_id,
    course_id: runId,
    sub_total: begun.sub_total,
    tax: begun.tax,
    total: begun.total,
    payment_response: {
      id: begun.given_id,
      ...(reply?.kind === "created" && { status: reply.status, source: { transaction_url: reply.transactionUrl } }),
    },
  });

/**
 * Looks for an earlier card payment of an open order, so that Apple Pay does not start a second one. Resolves with
 * where to go when the card has paid, or when the bank still asks about the card; else, or if the server fails, with
 * null. Never rejects.
 */
export async function findEarlierCardOutcome(begun: BegunCheckout, payer: Payer): Promise<PayOutcome | null> {
  const recorded = await recordPayment(begun, payer);
  if (!recorded.ok) return null;
  const { order, transaction_url: bank } = recorded.data;
  if (order.payment.status !== "pending") return { kind: "redirect", to: returnAddress(begun, order.payment.status) };
  return isWebAddress(bank) ? { kind: "at-bank", to: bank } : null;
}

/** The outcome when Apple Pay fails; its message suggests a card. */
export const applePayFailed = (): PayOutcome => ({ kind: "refused", message: m.checkout_apple_pay_failed() });

/**
 * Pays an open order, and waits at most `silenceMs` for the provider's reply. Never rejects. A repeated call repeats
 * the same payment, so it cannot charge twice.
 */
export async function payBegun(
  begun: BegunCheckout,
  payer: Payer,
  source: PaymentSource,
  silenceMs?: number,
): Promise<PayOutcome> {
  const reply = await postPayment(begun, source, silenceMs);
  if (reply.kind === "refused")
    return source.type === "applepay"
      ? applePayFailed()
      : { kind: "card-refused", fields: reply.fields, message: reply.message };
  let recorded = await recordPayment(begun, payer, reply);
  if (!recorded.ok && (recorded.status === 0 || recorded.status >= 429)) {
    await pause(1500);
    recorded = await recordPayment(begun, payer, reply);
  }
  return nextStep(recorded, reply, begun);
}
