import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Alert } from "#ui/alert.tsx";
import type { CartChange } from "#features/checkout/cart-refresh.ts";
import { moneyText } from "#ui/money.tsx";

/** Tells the buyer which prices and seats in the cart have changed since it was last checked. */
export function CartChanges({
  changes,
  symbol,
  className,
}: {
  changes: readonly CartChange[];
  symbol: string;
  className?: string;
}) {
  const locale = useLocale();
  if (changes.length === 0) return null;
  const describeChange = (change: CartChange) => {
    const course = isolate(localText(locale, change.eng, change.ar).text);
    if (change.kind === "price")
      return m.checkout_cart_price({ course, from: moneyText(change.from, symbol), to: moneyText(change.to, symbol) });
    if (change.kind === "fewer") return m.checkout_cart_fewer({ course, count: change.left });
    if (change.kind === "held") return m.checkout_cart_held({ course });
    return change.kind === "sold-out" ? m.checkout_cart_sold_out({ course }) : m.checkout_cart_gone({ course });
  };
  return (
    <Alert tone="warning" className={className} announces>
      <p className="font-medium">{m.checkout_cart_changed()}</p>
      <ul className="mt-1 grid gap-1">
        {changes.map((change, index) => (
          <li key={index}>{describeChange(change)}</li>
        ))}
      </ul>
    </Alert>
  );
}
