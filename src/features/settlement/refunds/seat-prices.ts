import { lineTaxes } from "#features/invoices/document.ts";
import { lineNet, type PricedLine } from "#features/orders/pricing.ts";
import { shares } from "#i18n/money.ts";

export interface SeatPrice {
  /** Before VAT. */
  netHalalas: number;
  /** Including VAT. */
  totalHalalas: number;
}

/**
 * Calculates the price of each seat of an order, by line and in the order of the seats. Prices are whole halalas; where
 * they differ by rounding, larger ones come first. The seats of a line add up to the line, and all seats to the order.
 */
export function seatPrices(
  lines: readonly PricedLine[],
  order: { taxPercent: number; taxHalalas: number },
): SeatPrice[][] {
  const taxes = lineTaxes(lines.map(lineNet), order.taxPercent, order.taxHalalas);
  return lines.map((line, index) => {
    const seats = Array.from({ length: line.qty }, () => 1);
    const totals = shares(lineNet(line) + (taxes[index] ?? 0), seats);
    return shares(lineNet(line), seats).map((netHalalas, seat) => ({ netHalalas, totalHalalas: totals[seat] ?? 0 }));
  });
}

/**
 * Calculates the money that belongs to seats of an order: their prices (`readSeatPrices`), but at most what is left of
 * the order's payments. The last seats get everything that is left, except money that was kept of seats cancelled
 * before.
 */
export function paidForSeats(order: {
  seatsHalalas: number;
  /** Whether the order has no other seats left. */
  isAll: boolean;
  leftHalalas: number;
  /** What was kept of earlier cancellations. */
  keptHalalas: number;
}): number {
  const availableHalalas = Math.max(0, order.leftHalalas - order.keptHalalas);
  if (order.isAll) return availableHalalas;
  return Math.min(availableHalalas, order.seatsHalalas);
}
