/** The rules in words: docs/pricing.md. Amounts are whole halalas; unit prices are without VAT. */
export interface PricedLine {
  unitPriceHalalas: number;
  qty: number;
}
export interface OrderTotals {
  subTotalHalalas: number;
  taxHalalas: number;
  totalHalalas: number;
}

export const maxQty = 20;
export const maxLines = 20;
/** The provider takes no card payment below 1.00 SAR. */
export const minChargeHalalas = 100;

/** Tax on an amount, rounded half up once (reference B7). `percent` has at most two decimals. */
export function taxOn(subTotalHalalas: number, percent: number): number {
  const basisPoints = Math.round(percent * 100);
  return Math.floor((subTotalHalalas * basisPoints + 5000) / 10000);
}

/** Subtotal, tax and total of lines at a tax rate in percent. */
export function priceOrder(lines: readonly PricedLine[], percent: number): OrderTotals {
  const subTotalHalalas = lines.reduce((sum, line) => sum + line.unitPriceHalalas * line.qty, 0);
  const taxHalalas = taxOn(subTotalHalalas, percent);
  return { subTotalHalalas, taxHalalas, totalHalalas: subTotalHalalas + taxHalalas };
}

/** Identifies what is bought, whatever the order of the lines, to recognise a repeated submit. */
export function itemsKey(lines: readonly { runId: number; qty: number }[]): string {
  return [...lines]
    .sort((a, b) => a.runId - b.runId)
    .map((line) => `${line.runId}x${line.qty}`)
    .join(",");
}
