import { groupedAmount, formatSar } from "#i18n/money.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";

/** A decimal SAR amount, isolated from the text direction around it. */
export function Sar({ amount }: { amount: string }) {
  return <bdi>{formatSar(amount, useLocale())}</bdi>;
}

/** A symbol made of letters needs a space before the number: `SAR 3,100.00`, but `$3,100.00`. */
const withSpace = (symbol: string) => (/[\p{L}.]$/u.test(symbol) ? `${symbol}\u00a0` : symbol);

export const moneyText = (amount: string, symbol: string) => `\u2066${withSpace(symbol)}${groupedAmount(amount)}\u2069`;

/** An amount with the symbol from the site settings (specification §9). The currency is always SAR. */
export function CartMoney({ amount, symbol }: { amount: string; symbol: string }) {
  return (
    <bdi dir="ltr">
      {amount.startsWith("-") && "−"}
      {withSpace(symbol)}
      {groupedAmount(amount.replace("-", ""))}
    </bdi>
  );
}

/** The total of the cart. A symbol such as `$` is followed by the currency code, so that nobody reads it as dollars. */
export function CartTotal({ amount, symbol }: { amount: string; symbol: string }) {
  const code = m.checkout_cart_currency();
  return (
    <>
      <CartMoney amount={amount} symbol={symbol} />
      {symbol !== "SAR" && symbol !== code && <> {code}</>}
    </>
  );
}
