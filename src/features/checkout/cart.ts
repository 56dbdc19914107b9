/** The cart of this browser: rules without I/O (rows S-01 to S-03, docs/pricing.md). Money in decimal strings, VAT not included in prices. */
import { seatState, type CourseSummary } from "#features/catalogue/course.ts";
import type { SessionTimes } from "#i18n/session-times.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { maxLines, maxQty, priceOrder } from "#features/orders/pricing.ts";

/** What the cart shows of a course at a date, as the server said it last. */
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
  /** Teaching days; null in a cart that was stored before they were kept. */
  days: number | null;
  /** None while times are not confirmed, and in such a cart. */
  sessions: SessionTimes[];
}

/** What the cart keeps of a course, without what else an answer says. */
export const detailsOf = ({
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
});

export interface CartItem {
  /** The run's id. */
  id: number;
  qty: number;
  details: CartDetails;
}

/** The state by the specification's names. A course that is sold out stays in it, and in no sum. */
export interface CartState {
  cart_items: CartItem[];
  /** Seats. */
  cart_total_items: number;
  cart_sub_total: string;
  /** Amount. */
  cart_tax: string;
  cart_total_amount: string;
  /** The rate behind `cart_tax`: 15 until the server has said it. */
  tax_percent: number;
  /** What an unpaid order has of this cart: taken out once that order is paid, and not before. */
  paying: { order_id: number; items: { id: number; qty: number }[] } | null;
}

const isBuyable = ({ details }: CartItem) => details.seats_left > 0;
const unitHalalas = ({ details }: CartItem) => halalasFromDecimal(details.amount) ?? 0;

/** The state with other items or another rate: counted anew. */
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

/** Seats of an item that can be asked for, one order's limit included. */
export const availableSeats = (item: CartItem) => Math.min(maxQty, Math.max(0, item.details.seats_left));

/** Why an item cannot be bought now; null when it can. */
export function withoutSeat({ details }: CartItem): "held" | "sold-out" | null {
  const state = seatState(details);
  return state === "open" ? null : state;
}

/** What the cart would buy now. */
export const buyableItems = (state: CartState) => state.cart_items.filter(isBuyable);

/** Price of an item's seats. */
export const lineSubtotal = (item: CartItem) => decimalFromHalalas(unitHalalas(item) * item.qty);

/** The same with an item at another quantity: 0 or less takes it out; more than there is changes nothing. */
export function setQuantity(state: CartState, id: number, qty: number): CartState {
  if (qty <= 0) return removeItem(state, id);
  const found = state.cart_items.find((item) => item.id === id);
  if (!found || !Number.isInteger(qty) || qty > availableSeats(found) || qty === found.qty) return state;
  return counted({ ...state, cart_items: state.cart_items.map((item) => (item.id === id ? { ...item, qty } : item)) });
}

export function removeItem(state: CartState, id: number): CartState {
  return counted({ ...state, cart_items: state.cart_items.filter((item) => item.id !== id) });
}

/** What came of adding a seat: `full` when no further one can be had, `many` when the cart has as many courses as an order may. */
export type Added = "added" | "full" | "many";

/** One more seat of a course at a date; what the server said of it last replaces what was known. */
export function addSeat(state: CartState, id: number, details: CartDetails): { state: CartState; added: Added } {
  const found = state.cart_items.find((item) => item.id === id);
  const item: CartItem = { id, qty: (found?.qty ?? 0) + 1, details };
  if (item.qty > availableSeats(item)) return { state, added: "full" };
  if (!found && state.cart_items.length >= maxLines) return { state, added: "many" };
  const cart_items = found
    ? state.cart_items.map((other) => (other.id === id ? item : other))
    : [...state.cart_items, item];
  return { state: counted({ ...state, cart_items }), added: "added" };
}

/** Tax at the rate the server says. */
export const withTax = (state: CartState, percent: number): CartState =>
  percent === state.tax_percent ? state : counted({ ...state, tax_percent: percent });

/** Marks what an order is about to pay, so that it leaves the cart when it is paid. */
export function nowPaying(state: CartState, orderId: number): CartState {
  return { ...state, paying: { order_id: orderId, items: buyableItems(state).map(({ id, qty }) => ({ id, qty })) } };
}

/** Takes out what a paid order has bought, seat for seat; what was added meanwhile stays. Any other order changes nothing. */
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
  const { days, sessions, started, seats_held } = details; // absent in a cart of an earlier version, until it is checked
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
  return [{ id: Number(id), qty: Number(qty), details: { ...name, ...dates, ...seats } }];
}

/** The cart as it was stored; what is damaged in it is left out, and every sum is counted anew. */
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
