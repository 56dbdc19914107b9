import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import type { Order } from "#features/orders/order.schema.ts";
import { Sar } from "#features/orders/checkout/components/sar.tsx";
import { TotalsList } from "#features/orders/checkout/components/order-review.tsx";
import { AddressLines, CardPart, Part } from "./order-parts.tsx";

export function OrderSummary({ order }: { order: Order }) {
  const { billing } = order;
  return (
    <Card as="section" aria-labelledby="summary">
      <h2 id="summary" className="mb-6 text-h3">
        {m.orders_summary()}
      </h2>
      <div className="grid gap-6 border-y border-line py-6 md:grid-cols-2">
        <Part title={m.orders_billing()}>
          <p className="font-medium">
            <bdi>
              {billing.first_name} {billing.last_name}
            </bdi>
          </p>
          <AddressLines billing={billing} />
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
              {m.orders_company_vat()}{" "}
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
        <CardPart title={m.orders_card()} payment={order.payment} />
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
