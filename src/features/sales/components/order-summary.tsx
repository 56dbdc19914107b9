import CreditCard from "lucide-react/icons/credit-card";
import type { ReactNode } from "react";
import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Order } from "../order.schema.ts";
import { cardEnding } from "../order-words.ts";
import { TotalsList } from "./order-review.tsx";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 font-sans text-xs font-normal tracking-normal text-ink-3">{title}</h3>
      <div className="text-sm [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

/** Who the order is for, how it was paid, and what it comes to. */
export function OrderSummary({ order }: { order: Order }) {
  const { billing } = order;
  const ending = cardEnding(order.payment.card_masked);
  const street = new Set([billing.address_1, billing.address_2].filter(Boolean));
  const town = new Set([billing.city, billing.state, billing.zipcode].filter(Boolean));
  return (
    <Card as="section" aria-labelledby="summary">
      <h2 id="summary" className="mb-6 text-h3">{m.sales_summary()}</h2>
      <div className="grid gap-6 border-y border-line py-6 md:grid-cols-2">
        <Part title={m.sales_billing()}>
          <p className="font-medium"><bdi>{billing.first_name} {billing.last_name}</bdi></p>
          {[...street].map((line) => <p key={line}><bdi>{line}</bdi></p>)}
          <p>{[...town].map((part, i) => <span key={part}>{i > 0 && " · "}<bdi>{part}</bdi></span>)}</p>
          <p><bdi dir="ltr">{billing.phone}</bdi></p>
        </Part>
        {order.company && (
          <Part title={m.sales_invoice_to()}>
            <p className="font-medium"><bdi>{order.company.name}</bdi></p>
            <p>{m.sales_company_vat()} <bdi dir="ltr" className="tabular-nums">{order.company.vat_number}</bdi></p>
            <p><bdi>{order.company.address}</bdi></p>
          </Part>
        )}
        {ending && (
          <Part title={m.sales_card()}>
            <p className="flex items-center gap-2"><Icon as={CreditCard} size="sm" className="text-ink-3" /><span>{m.sales_card_ending({ digits: `\u2068${ending}\u2069` })}</span></p>
          </Part>
        )}
      </div>
      <div className="ms-auto mt-6 md:max-w-90">
        <TotalsList totals={order} taxPercent={order.tax_percent} />
      </div>
    </Card>
  );
}
