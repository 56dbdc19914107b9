import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { weekdayRange } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { localePath, type Locale } from "#i18n/locale.ts";
import { callApi } from "#platform/api-client.ts";
import { toOrderItem } from "#features/checkout/order-items.ts";
import { m } from "#messages";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { Sar } from "#ui/money.tsx";
import { checkoutRejected, type PayOutcome, type Purchase } from "#features/checkout/pay.ts";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";
import { CheckoutCard } from "./checkout-frame.tsx";

export type Way = "card" | "transfer";

interface WayToPayProps {
  way: Way;
  onChange: (way: Way) => void;
  /** Last day to pay by transfer, `YYYY-MM-DD`. */
  dueOn: string;
  /** Whether the run is for a company, whose booking needs no approval. */
  isForCompany: boolean;
  total: string;
  seats: number;
  /** The card fields, shown while "card" is chosen. */
  children: ReactNode;
}

/** Chooses between card and bank transfer, where a transfer is possible. */
export default function WayToPay({ way, onChange, dueOn, isForCompany, total, seats, children }: WayToPayProps) {
  const locale = useLocale();
  const ways = [
    { id: "card", label: m.common_card(), text: m.groups_way_card_text() },
    { id: "transfer", label: m.common_bank_transfer(), text: m.groups_way_transfer_text() },
  ] as const;
  return (
    <CheckoutCard aria-labelledby="way">
      <h2 id="way" className="mb-3 text-h3 md:mb-4">
        {m.groups_way()}
      </h2>
      <div className="grid gap-3">
        {ways.map(({ id, label, text }) => (
          <div
            key={id}
            className={clsx("rounded-[14px] border p-4 md:p-5", way === id ? "border-primary" : "border-line-2")}
          >
            <label className="flex cursor-pointer items-center gap-4">
              <input
                type="radio"
                name="way"
                value={id}
                checked={way === id}
                onChange={() => onChange(id)}
                className="size-5 accent-primary"
              />
              <span className="font-medium">
                {label}
                <small className="block text-sm font-normal text-ink-3">{text}</small>
              </span>
            </label>
            {way === id && id === "card" && <div className="mt-4 grid gap-4">{children}</div>}
            {way === id && id === "transfer" && (
              <div className="mt-4">
                <ConfirmAddress className="mb-4" />
                <KeyValueList
                  variant="plain"
                  items={[
                    { label: m.groups_way_due(), value: weekdayRange(dueOn, dueOn, locale) },
                    { label: m.groups_way_amount(), value: <Sar amount={total} /> },
                  ]}
                />
                <p className="mt-3 text-sm text-ink-2">{m.groups_way_held({ count: seats })}</p>
                {!isForCompany && <p className="mt-2 text-sm text-ink-2">{m.groups_way_first()}</p>}
              </div>
            )}
          </div>
        ))}
      </div>
    </CheckoutCard>
  );
}

/** Books the seats by bank transfer. Never rejects. */
export async function bookByTransfer(
  { lines, billing, company, attendees, displayedTotals, discountCode }: Purchase,
  locale: Locale,
  onBooked: (orderId: number) => void,
): Promise<PayOutcome> {
  const people = attendees.length > 0 ? { attendees } : {};
  const address = await callApi("/api/validate-billing-address", { ...billing, company, ...people });
  if (!address.ok) {
    if (Object.keys(address.fields).length === 0) return checkoutRejected(address, lines);
    return { kind: "fields", fields: address.fields, missing: false };
  }
  const booked = await callApi("/api/book-by-transfer", {
    items: lines.map((line) => ({ ...toOrderItem(line), named_later: line.namedLater })),
    billing,
    company,
    ...people,
    ...(discountCode && { discount_code: discountCode }),
    total: displayedTotals.total,
  });
  if (!booked.ok) return checkoutRejected(booked, lines);
  onBooked(booked.data.order_id);
  return { kind: "redirect", to: localePath(`/my-courses/${booked.data.order_id}`, locale) };
}
