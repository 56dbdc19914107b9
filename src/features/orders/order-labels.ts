/** Labels, colours (DESIGN §7) and paths of orders. */
import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { Order } from "./order.schema.server.ts";
import type { OrderStatus } from "./order-states.ts";

export interface StatusBadge {
  tone: "success" | "warning" | "danger" | "info" | "muted";
  label: string;
}

type LabelMessage = (inputs?: object, options?: { locale?: Locale }) => string;
const badges: Record<OrderStatus, { tone: StatusBadge["tone"]; getLabel: LabelMessage }> = {
  pending: { tone: "warning", getLabel: m.orders_status_pending },
  paid: { tone: "success", getLabel: m.orders_status_paid },
  failed: { tone: "danger", getLabel: m.orders_status_failed },
  expired: { tone: "muted", getLabel: m.orders_status_expired },
  refunded: { tone: "info", getLabel: m.orders_status_refunded },
  partially_refunded: { tone: "info", getLabel: m.orders_status_partially_refunded },
};

/** Returns tone and label in the page's language; an unknown status is muted and shown as it is. */
export function statusBadge(status: string): StatusBadge {
  const badge = Object.hasOwn(badges, status) ? badges[status as OrderStatus] : null;
  return badge ? { tone: badge.tone, label: badge.getLabel() } : { tone: "muted", label: status };
}

/** Returns the label of a status in a given language. */
export const statusLabel = (status: OrderStatus, locale: Locale): string => badges[status].getLabel({}, { locale });

/** Describes the discount of a line. A group price has no code; a difference from rounding has no percentage either. */
export function discountLabel(
  { percent, code }: { percent: number | null; code: string | null },
  language: { locale?: Locale } = {},
): string {
  if (code === null)
    return percent === null ? m.orders_discount_rounding({}, language) : m.orders_discount_group({ percent }, language);
  // A code is Latin letters and digits, in either language.
  const facts = { code: `\u2066${code}\u2069`, percent: percent ?? 0 };
  return percent === null ? m.orders_discount_amount(facts, language) : m.orders_discount_percent(facts, language);
}

export const seatCount = (order: { lines: readonly { qty: number }[] }): number =>
  order.lines.reduce((sum, line) => sum + line.qty, 0);

type OrderedCourse = Pick<Order["course"], "id" | "visibility" | "key" | "slug">;

/**
 * Path to pay for the same seats again: the cart if it is still this order's; checkout for a single seat, and for a run
 * for a company, which is never in a cart; otherwise a new cart.
 */
export function retryAddress(
  order: { id: number; course: OrderedCourse; lines: readonly { qty: number }[] },
  cartOrderId: number | null,
): string {
  const { id, visibility, key, slug } = order.course;
  if (order.id === cartOrderId) return "/checkout/cart";
  return seatCount(order) > 1 && visibility !== "company" ? "/cart" : `/checkout/${slug}${runQuery(id, key)}`;
}

/** Path to other dates. A private run leads to all courses, because its course may have no public page. */
export const otherDatesAddress = ({ visibility, slug }: OrderedCourse): string =>
  visibility === "public" ? `/courses/${slug}` : "/courses";
