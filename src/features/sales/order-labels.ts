/** Labels and colours of order states (DESIGN §7). */
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { OrderStatus } from "./order-states.ts";
import type { SaleRefusal } from "./payment-rules.ts";

export interface StatusBadge {
  tone: "success" | "warning" | "danger" | "info" | "muted";
  label: string;
}

const badges: Record<OrderStatus, { tone: StatusBadge["tone"]; word: () => string }> = {
  pending: { tone: "warning", word: m.sales_status_pending },
  paid: { tone: "success", word: m.sales_status_paid },
  failed: { tone: "danger", word: m.sales_status_failed },
  expired: { tone: "muted", word: m.sales_status_expired },
  refunded: { tone: "info", word: m.sales_status_refunded },
  partially_refunded: { tone: "info", word: m.sales_status_partially_refunded },
};

/** Tone and label of a status in the page's language; an unknown one is muted and shown as it is. */
export function statusBadge(status: string): StatusBadge {
  const look = Object.hasOwn(badges, status) ? badges[status as OrderStatus] : null;
  return look ? { tone: look.tone, label: look.word() } : { tone: "muted", label: status };
}

const refusalMessages: Record<SaleRefusal | "mismatch" | "unknown-order", typeof m.sales_why_sold_out> = {
  "run-cancelled": m.sales_why_run_cancelled,
  "already-registered": m.sales_why_already_registered,
  "run-ended": m.sales_why_run_ended,
  "run-closed": m.sales_why_run_closed,
  "paid-too-late": m.sales_why_paid_too_late,
  "price-changed": m.sales_why_price_changed,
  "sold-out": m.sales_why_sold_out,
  mismatch: m.sales_why_mismatch,
  "unknown-order": m.sales_why_unknown_order,
};

/** Why a payment bought nothing, in a sentence; null for other reasons. `locale`: the page's without it. */
export function refusalMessage(reason: string | null, locale?: Locale): string | null {
  return reason && Object.hasOwn(refusalMessages, reason)
    ? refusalMessages[reason as SaleRefusal]({}, locale ? { locale } : {})
    : null;
}

/** The last four digits of a masked number such as `4111-11XX-XXXX-1111`; null when it has none. */
export function cardEnding(masked: string | null): string | null {
  return /(\d{4})$/.exec(masked ?? "")?.[1] ?? null;
}

/** Seats of all lines. */
export const seatCount = (order: { lines: readonly { qty: number }[] }): number =>
  order.lines.reduce((sum, line) => sum + line.qty, 0);

/** Where a buyer tries to pay for the same again: the cart when the order came from it, the course of a single seat, else the cart to be filled anew. */
export function retryAddress(
  order: { id: number; course: { id: number; slug: string }; lines: readonly { qty: number }[] },
  cartOrderId: number | null,
): string {
  if (order.id === cartOrderId) return "/checkout/cart";
  return seatCount(order) > 1 ? "/cart" : `/checkout/${order.course.slug}?run=${order.course.id}`;
}
