import { groupedAmount } from "#i18n/money.ts";

export const moneyText = (amount: string, symbol: string) => `\u2066${symbol}${groupedAmount(amount)}\u2069`;

/** The symbol is a site setting (specification §9); the currency is always SAR. */
export function CartMoney({ amount, symbol }: { amount: string; symbol: string }) {
  return (
    <bdi dir="ltr">
      {symbol}
      {groupedAmount(amount)}
    </bdi>
  );
}
