import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Skeleton, SkeletonRows } from "#ui/skeleton.tsx";
import type { Totals } from "#features/checkout/pay.ts";
import { Acceptance } from "./acceptance.tsx";
import { checkoutColumns } from "./checkout-form.tsx";
import { CheckoutCard } from "./checkout-frame.tsx";
import { OrderReview, type ReviewLine } from "./order-review.tsx";
import { SummaryDisclosure } from "./summary-disclosure.tsx";

function FieldBars({ count }: { count: number }) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {Array.from({ length: count }, (_, i) => (
        <div key={i}>
          <Skeleton className="mb-2 h-3.5 w-24" />
          <Skeleton className="h-12 rounded-control" />
        </div>
      ))}
    </div>
  );
}

/**
 * Placeholder until the viewer is known; shows the order if the page has it already. It is at least as high as the
 * window: a footer in view would move when the form appears.
 */
export function CheckoutSkeleton({
  lines,
  totals,
  taxPercent,
}: {
  lines: readonly ReviewLine[] | null;
  totals: Totals | null;
  taxPercent: number;
}) {
  return (
    <div aria-busy="true" className={`${checkoutColumns} min-h-svh content-start`}>
      <SummaryDisclosure lines={lines} totals={totals} taxPercent={taxPercent} />
      <div className="grid min-w-0 gap-4 md:gap-6">
        <span className="sr-only">{m.ui_loading()}</span>
        {[2, 3].map((rows) => (
          <CheckoutCard key={rows}>
            <Skeleton className="mb-7 h-6 w-44" />
            <SkeletonRows rows={rows} />
          </CheckoutCard>
        ))}
        <CheckoutCard>
          <Skeleton className="mb-7 h-6 w-44" />
          <FieldBars count={4} />
        </CheckoutCard>
      </div>
      <OrderReview lines={lines} totals={totals} taxPercent={taxPercent}>
        <Button size="lg" block disabled>
          {m.checkout_submit()}
        </Button>
        <Acceptance note={m.checkout_bank_may_ask()} />
      </OrderReview>
    </div>
  );
}
