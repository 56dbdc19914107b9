import type { ReactNode } from "react";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Icon } from "#ui/icon.tsx";
import { addressLine, type BillingAddress } from "#features/orders/billing.schema.ts";
import { schemeWithWallet } from "#features/payments/card.ts";
import { cardEnding } from "#features/payments/card-scheme.ts";
import { discountLabel } from "#features/orders/order-labels.ts";
import { Card } from "#ui/card.tsx";
import type { Order, OrderDiscount } from "#features/orders/order.schema.server.ts";
import { Sar } from "#ui/money.tsx";
import { TotalsList } from "#features/checkout/components/order-review.tsx";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 font-sans text-xs font-normal tracking-normal text-ink-3">{title}</h3>
      <div className="text-sm [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

/** Shows the discount of a line with its reason. */
export function Discount({ of: discount, className }: { of: OrderDiscount; className: string }) {
  return (
    <span className={className}>
      {discountLabel(discount)} <Sar amount={`-${discount.amount}`} />
    </span>
  );
}

export function AddressLines({ billing }: { billing: BillingAddress }) {
  const street = new Set([billing.address_1, billing.address_2].filter(Boolean));
  const town = new Set([billing.city, billing.state, billing.zipcode].filter(Boolean));
  return (
    <>
      {[...street].map((line) => (
        <p key={line}>
          <bdi>{line}</bdi>
        </p>
      ))}
      {town.size > 0 && (
        <p>
          {[...town].map((part, i) => (
            <span key={part}>
              {i > 0 && " · "}
              <bdi>{part}</bdi>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

export function CardPart({
  title,
  payment,
}: {
  title: string;
  payment: { method?: string; card_scheme: string | null; card_masked: string | null };
}) {
  if (payment.method === "transfer")
    return (
      <Part title={m.orders_payment()}>
        <p>{m.common_bank_transfer()}</p>
      </Part>
    );
  const ending = cardEnding(payment.card_masked);
  const scheme = schemeWithWallet(payment.card_scheme);
  if (!ending && !scheme) return null;
  const digits = ending && isolate(ending);
  return (
    <Part title={title}>
      <p className="flex items-center gap-2">
        <Icon name="credit-card" size="sm" className="text-ink-3" />
        <span>
          {!digits ? scheme : scheme ? m.orders_scheme_ending({ scheme, digits }) : m.orders_card_ending({ digits })}
        </span>
      </p>
    </Part>
  );
}

export function OrderSummary({ order }: { order: Order }) {
  const { billing } = order;
  return (
    <Card as="section" aria-labelledby="summary">
      <h2 id="summary" className="mb-6 text-h3">
        {m.orders_summary()}
      </h2>
      <div className="grid gap-6 border-y border-line py-6 md:grid-cols-2 print:grid-cols-2">
        <Part title={m.orders_billing()}>
          <p className="font-medium">
            <bdi>
              {billing.first_name} {billing.last_name}
            </bdi>
          </p>
          {order.company?.address !== addressLine(billing) && <AddressLines billing={billing} />}
          <p>
            <bdi dir="ltr">{billing.phone}</bdi>
          </p>
        </Part>
        {order.company && (
          <Part title={m.orders_invoice_to()}>
            <p className="font-medium">
              <bdi>{order.company.name}</bdi>
            </p>
            <p>
              {m.common_vat_number()}{" "}
              <bdi dir="ltr" className="tabular-nums">
                {order.company.vat_number}
              </bdi>
            </p>
            <p>
              <bdi>{order.company.address}</bdi>
            </p>
            {order.company.purchase_order && (
              <p>
                {m.invoicing_purchase_order()}: <bdi>{order.company.purchase_order}</bdi>
              </p>
            )}
          </Part>
        )}
        <CardPart title={m.common_card()} payment={order.payment} />
      </div>
      <div className="ms-auto mt-6 md:max-w-90">
        <TotalsList totals={order} taxPercent={order.tax_percent} />
        {order.payment.returned && (
          <p className="mt-3 flex justify-between gap-4">
            <span>{m.orders_returned_amount()}</span>
            <Sar amount={order.payment.returned} />
          </p>
        )}
      </div>
    </Card>
  );
}
