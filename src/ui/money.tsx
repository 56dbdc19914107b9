import { groupedAmount, formatSar } from "#i18n/money.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";

/** A decimal SAR amount as one isolate. */
export function Sar({ amount }: { amount: string }) {
  return <bdi>{formatSar(amount, useLocale())}</bdi>;
}

/** Letters need a space before the number: `SAR 3,100.00`, but `$3,100.00`. */
const withSpace = (symbol: string) => (/[\p{L}.]$/u.test(symbol) ? `${symbol}\u00a0` : symbol);

export const moneyText = (amount: string, symbol: string) => `\u2066${withSpace(symbol)}${groupedAmount(amount)}\u2069`;

/** The symbol is a site setting (specification §9); the currency is always SAR. */
export function CartMoney({ amount, symbol }: { amount: string; symbol: string }) {
  return (
    <bdi dir="ltr">
      {amount.startsWith("-") && "−"}
      {withSpace(symbol)}
      {groupedAmount(amount.replace("-", ""))}
    </bdi>
  );
}

/** The total of the cart. A symbol such as `$` is followed by the code of the currency, so that no one reads dollars. */
export function CartTotal({ amount, symbol }: { amount: string; symbol: string }) {
  const code = m.checkout_cart_currency();
  return (
    <>
      <CartMoney amount={amount} symbol={symbol} />
      {symbol !== "SAR" && symbol !== code && <> {code}</>}
    </>
  );
}
