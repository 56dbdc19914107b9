import type { ReactNode } from "react";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { RunDates } from "#i18n/run-dates.tsx";
import { TimesOfSessions } from "#i18n/times-of-sessions.tsx";
import type { SessionTimes } from "#i18n/session-times.ts";
import { policySentences, policySummary } from "#features/catalogue/schedule/change-policy-labels.ts";
import type { Availability, Course } from "#features/catalogue/course.ts";
import { minimumText } from "#features/catalogue/schedule/minimum.ts";
import { m } from "#messages";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { Picture } from "#ui/picture.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { discountLabel } from "#features/orders/order-labels.ts";
import type { OrderDiscount } from "#features/orders/order.schema.server.ts";
import { taxOn } from "#features/orders/pricing.ts";
import type { CartDetails } from "#features/checkout/cart.ts";
import type { Totals } from "#features/checkout/pay.ts";
import { Sar } from "#ui/money.tsx";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import { CheckoutCard } from "./checkout-frame.tsx";

/** The terms of a run that a buyer agrees to, shown before paying. */
export type LineTerms = Pick<Course, "change_steps" | "minimum">;

export interface CheckoutCourse extends CartDetails, LineTerms, Pick<Course, "company"> {
  /** The run's id. */
  id: number;
  /** Number of seats that are bought together. */
  seats: number;
  venue_eng: string;
  venue_ar: string | null;
  availability: Availability;
}

interface TotalsListProps {
  totals: Totals;
  taxPercent: number;
  /** Discounts per line, which `totals` already include. */
  discounts?: readonly (OrderDiscount | null)[];
}

/**
 * Shows discount, subtotal, tax and total. Names the tax rate only if the tax of this order is exactly that percentage.
 */
export function TotalsList({ totals, taxPercent, discounts }: TotalsListProps) {
  const lineDiscounts = discounts ?? [];
  const discountHalalas = lineDiscounts.reduce(
    (sum, discount) => sum + (halalasFromDecimal(discount?.amount ?? "0.00") ?? 0),
    0,
  );
  const beforeDiscount = decimalFromHalalas((halalasFromDecimal(totals.sub_total) ?? 0) + discountHalalas);
  const isTaxAtRate = taxOn(halalasFromDecimal(totals.sub_total) ?? 0, taxPercent) === halalasFromDecimal(totals.tax);
  return (
    <KeyValueList
      variant="plain"
      className="max-md:gap-2"
      items={[
        ...(discountHalalas > 0
          ? [
              { label: m.discounts_before(), value: <Sar amount={beforeDiscount} /> },
              { label: m.discounts_discount(), value: <Sar amount={decimalFromHalalas(-discountHalalas)} /> },
            ]
          : []),
        { label: m.common_subtotal(), value: <Sar amount={totals.sub_total} /> },
        {
          label: isTaxAtRate ? m.checkout_tax({ percent: taxPercent }) : m.orders_tax_plain(),
          value: <Sar amount={totals.tax} />,
        },
        { label: m.orders_total(), value: <Sar amount={totals.total} />, isTotal: true },
      ]}
    />
  );
}

export interface ReviewLine extends Partial<LineTerms> {
  /** The run's id. */
  id: number;
  /** Key of a private run. */
  key?: string | null;
  /** The company that the run is for, if any. */
  company?: Course["company"];
  name_eng: string;
  name_ar: string | null;
  start_date: string;
  end_date: string;
  days: number | null;
  sessions: SessionTimes[];
  started: boolean;
  image: string;
  venue_eng?: string;
  venue_ar?: string | null;
  qty: number;
  group_from_seats: number | null;
  /** Price of all seats of the line, a decimal string without VAT. */
  amount: string;
  discount?: OrderDiscount | null;
  /** Number of seats without an attendee. */
  unnamed?: number;
}

function Line({ line, showsAmount }: { line: ReviewLine; showsAmount: boolean }) {
  const locale = useLocale();
  const terms = policySentences(line.change_steps ?? [], locale);
  if (line.minimum) terms.unshift(minimumText(line.minimum, locale));
  return (
    <li className="flex flex-wrap items-start gap-4">
      <Picture
        picture={thumbnail(line.image)}
        alt=""
        isPriority
        className="aspect-[16/10] w-18 flex-none rounded-control"
      />
      <div className="min-w-0 flex-[1_1_6rem]">
        <p className="font-medium leading-snug">
          <LocalizedText eng={line.name_eng} ar={line.name_ar} />
        </p>
      </div>
      {/* A row of its own: beside the picture, dates and times would break at each word. */}
      <div className="-mt-2 min-w-0 basis-full">
        <p className="text-sm text-ink-3 tabular-nums">
          <RunDates of={line} />
          <TimesOfSessions of={line.sessions} />
        </p>
        {line.venue_eng && (
          <p className="text-sm text-ink-3">
            <LocalizedText eng={line.venue_eng} ar={line.venue_ar ?? null} />
          </p>
        )}
        {showsAmount && (
          <p className="text-sm text-ink-2 tabular-nums">
            {m.orders_seats({ count: line.qty })} · <Sar amount={line.amount} />
          </p>
        )}
        {line.discount && (
          <p className="text-sm text-success">
            {discountLabel(line.discount)} <Sar amount={`-${line.discount.amount}`} />
          </p>
        )}
        {!!line.unnamed && <p className="text-sm text-ink-3">{m.orders_seats_unnamed({ count: line.unnamed })}</p>}
      </div>
      {terms.length > 0 && <p className="basis-full text-xs text-ink-2">{terms.join(" ")}</p>}
    </li>
  );
}

export function ReviewLines({ lines }: { lines: readonly ReviewLine[] }) {
  const showsAmounts = lines.length > 1 || lines.some((line) => line.qty > 1);
  return (
    <ul className="grid gap-4">
      {lines.map((line) => (
        <Line key={line.id} line={line} showsAmount={showsAmounts} />
      ))}
    </ul>
  );
}

/**
 * On phones the pay button is far below the lines. Repeats next to the button, for each line, until when it can be
 * cancelled and how many seats have no attendee.
 */
export function LineNotes({ lines }: { lines: readonly ReviewLine[] }) {
  const locale = useLocale();
  return (
    <ul className="grid gap-2 text-sm text-ink-2 lg:hidden">
      {lines.map(({ id, name_eng, name_ar, change_steps = [], unnamed = 0 }) => (
        <li key={id}>
          {lines.length > 1 && (
            <p className="font-medium">
              <LocalizedText eng={name_eng} ar={name_ar} />
            </p>
          )}
          <p>{policySummary(change_steps, locale)}</p>
          {unnamed > 0 && <p>{m.orders_seats_unnamed({ count: unnamed })}</p>}
        </li>
      ))}
    </ul>
  );
}

export interface OrderReviewProps {
  lines: readonly ReviewLine[] | null;
  totals: Totals | null;
  taxPercent: number;
  discounts?: TotalsListProps["discounts"];
  children: ReactNode;
}

export function OrderReview({ lines, totals, taxPercent, discounts, children }: OrderReviewProps) {
  return (
    <CheckoutCard aria-labelledby="review" className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5 lg:sticky lg:top-6">
      <h2 id="review" className="text-h3">
        {m.checkout_your_order()}
      </h2>
      {lines && totals ? (
        <>
          <div className="max-lg:not-print:hidden">
            <ReviewLines lines={lines} />
          </div>
          <TotalsList totals={totals} taxPercent={taxPercent} discounts={discounts} />
        </>
      ) : (
        <SkeletonRows rows={3} />
      )}
      {children}
    </CheckoutCard>
  );
}
