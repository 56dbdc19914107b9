import { useLocale } from "../frame/locale.ts";
import { m } from "../messages.ts";
import { formatMoney } from "./formats.ts";

/**
 * An amount of riyals, left to right in both languages. Use `withCurrency` outside of tables. In a table the header
 * names the currency.
 */
export function Money({ riyals, withCurrency = false }: { riyals: string | number; withCurrency?: boolean }) {
  const locale = useLocale();
  const amount = <bdi dir="ltr">{formatMoney(riyals)}</bdi>;
  const currency = <span className="text-ink-3 currency">{m.staff_shell_currency()}</span>;
  if (!withCurrency) return <span className="whitespace-nowrap tabular-nums">{amount}</span>;
  // `SAR 2,760.00` as on the site, `2,760.00 ر.س` in Arabic.
  return (
    <span className="whitespace-nowrap tabular-nums">
      {locale === "ar" ? (
        <>
          {amount} {currency}
        </>
      ) : (
        <>
          {currency} {amount}
        </>
      )}
    </span>
  );
}
