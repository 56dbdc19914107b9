import { useLocalePath } from "#i18n/link.tsx";
import { useSession } from "#platform/use-session.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { buyableItems, type CartState } from "../cart.ts";
import { CartMoney } from "./cart-money.tsx";
import { QuoteButton } from "./quote-button.tsx";

export function CartSummary({ cart, symbol }: { cart: CartState; symbol: string }) {
  const { isLoggedIn } = useSession();
  const path = useLocalePath();
  const money = (amount: string) => <CartMoney amount={amount} symbol={symbol} />;
  return (
    <Card as="section" aria-labelledby="summary" className="lg:sticky lg:top-6">
      <h2 id="summary" className="mb-5 text-h3">
        {m.orders_summary()}
      </h2>
      <KeyValueList
        variant="plain"
        items={[
          { label: m.orders_subtotal(), value: money(cart.cart_sub_total) },
          { label: m.checkout_tax({ percent: cart.tax_percent }), value: money(cart.cart_tax) },
          { label: m.orders_total(), value: money(cart.cart_total_amount), isTotal: true },
        ]}
      />
      <p className="mt-4 mb-5 text-xs text-ink-3">{m.checkout_cart_sar()}</p>
      {buyableItems(cart).length === 0 ? (
        <Button size="lg" block disabled>
          {m.checkout_checkout()}
        </Button>
      ) : (
        <LinkButton
          size="lg"
          block
          to={
            isLoggedIn
              ? "/checkout/cart"
              : `/login?${new URLSearchParams({ redirect: path("/checkout/cart") }).toString()}`
          }
        >
          {m.checkout_checkout()}
        </LinkButton>
      )}
      {buyableItems(cart).length > 0 && <QuoteButton items={buyableItems(cart)} />}
      <p className="mt-5 flex items-start gap-2.5 text-xs text-ink-3">
        <Icon name="lock" size="sm" className="mt-0.5" />
        {m.checkout_cart_card_note()}
      </p>
    </Card>
  );
}
