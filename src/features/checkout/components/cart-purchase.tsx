import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { useViewer } from "#features/people/use-viewer.ts";
import { useBookings } from "#features/seats/use-bookings.ts";
import { buyableItems, lineSubtotal, markAsPaying, withoutPaid, type CartItem } from "#features/checkout/cart.ts";
import { changeCart, useCart } from "#features/checkout/cart-store.ts";
import { CartChanges } from "./cart-changes.tsx";
import { CheckoutForm, type PurchaseTerms } from "./checkout-form.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import { useCartCheck } from "./use-cart-check.ts";

interface CartPurchaseProps {
  symbol: string;
  taxPercent: number;
  terms: PurchaseTerms;
}

export function CartPurchase({ symbol, taxPercent, terms }: CartPurchaseProps) {
  const user = useViewer("/checkout/cart");
  const cart = useCart();
  const { check, refetch } = useCartCheck(user && cart ? user.id : undefined);
  const items = cart ? buyableItems(cart) : [];
  const registered = useBookings(
    items.map(({ id }) => id),
    user && check.kind !== "checking" ? user.id : null,
  );
  const getTerms = ({ id, qty }: CartItem) => {
    const { change_steps = [], minimum = null } = check.terms.get(id) ?? {};
    return { id, qty, change_steps, minimum };
  };
  if (!user || !cart || !registered) return <CheckoutSkeleton lines={null} totals={null} taxPercent={taxPercent} />;
  const changes = <CartChanges changes={check.changes} symbol={symbol} className="mb-6" />;
  if (items.length === 0) {
    return (
      <>
        {changes}
        <Card className="mx-auto max-w-184">
          <EmptyState
            title={m.checkout_cart_empty()}
            action={
              cart.cart_items.length > 0 ? (
                <LinkButton to="/cart">{m.checkout_back_to_cart()}</LinkButton>
              ) : (
                <LinkButton to="/courses">{m.common_action_browse_courses()}</LinkButton>
              )
            }
          >
            {m.checkout_cart_empty_hint()}
          </EmptyState>
        </Card>
      </>
    );
  }
  return (
    <>
      {changes}
      <CheckoutForm
        key={user.id}
        isCart
        lines={items.map((item) => ({ ...item.details, ...getTerms(item), amount: lineSubtotal(item) }))}
        totals={{ sub_total: cart.cart_sub_total, tax: cart.cart_tax, total: cart.cart_total_amount }}
        taxPercent={cart.tax_percent}
        user={user}
        orders={check.orders}
        waitlistEntries={check.waitlistEntries}
        registered={registered}
        {...terms}
        // A booking by transfer holds its seats for weeks, so they leave the cart.
        onBooked={(id) =>
          changeCart((state) => withoutPaid(markAsPaying(state, id), [{ id, payment: { status: "paid" } }]))
        }
        onBegun={({ order_id }) => changeCart((state) => markAsPaying(state, order_id))}
        onStale={refetch}
      />
    </>
  );
}
