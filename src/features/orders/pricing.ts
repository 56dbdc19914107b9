import { taxOn } from "#i18n/money.ts";

export { taxOn };

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
