import { groupedAmount, formatSar } from "#i18n/money.ts";
import { useLocale } from "#i18n/link.tsx";

/** A decimal SAR amount as one isolate. */
export function Sar({ amount }: { amount: string }) {
  return <bdi>{formatSar(amount, useLocale())}</bdi>;
}

export const moneyText = (amount: string, symbol: string) => `\u2066${symbol}${groupedAmount(amount)}\u2069`;

/** The symbol is a site setting (specification §9); the currency is always SAR. */
export function CartMoney({ amount, symbol }: { amount: string; symbol: string }) {
  return (
    <bdi dir="ltr">
      {amount.startsWith("-") && "−"}
      {symbol}
      {groupedAmount(amount.replace("-", ""))}
    </bdi>
  );
}
