/**
 * The expected seats and money, by plain arithmetic that shares no code with the product. Amounts are halalas with VAT,
 * except `priceHalalas` and `unitHalalas`, which are without. Days are calendar days in Riyadh since 1970.
 */

export interface ModelRun {
  /** Price of a seat, before VAT and discount. */
  priceHalalas: number;
  startDay: number;
  /** The group price: `percent` off from `fromSeats` seats in one order. */
  group: { fromSeats: number; percent: number } | null;
  isCancelled: boolean;
}

/** Until when buyers may cancel and move seats, in days before the course. The names are those of the setting. */
export interface ModelPolicy {
  /** Until then a cancellation is refunded in full. */
  allBackDays: number;
  /** Until then `partBackPercent` of the price is refunded. */
  partBackDays: number;
  partBackPercent: number;
  /** Until then a seat may move. */
  moveDays: number;
}

export interface ModelSeat {
  runIndex: number;
  paidHalalas: number;
  isMoved: boolean;
  /** The highest percentage that a cancellation refunds. After a move it is the percentage on the day of the move. */
  maxPercent: number;
}

/** An order, together with the orders that paid the difference for moves to dearer dates. */
export interface ModelOrder {
  buyer: number;
  discountPercent: number;
  /** Number of seats that the discount requires; 0 for any number. */
  discountFromSeats: number;
  /** Price of a seat when it was bought, before VAT and discount. */
  unitHalalas: number;
  /**
   * The seats did not all cost the same, so the model cannot calculate refunds of cancellations and moves, and takes
   * their amounts from the product.
   */
  isUneven: boolean;
  /** The policy on the day of the order. */
  policy: ModelPolicy;
  /** Seats that the buyer has paid for and that are neither cancelled nor refunded. */
  seats: ModelSeat[];
  /** Cancelled seats whose value is kept for another date. */
  keptSeats: ModelSeat[];
  receivedHalalas: number;
  returnedHalalas: number;
  /** Refunds that left the seats with the buyer. */
  goodwillHalalas: number;
  /** Money for cancelled seats that the company does not refund, by the policy or by decision. */
  retainedHalalas: number;
  /** Whether another order has paid the difference for a dearer date. */
  hasDifference: boolean;
  /** Whether the order was paid by bank transfer, so that staff make its refunds at the bank. */
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
  /** The policy of new orders. */
  policy: ModelPolicy;
  runs: ModelRun[];
  /** Orders by the id of the order that bought the seats. */
  orders: Map<number, ModelOrder>;
  /** Changes to apply when the site learns that an order is paid, by the id of that order. */
  unsettled: Map<number, () => void>;
  transfers: ModelTransfer[];
}

const dayMs = 86_400_000;
/** Returns the calendar day in Riyadh, which is three hours ahead of UTC all year. */
export const riyadhDay = (utcMs: number): number => Math.floor((utcMs + 3 * 3_600_000) / dayMs);

/** Returns `part`/`whole` of an amount, rounded half up. */
export const roundHalfUp = (amount: number, part: number, whole: number): number =>
  Math.floor((amount * part) / whole + 0.5);

/** Returns the price of seats less the discount, with 15 % VAT. `priceHalalas` is the price of one, without VAT. */
export function calculateCost(priceHalalas: number, seats: number, discountPercent: number): number {
  const undiscounted = priceHalalas * seats;
  const discounted = undiscounted - roundHalfUp(undiscounted, discountPercent, 100);
  return discounted + roundHalfUp(discounted, 15, 100);
}

/**
 * Returns the percentage that a cancellation refunds: 100 until the first deadline, a part until the second, then 0. On
 * the day of the course and later it is 0.
 */
export function calculatePercentBack(policy: ModelPolicy, seat: ModelSeat, run: ModelRun, now: number): number {
  const daysLeft = run.startDay - riyadhDay(now);
  if (daysLeft <= 0) return 0;
  const percent = daysLeft >= policy.allBackDays ? 100 : daysLeft >= policy.partBackDays ? policy.partBackPercent : 0;
  return Math.min(percent, seat.maxPercent);
}

/** Returns whether a seat may move. A seat moves at most once, and only before its course. */
export function canMove(policy: ModelPolicy, seat: ModelSeat, run: ModelRun, now: number): boolean {
  const daysLeft = run.startDay - riyadhDay(now);
  return !seat.isMoved && daysLeft > 0 && daysLeft >= policy.moveDays;
}

export const sumAmounts = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

export const findSeats = (order: ModelOrder, runIndex: number): ModelSeat[] =>
  order.seats.filter((seat) => seat.runIndex === runIndex);

/** Returns whether fewer seats would stay than the discount requires. These seats then cost their full price. */
export function breaksGroup({ discountFromSeats, seats }: ModelOrder, leaving: readonly ModelSeat[]): boolean {
  const staying = seats.length - leaving.length;
  return staying > 0 && staying < discountFromSeats;
}

/**
 * Returns the amount that the refund of the leaving seats is based on: their prices or, if too few seats stay for the
 * group price, what is left once the staying seats are charged in full.
 */
export function calculatePaid(order: ModelOrder, leaving: readonly ModelSeat[]): number {
  if (!breaksGroup(order, leaving)) return sumAmounts(leaving.map((seat) => seat.paidHalalas));
  const calculateFullPrice = (seats: number) => calculateCost(order.unitHalalas, seats, 0);
  const surplus = getRemainingHalalas(order) - calculateFullPrice(order.seats.length - leaving.length);
  return Math.max(0, Math.min(calculateFullPrice(leaving.length), surplus));
}

/** Returns the refund for cancelling these seats. */
export function calculateRefund(order: ModelOrder, seats: readonly ModelSeat[], run: ModelRun, now: number): number {
  const [first] = seats;
  return first ? roundHalfUp(calculatePaid(order, seats), calculatePercentBack(order.policy, first, run, now), 100) : 0;
}

/** Ends all seats and kept values of an order once all of its money is refunded. */
export function endRefunded(order: ModelOrder): void {
  if (order.returnedHalalas < order.receivedHalalas) return;
  order.seats = [];
  order.keptSeats = [];
}

/** Ends the seats of a cancelled run and refunds what was paid for them. */
export function cancelRun(model: Model, runIndex: number): void {
  const run = model.runs[runIndex];
  if (!run || run.isCancelled) return;
  run.isCancelled = true;
  for (const order of model.orders.values()) {
    const cancelledSeats = findSeats(order, runIndex);
    const isAll = cancelledSeats.length === order.seats.length;
    const paid = sumAmounts(cancelledSeats.map((seat) => seat.paidHalalas));
    if (cancelledSeats.length > 0)
      order.returnedHalalas += Math.max(
        0,
        order.isUneven && isAll ? getRemainingHalalas(order) : Math.min(getRemainingHalalas(order), paid),
      );
    order.seats = order.seats.filter((seat) => seat.runIndex !== runIndex);
  }
}

/** Returns the amount that an order still holds for its remaining seats. */
export const getRemainingHalalas = (order: ModelOrder): number =>
  order.receivedHalalas -
  order.returnedHalalas -
  order.retainedHalalas -
  sumAmounts(order.keptSeats.map((seat) => seat.paidHalalas));
