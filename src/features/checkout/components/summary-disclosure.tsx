import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { OrderDiscount } from "#features/orders/order.schema.server.ts";
import type { Totals } from "#features/checkout/pay.ts";
import { Sar } from "#ui/money.tsx";
import { ReviewLines, TotalsList, type ReviewLine } from "./order-review.tsx";

const barClasses = "flex min-h-14 flex-wrap items-center gap-x-2 px-[1.35rem] py-3 text-[.9375rem] font-medium";

/** Repeats the order summary above the form on narrow screens, which show it last. Works without JavaScript. */
export function SummaryDisclosure({
  lines,
  totals,
  taxPercent,
  discounts,
}: {
  lines: readonly ReviewLine[] | null;
  totals: Totals | null;
  taxPercent: number;
  discounts?: readonly (OrderDiscount | null)[];
}) {
  const frameClasses = "rounded-[20px] border border-line bg-sunken lg:hidden print:hidden";
  if (!lines || !totals)
    return (
      <div aria-hidden="true" className={`${frameClasses} ${barClasses}`}>
        <Skeleton className="h-5 w-44" />
        <Skeleton className="ms-auto h-5 w-24" />
      </div>
    );
  return (
    <details className={`group/summary ${frameClasses}`}>
      <summary className={`${barClasses} cursor-pointer list-none rounded-[20px] [&::-webkit-details-marker]:hidden`}>
        <span className="group-open/summary:hidden">{m.checkout_show_summary()}</span>
        <span className="hidden group-open/summary:inline">{m.checkout_hide_summary()}</span>
        <Icon name="chevron-down" size="sm" className="text-ink-3 transition-transform group-open/summary:rotate-180" />
        <strong className="ms-auto font-semibold whitespace-nowrap tabular-nums">
          <Sar amount={totals.total} />
        </strong>
      </summary>
      <div className="grid gap-5 border-t border-line p-[1.35rem]">
        <ReviewLines lines={lines} />
        <TotalsList totals={totals} taxPercent={taxPercent} discounts={discounts} />
      </div>
    </details>
  );
}
