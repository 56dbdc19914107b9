import type { ReactNode } from "react";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Icon } from "#ui/icon.tsx";
import type { BillingAddress } from "#features/orders/billing.schema.ts";
import { schemeName } from "#features/payments/card.ts";
import { cardEnding } from "#features/orders/order-labels.ts";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 font-sans text-xs font-normal tracking-normal text-ink-3">{title}</h3>
      <div className="text-sm [overflow-wrap:anywhere]">{children}</div>
    </div>
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
      <p>
        {[...town].map((part, i) => (
          <span key={part}>
            {i > 0 && " · "}
            <bdi>{part}</bdi>
          </span>
        ))}
      </p>
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
      <Part title={title}>
        <p>{m.payments_by_transfer()}</p>
      </Part>
    );
  const ending = cardEnding(payment.card_masked);
  const scheme = schemeName(payment.card_scheme);
  if (!ending) return null;
  return (
    <Part title={title}>
      <p className="flex items-center gap-2">
        <Icon name="credit-card" size="sm" className="text-ink-3" />
        <span>
          {scheme
            ? m.orders_scheme_ending({ scheme, digits: isolate(ending) })
            : m.orders_card_ending({ digits: isolate(ending) })}
        </span>
      </p>
    </Part>
  );
}
