import { groupedAmount } from "#i18n/money.ts";

/** An amount in the cart, for a text: the symbol first in both languages, as one isolate. */
export const moneyText = (amount: string, symbol: string) => `\u2066${symbol}${groupedAmount(amount)}\u2069`;

/** An amount in the cart: the symbol is a setting of the site (specification §9), the currency is SAR all the same. */
export function CartMoney({ amount, symbol }: { amount: string; symbol: string }) {
  return (
    <bdi dir="ltr">
      {symbol}
      {groupedAmount(amount)}
    </bdi>
  );
}
