import type { RunFacts } from "#features/catalogue/course.ts";
import { priceOrder } from "#features/orders/pricing.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";

/** Decimal string of what the buyer will pay (reference B8). */
export function totalWithVat(run: Pick<RunFacts, "amount">, taxPercent: number): string {
  return decimalFromHalalas(
    priceOrder([{ qty: 1, unitPriceHalalas: halalasFromDecimal(run.amount) ?? 0 }], taxPercent).totalHalalas,
  );
}
