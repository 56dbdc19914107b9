/**
 * The expected seats and money, by plain arithmetic that shares no code with the product. Amounts are halalas with VAT,
 * days are calendar days in Riyadh since 1970.
 */

export interface ModelRun {
  priceHalalas: number;
  startDay: number;
}

export interface ModelSeat {
  runIndex: number;
  paidHalalas: number;
  isMoved: boolean;
  /** Upper bound of what a cancellation returns: the percentage on the day of the move. */
  maxPercent: number;
}

/** An order, with the orders that paid for dearer dates of its seats. */
export interface ModelOrder {
  buyer: number;
  discountPercent: number;
  /** Seats that the buyer has paid for and that are neither cancelled nor refunded. */
  seats: ModelSeat[];
  receivedHalalas: number;
  returnedHalalas: number;
  /** Refunds that left the seats with the buyer. */
  goodwillHalalas: number;
  /** What the policy keeps of cancelled seats. */
  keptHalalas: number;
  /** Another order has paid for a dearer date. */
  hasDifference: boolean;
  /** Paid by bank transfer: staff pay back by hand. */
  isTransfer: boolean;
}

/** An order whose transfer is awaited. */
export interface ModelTransfer {
  id: number;
  missingHalalas: number;
}

export interface Model {
  /** Milliseconds, UTC. */
  now: number;
  runs: ModelRun[];
  /** By the id of the order that bought the seats. */
  orders: Map<number, ModelOrder>;
  /** Changes to apply when the site learns that an order is paid, by the id of that order. */
  unsettled: Map<number, () => void>;
  transfers: ModelTransfer[];
}

const dayMs = 86_400_000;
/** Riyadh is three hours ahead of UTC all year. */
export const riyadhDay = (at: number): number => Math.floor((at + 3 * 3_600_000) / dayMs);

const halfUp = (amount: number, part: number, whole: number): number => Math.floor((amount * part) / whole + 0.5);

/** The price of seats less the discount, with 15 % VAT. */
export function costOf(priceHalalas: number, seats: number, discountPercent: number): number {
  const gross = priceHalalas * seats;
  const net = gross - halfUp(gross, discountPercent, 100);
  return net + halfUp(net, 15, 100);
}

/** The company's usual policy: all back until 14 days before the course, half until 7 days before, then nothing. */
export function percentBack(seat: ModelSeat, run: ModelRun, now: number): number {
  const daysLeft = run.startDay - riyadhDay(now);
  const percent = daysLeft >= 14 ? 100 : daysLeft >= 7 ? 50 : 0;
  return Math.min(percent, seat.maxPercent);
}

/** A seat moves once, until 7 days before its course. */
export const mayMove = (seat: ModelSeat, run: ModelRun, now: number): boolean =>
  !seat.isMoved && run.startDay - riyadhDay(now) >= 7;

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

export const seatsIn = (order: ModelOrder, runIndex: number): ModelSeat[] =>
  order.seats.filter((seat) => seat.runIndex === runIndex);

/** A percentage of what was paid for these seats. */
export const shareOf = (seats: readonly ModelSeat[], percent: number): number =>
  halfUp(sumOf(seats.map((seat) => seat.paidHalalas)), percent, 100);

/** What cancelling these seats returns. */
export function backFor(seats: readonly ModelSeat[], run: ModelRun, now: number): number {
  const [first] = seats;
  return first ? shareOf(seats, percentBack(first, run, now)) : 0;
}

/** What an order still holds for the seats that are left. */
export const leftOf = (order: ModelOrder): number => order.receivedHalalas - order.returnedHalalas - order.keptHalalas;
