/** Cart rules without I/O (S-01 to S-03, docs/pricing.md). Amounts are decimal strings; prices exclude VAT. */
import { seatState, type CourseSummary } from "#features/catalogue/course.ts";
import type { SessionTimes } from "#i18n/session-times.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { maxLines, maxQty, priceOrder } from "#features/orders/pricing.ts";

export interface CartDetails extends Pick<
  CourseSummary,
  | "slug"
  | "name_eng"
  | "name_ar"
  | "image"
  | "amount"
  | "start_date"
  | "end_date"
  | "started"
  | "seats_left"
  | "seats_held"
> {
  /** Null in a cart stored before this field existed. */
  days: number | null;
  /** Empty in such a cart, and while times are not confirmed. */
  sessions: SessionTimes[];
  /** Null in such a cart, and without a group price. */
  group_from_seats: number | null;
  /** Of a private run, else null. */
  key: string | null;
}

export const toCartDetails = ({
  slug,
  name_eng,
  name_ar,
  image,
  amount,
  start_date,
  end_date,
  days,
  sessions,
  started,
  seats_left,
  seats_held,
  group_from_seats,
  key,
}: CartDetails): CartDetails => ({
  slug,
  name_eng,
  name_ar,
  image,
  amount,
  start_date,
  end_date,
  days,
  sessions,
  started,
  seats_left,
  seats_held,
  group_from_seats,
  key,
});

export interface CartItem {
  /** The run's id. */
  id: number;
  qty: number;
  details: CartDetails;
}

/** The specification's names. A sold-out course stays in the cart but counts in no sum. */
export interface CartState {
  cart_items: CartItem[];
  cart_total_items: number;
  cart_sub_total: string;
  cart_tax: string;
  cart_total_amount: string;
  tax_percent: number;
  /** Items of an unpaid order, removed from the cart once it is paid. */
  paying: { order_id: number; items: { id: number; qty: number }[] } | null;
}

const isBuyable = ({ details }: CartItem) => details.seats_left > 0;
const unitHalalas = ({ details }: CartItem) => halalasFromDecimal(details.amount) ?? 0;

/** Returns the state with all sums recomputed. */
export function counted(state: Pick<CartState, "cart_items" | "tax_percent" | "paying">): CartState {
  const { cart_items, tax_percent, paying } = state;
  const totals = priceOrder(
    cart_items.filter(isBuyable).map((item) => ({ qty: item.qty, unitPriceHalalas: unitHalalas(item) })),
    tax_percent,
  );
  return {
    cart_items,
    cart_total_items: cart_items.reduce((sum, item) => sum + item.qty, 0),
    cart_sub_total: decimalFromHalalas(totals.subTotalHalalas),
    cart_tax: decimalFromHalalas(totals.taxHalalas),
    cart_total_amount: decimalFromHalalas(totals.totalHalalas),
    tax_percent,
    paying,
  };
}

export const emptyCart: CartState = counted({ cart_items: [], tax_percent: 15, paying: null });

export const availableSeats = (item: CartItem) => Math.min(maxQty, Math.max(0, item.details.seats_left));

/** Returns why the item cannot be bought now; null when it can. */
export function getUnavailableReason({ details }: CartItem): "held" | "sold-out" | null {
  const state = seatState(details);
  return state === "open" ? null : state;
}

export const buyableItems = (state: CartState) => state.cart_items.filter(isBuyable);

export const lineSubtotal = (item: CartItem) => decimalFromHalalas(unitHalalas(item) * item.qty);

/** Sets an item's quantity: 0 or less removes it; more than available changes nothing. */
export function setQuantity(state: CartState, id: number, qty: number): CartState {
  if (qty <= 0) return removeItem(state, id);
  const existing = state.cart_items.find((item) => item.id === id);
  if (!existing || !Number.isInteger(qty) || qty > availableSeats(existing) || qty === existing.qty) return state;
  return counted({ ...state, cart_items: state.cart_items.map((item) => (item.id === id ? { ...item, qty } : item)) });
}

export function removeItem(state: CartState, id: number): CartState {
  return counted({ ...state, cart_items: state.cart_items.filter((item) => item.id !== id) });
}

/** `too-many-courses`: the limit of courses per order is reached. */
export type Added = "added" | "no-seats" | "too-many-courses";

/** Adds one seat; `details` replace the stored ones. */
export function addSeat(state: CartState, id: number, details: CartDetails): { state: CartState; added: Added } {
  const existing = state.cart_items.find((item) => item.id === id);
  const item: CartItem = { id, qty: (existing?.qty ?? 0) + 1, details };
  if (item.qty > availableSeats(item)) return { state, added: "no-seats" };
  if (!existing && state.cart_items.length >= maxLines) return { state, added: "too-many-courses" };
  const cart_items = existing
    ? state.cart_items.map((other) => (other.id === id ? item : other))
    : [...state.cart_items, item];
  return { state: counted({ ...state, cart_items }), added: "added" };
}

export const withTax = (state: CartState, percent: number): CartState =>
  percent === state.tax_percent ? state : counted({ ...state, tax_percent: percent });

export function markAsPaying(state: CartState, orderId: number): CartState {
  return { ...state, paying: { order_id: orderId, items: buyableItems(state).map(({ id, qty }) => ({ id, qty })) } };
}

/** Removes what a paid order has bought, seat for seat; any other order changes nothing. */
export function withoutPaid(
  state: CartState,
  orders: readonly { id: number; payment: { status: string } }[],
): CartState {
  const { paying } = state;
  const order = paying && orders.find(({ id }) => id === paying.order_id);
  if (!order || (order.payment.status !== "paid" && order.payment.status !== "partially_refunded")) return state;
  const cart_items = state.cart_items.flatMap((item) => {
    const left = item.qty - (paying.items.find(({ id }) => id === item.id)?.qty ?? 0);
    return left > 0 ? [{ ...item, qty: left }] : [];
  });
  return counted({ ...state, cart_items, paying: null });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";

const isInstant = (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value));
const readSessions = (value: unknown): SessionTimes[] =>
  Array.isArray(value) &&
  value.every((one) => isObject(one) && isInstant(one["starts_at"]) && isInstant(one["ends_at"]))
    ? (value as SessionTimes[])
    : [];

function readItem(value: unknown): CartItem[] {
  if (!isObject(value) || !isObject(value["details"])) return [];
  const { id, qty, details } = value as { id: unknown; qty: unknown; details: Record<string, unknown> };
  const { slug, name_eng, name_ar, image, amount, start_date, end_date, seats_left } = details;
  const { days, sessions, started, seats_held, group_from_seats: from, key } = details; // absent in a cart of an earlier version, until it is checked
  if (
    !Number.isInteger(id) ||
    !Number.isInteger(qty) ||
    Number(qty) < 1 ||
    Number(qty) > maxQty ||
    !Number.isInteger(seats_left)
  )
    return [];
  if (
    !isText(slug) ||
    !isText(name_eng) ||
    !isText(image) ||
    !isText(amount) ||
    halalasFromDecimal(amount) === null ||
    !isText(start_date) ||
    !isText(end_date)
  )
    return [];
  const name = { slug, name_eng, name_ar: isText(name_ar) ? name_ar : null, image, amount };
  const dates = {
    start_date,
    end_date,
    days: Number.isInteger(days) ? Number(days) : null,
    sessions: readSessions(sessions),
    started: started === true,
  };
  const seats = { seats_left: Number(seats_left), seats_held: Number.isInteger(seats_held) ? Number(seats_held) : 0 };
  const rest = { group_from_seats: Number.isInteger(from) ? Number(from) : null, key: isText(key) ? key : null };
  return [{ id: Number(id), qty: Number(qty), details: { ...name, ...dates, ...seats, ...rest } }];
}

/** Parses the stored cart: drops damaged items and recomputes all sums. Never throws. */
export function parseCart(text: string | null): CartState {
  if (text === null) return emptyCart;
  try {
    const stored: unknown = JSON.parse(text);
    if (!isObject(stored) || !Array.isArray(stored["cart_items"])) return emptyCart;
    const items = (stored["cart_items"] as unknown[])
      .flatMap(readItem)
      .filter((item, at, all) => all.findIndex(({ id }) => id === item.id) === at);
    const percent = Number(stored["tax_percent"]);
    const paying = stored["paying"] as CartState["paying"];
    const isPaying = isObject(paying) && Number.isInteger(paying.order_id) && Array.isArray(paying.items);
    return counted({
      cart_items: items.slice(0, maxLines),
      tax_percent: percent >= 0 && percent <= 100 ? percent : 15,
      paying: isPaying ? paying : null,
    });
  } catch {
    return emptyCart;
  }
}
