import { m } from "#messages";
import { requestContext } from "#platform/request-context.server.ts";
import type { Route } from "./+types/checkout-cart";
import { checkoutTerms } from "#features/checkout/checkout-terms.server.ts";
import { CartPurchase } from "#features/checkout/components/cart-purchase.tsx";
import { CheckoutFrame } from "#features/checkout/components/checkout-frame.tsx";

/** The server renders the same page for everyone; the browser adds buyer and cart. */
export const loader = ({ context }: Route.LoaderArgs) => checkoutTerms(context.get(requestContext));

export default function CheckoutCart({ loaderData: { cardsUrl, purchaseTerms, ...settings } }: Route.ComponentProps) {
  return (
    <CheckoutFrame
      from={{ label: m.checkout_step_cart(), to: "/cart" }}
      firstStep={m.checkout_step_cart()}
      cardsUrl={cardsUrl}
    >
      <CartPurchase {...settings} terms={purchaseTerms} />
    </CheckoutFrame>
  );
}
