/**
 * The expected seats and money, by plain arithmetic that shares no code with the product. Amounts are halalas with VAT,
 * days are calendar days in Riyadh since 1970.
 */

export interface ModelRun {
  priceHalalas: number;
  startDay: number;
  /** Percent off from so many seats in one order. */
  group: { fromSeats: number; percent: number } | null;
  isCancelled: boolean;
}

/** What a buyer may change until when, in days before the course. */
export interface ModelPolicy {
  allBackDays: number;
  partBackDays: number;
  partBackPercent: number;
  moveDays: number;
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
  /** Seats that its discount needs; 0 for any number. */
  discountFromSeats: number;
  /** Price of a seat when it was bought, before VAT and discount. */
  unitHalalas: number;
  /** Its seats did not all cost the same, so the model takes what its changes return from the product. */
  isUneven: boolean;
  /** As it was on the day of the order. */
  policy: ModelPolicy;
  /** Seats that the buyer has paid for and that are neither cancelled nor refunded. */
  seats: ModelSeat[];
  /** Cancelled seats whose value is for another date. */
  keptSeats: ModelSeat[];
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
  /** Of new orders. */
  policy: ModelPolicy;
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

export const halfUp = (amount: number, part: number, whole: number): number =>
  Math.floor((amount * part) / whole + 0.5);

/** The price of seats less the discount, with 15 % VAT. */
export function calculateCost(priceHalalas: number, seats: number, discountPercent: number): number {
  const gross = priceHalalas * seats;
  const net = gross - halfUp(gross, discountPercent, 100);
  return net + halfUp(net, 15, 100);
}

/** All of the price, then a part of it, then nothing; on the day of the course always nothing. */
export function percentBack(policy: ModelPolicy, seat: ModelSeat, run: ModelRun, now: number): number {
  const daysLeft = run.startDay - riyadhDay(now);
  if (daysLeft <= 0) return 0;
  const percent = daysLeft >= policy.allBackDays ? 100 : daysLeft >= policy.partBackDays ? policy.partBackPercent : 0;
  return Math.min(percent, seat.maxPercent);
}

/** A seat moves once, before its course. */
export function mayMove(policy: ModelPolicy, seat: ModelSeat, run: ModelRun, now: number): boolean {
  const daysLeft = run.startDay - riyadhDay(now);
  return !seat.isMoved && daysLeft > 0 && daysLeft >= policy.moveDays;
}

export const sumAmounts = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

export const seatsIn = (order: ModelOrder, runIndex: number): ModelSeat[] =>
  order.seats.filter((seat) => seat.runIndex === runIndex);

/** Whether fewer seats would stay than the discount needs; then these cost their full price. */
export function breaksGroup({ discountFromSeats, seats }: ModelOrder, leaving: readonly ModelSeat[]): boolean {
  const staying = seats.length - leaving.length;
  return staying > 0 && staying < discountFromSeats;
}

/** What was paid for seats that a buyer cancels. */
export function paidFor(order: ModelOrder, leaving: readonly ModelSeat[]): number {
  if (!breaksGroup(order, leaving)) return sumAmounts(leaving.map((seat) => seat.paidHalalas));
  const fullPrice = (seats: number) => calculateCost(order.unitHalalas, seats, 0);
  const beyond = getRemainingHalalas(order) - fullPrice(order.seats.length - leaving.length);
  return Math.max(0, Math.min(fullPrice(leaving.length), beyond));
}

/** What cancelling these seats returns. */
export function backFor(order: ModelOrder, seats: readonly ModelSeat[], run: ModelRun, now: number): number {
  const [first] = seats;
  return first ? halfUp(paidFor(order, seats), percentBack(order.policy, first, run, now), 100) : 0;
}

/** Ends all seats and kept values once everything is returned. */
export function endRefunded(order: ModelOrder): void {
  if (order.returnedHalalas < order.receivedHalalas) return;
  order.seats = [];
  order.keptSeats = [];
}

/** Ends the seats of a cancelled date: what was paid for them is returned. */
export function cancelRun(model: Model, runIndex: number): void {
  const run = model.runs[runIndex];
  if (!run || run.isCancelled) return;
  run.isCancelled = true;
  for (const order of model.orders.values()) {
    const gone = seatsIn(order, runIndex);
    const isAll = gone.length === order.seats.length;
    const paid = sumAmounts(gone.map((seat) => seat.paidHalalas));
    if (gone.length > 0)
      order.returnedHalalas += Math.max(
        0,
        order.isUneven && isAll ? getRemainingHalalas(order) : Math.min(getRemainingHalalas(order), paid),
      );
    order.seats = order.seats.filter((seat) => seat.runIndex !== runIndex);
  }
}

/** What an order still holds for the seats that are left. */
export const getRemainingHalalas = (order: ModelOrder): number =>
  order.receivedHalalas -
  order.returnedHalalas -
  order.keptHalalas -
  sumAmounts(order.keptSeats.map((seat) => seat.paidHalalas));
