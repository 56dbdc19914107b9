import { lineTaxes } from "#features/invoices/document.ts";
import { lineNet, type PricedLine } from "#features/orders/pricing.ts";
import { shares } from "#i18n/money.ts";

export interface SeatPrice {
  netHalalas: number;
  /** VAT included: what was paid for the seat. */
  totalHalalas: number;
}

/**
 * What each seat of an order cost, by line and in the order of its seats. Shares in whole halalas, the larger first:
 * those of a line add up to it, those of all lines to the order.
 */
export function seatPrices(
  lines: readonly PricedLine[],
  order: { taxPercent: number; taxHalalas: number },
): SeatPrice[][] {
  const taxes = lineTaxes(lines.map(lineNet), order.taxPercent, order.taxHalalas);
  return lines.map((line, at) => {
    const seats = Array.from({ length: line.qty }, () => 1);
    const totals = shares(lineNet(line) + (taxes[at] ?? 0), seats);
    return shares(lineNet(line), seats).map((netHalalas, seat) => ({ netHalalas, totalHalalas: totals[seat] ?? 0 }));
  });
}

/**
 * What is paid for some seats of an order: their parts of its lines (`readSeatPrices`), at most what the order holds.
 * The last seats take all of it, but never what was kept of seats cancelled before.
 */
export function paidForSeats(order: {
  seatsHalalas: number;
  /** No other seat is left. */
  isAll: boolean;
  leftHalalas: number;
  /** Kept by the policy from earlier cancellations. */
  keptHalalas: number;
}): number {
  const held = Math.max(0, order.leftHalalas - order.keptHalalas);
  if (order.isAll) return held;
  return Math.min(held, order.seatsHalalas);
}
