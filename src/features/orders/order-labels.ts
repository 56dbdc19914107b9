/** Labels and colours: DESIGN §7. */
import { runQuery } from "#features/catalogue/course.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { OrderStatus } from "./order-states.ts";

export interface StatusBadge {
  tone: "success" | "warning" | "danger" | "info" | "muted";
  label: string;
}

type Word = (inputs?: object, options?: { locale?: Locale }) => string;
const badges: Record<OrderStatus, { tone: StatusBadge["tone"]; word: Word }> = {
  pending: { tone: "warning", word: m.orders_status_pending },
  paid: { tone: "success", word: m.orders_status_paid },
  failed: { tone: "danger", word: m.orders_status_failed },
  expired: { tone: "muted", word: m.orders_status_expired },
  refunded: { tone: "info", word: m.orders_status_refunded },
  partially_refunded: { tone: "info", word: m.orders_status_partially_refunded },
};

/** Returns tone and label in the page's language; an unknown status is muted and shown as it is. */
export function statusBadge(status: string): StatusBadge {
  const badge = Object.hasOwn(badges, status) ? badges[status as OrderStatus] : null;
  return badge ? { tone: badge.tone, label: badge.word() } : { tone: "muted", label: status };
}

/** Returns the label of a status in a given language. */
export const statusLabel = (status: OrderStatus, locale: Locale): string => badges[status].word({}, { locale });

/** Describes the discount of a line; a group price has no code. */
export function discountLabel(
  { percent, code }: { percent: number | null; code: string | null },
  language: { locale?: Locale } = {},
): string {
  if (code === null) return m.orders_discount_group({ percent: percent ?? 0 }, language);
  // A code is Latin letters and digits, in either language.
  const facts = { code: `\u2066${code}\u2069`, percent: percent ?? 0 };
  return percent === null ? m.orders_discount_amount(facts, language) : m.orders_discount_percent(facts, language);
}

export const seatCount = (order: { lines: readonly { qty: number }[] }): number =>
  order.lines.reduce((sum, line) => sum + line.qty, 0);

/** Path to pay for the same seats again: the order's cart, the course of a single seat, or else a new cart. */
export function retryAddress(
  order: { id: number; course: { id: number; key: string | null; slug: string }; lines: readonly { qty: number }[] },
  cartOrderId: number | null,
): string {
  if (order.id === cartOrderId) return "/checkout/cart";
  return seatCount(order) > 1
    ? "/cart"
    : `/checkout/${order.course.slug}${runQuery(order.course.id, order.course.key)}`;
}
