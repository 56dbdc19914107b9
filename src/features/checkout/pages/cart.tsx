import { useRef } from "react";
import { holdSettings, publicSettings } from "#features/settings/settings.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { useSession } from "#platform/use-session.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Stepper } from "#ui/stepper.tsx";
import type { HoldSettings } from "#features/settings/settings.ts";
import { Link, useLocalePath } from "#i18n/link.tsx";
import { groupProblemKinds, groupProblems, groupProblemText } from "#features/seats/hold-rules.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { KeyValueList } from "#ui/key-value-list.tsx";
import type { Route } from "./+types/cart";
import { DiscountField } from "#features/checkout/components/discount-field.tsx";
import { useDiscounts } from "#features/checkout/use-discounts.ts";
import { discountLabel } from "#features/orders/order-labels.ts";
import { useCart } from "#features/checkout/cart-store.ts";
import { CartChanges } from "#features/checkout/components/cart-changes.tsx";
import { CartTable } from "#features/checkout/components/cart-table.tsx";
import { useCartCheck } from "#features/checkout/components/use-cart-check.ts";
import { buyableItems, type CartState, type CartItem } from "#features/checkout/cart.ts";
import { CartMoney, CartTotal } from "#ui/money.tsx";
import { QuoteButton } from "#features/checkout/components/quote-button.tsx";

function CartSummary({ cart, symbol }: { cart: CartState; symbol: string }) {
  const { isLoggedIn } = useSession();
  const path = useLocalePath();
  const renderMoney = (amount: string) => <CartMoney amount={amount} symbol={symbol} />;
  const buyable = buyableItems(cart);
  const priceable = buyable.map(({ id, qty, details }) => ({ id, qty, ...details }));
  const discounts = useDiscounts(priceable);
  const { priced } = discounts;
  const lineDiscounts = priced?.lines.flatMap(({ discount }) => discount ?? []) ?? [];
  return (
    <Card as="section" aria-labelledby="summary" className="lg:sticky lg:top-6">
      <h2 id="summary" className="mb-5 text-h3">
        {m.orders_summary()}
      </h2>
      <KeyValueList
        variant="plain"
        items={[
          ...(lineDiscounts.length > 0
            ? [{ label: m.discounts_before(), value: renderMoney(cart.cart_sub_total) }]
            : []),
          ...lineDiscounts.map((discount) => ({
            label: discountLabel(discount),
            value: renderMoney(`-${discount.amount}`),
          })),
          { label: m.common_subtotal(), value: renderMoney(priced?.sub_total ?? cart.cart_sub_total) },
          { label: m.checkout_tax({ percent: cart.tax_percent }), value: renderMoney(priced?.tax ?? cart.cart_tax) },
          {
            label: m.orders_total(),
            value: <CartTotal amount={priced?.total ?? cart.cart_total_amount} symbol={symbol} />,
            isTotal: true,
          },
        ]}
      />
      <p className="mt-4 mb-5 text-xs text-ink-3">{m.checkout_cart_sar()}</p>
      {buyable.length > 0 && (
        <div className="mb-5">
          <DiscountField discounts={discounts} total={priced?.total ?? cart.cart_total_amount} />
        </div>
      )}
      {buyable.length === 0 ? (
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
      {buyable.length > 0 && <QuoteButton items={priceable} code={priced?.code?.code ?? null} />}
      <p className="mt-5 flex items-start gap-2.5 text-xs text-ink-3">
        <Icon name="lock" size="sm" className="mt-0.5" />
        {m.checkout_cart_card_note()}
      </p>
    </Card>
  );
}

interface GroupLimits {
  holds: HoldSettings;
  email: string;
  phone: string;
}

/** Warns in the cart about more seats than one buyer can hold, which checkout would refuse. */
function GroupNote({
  items,
  limits,
  className,
}: {
  items: readonly CartItem[];
  limits: GroupLimits;
  className?: string;
}) {
  const { holds } = limits;
  const quantities = items.filter(({ details }) => details.seats_left > 0).map(({ qty }) => qty);
  const problems = new Set(groupProblems(quantities, 0, holds, { hasCompany: false }).values());
  // Ordered by severity: shows only the worst problem.
  const worst = groupProblemKinds.find((kind) => problems.has(kind));
  if (!worst) return null;
  return (
    <Alert tone="info" className={className} announces>
      {groupProblemText(worst, holds, limits)}
      <Link to="/contact-us" className="mt-1 block w-fit font-medium underline underline-offset-3">
        {m.checkout_group_contact()}
      </Link>
    </Alert>
  );
}

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [{ currencySymbol, email, phone }, holds] = await Promise.all([publicSettings(ctx), holdSettings(ctx)]);
  return { symbol: currencySymbol, group: { holds, email, phone } };
}

function Loading({ className }: { className?: string }) {
  return (
    <div aria-busy="true" className={className}>
      <span className="sr-only">{m.checkout_cart_loading()}</span>
      <SkeletonRows rows={3} />
    </div>
  );
}

function Content({ symbol, group, onRemoved }: { symbol: string; group: GroupLimits; onRemoved: () => void }) {
  const cart = useCart();
  const { current_user } = useSession();
  const { check } = useCartCheck(cart === null ? undefined : (current_user?.id ?? null));
  const empty = (
    <EmptyState
      title={m.checkout_cart_empty()}
      action={<LinkButton to="/courses">{m.common_action_browse_courses()}</LinkButton>}
    >
      {m.checkout_cart_empty_hint()}
    </EmptyState>
  );
  // Before hydration the page knows only whether the cart has items: the head script sets `data-cart`.
  if (cart === null) {
    return (
      <>
        <Loading className="hidden [html[data-cart]_&]:block" />
        <div className="[html[data-cart]_&]:hidden noscript:hidden">{empty}</div>
      </>
    );
  }
  // The cart is shown only after the check, so that nothing changes while the buyer reads it.
  if (check.kind === "checking" && cart.cart_items.length > 0) return <Loading />;
  const changes = <CartChanges changes={check.changes} symbol={symbol} className="mb-6" />;
  if (cart.cart_items.length === 0)
    return (
      <>
        {changes}
        {empty}
      </>
    );
  return (
    <>
      {changes}
      {check.kind === "failed" && (
        <Alert tone="warning" className="mb-6" announces>
          {m.checkout_cart_not_checked()}
        </Alert>
      )}
      <div
        key={check.changes.length}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-9 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12"
      >
        <div className="min-w-0">
          <CartTable items={cart.cart_items} symbol={symbol} ownHeld={check.held} onRemoved={onRemoved} />
          <GroupNote items={cart.cart_items} limits={group} className="mt-6" />
          <p className="mt-7">
            <ArrowLink to="/courses">{m.checkout_browse_more()}</ArrowLink>
          </p>
        </div>
        <CartSummary cart={cart} symbol={symbol} />
      </div>
    </>
  );
}

/** The cart page (S-01). */
export default function Cart({ loaderData: { symbol, group } }: Route.ComponentProps) {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <Breadcrumb items={[{ label: m.checkout_step_cart() }]} />
      {/* As high as the window, so that the footer is out of view and does not move visibly when the cart loads. */}
      <div className="wrap min-h-dvh pt-16 pb-section md:pt-19">
        <Stepper
          label={m.checkout_steps()}
          steps={[m.checkout_step_cart(), m.checkout_checkout(), m.payments_step_confirmation()]}
          current={0}
          doneLabel={m.checkout_step_done()}
        />
        <h1 ref={title} tabIndex={-1} className="mt-5 mb-8 outline-none">
          {m.checkout_cart_title()}
        </h1>
        <Content symbol={symbol} group={group} onRemoved={() => title.current?.focus()} />
      </div>
    </>
  );
}
