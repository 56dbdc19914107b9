import { lineTaxes } from "#features/invoices/document.ts";
import { lineNet, type PricedLine } from "#features/orders/pricing.ts";
import { shares } from "#i18n/money.ts";

export interface SeatPrice {
  netHalalas: number;
  /** VAT included. */
  totalHalalas: number;
}

/**
 * Calculates what each seat of an order cost, by line and in the order of its seats. Shares are whole halalas, larger
 * ones first. Those of a line add up to the line, those of all lines to the order.
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
 * Calculates what is still paid for seats of an order: their share of its lines (`readSeatPrices`), at most what the
 * order holds. The last seats get everything that is left, but never what was kept of seats cancelled before.
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
