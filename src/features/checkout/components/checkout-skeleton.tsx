import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Skeleton, SkeletonRows } from "#ui/skeleton.tsx";
import type { Totals } from "#features/checkout/pay.ts";
import { Acceptance } from "./acceptance.tsx";
import { checkoutColumns } from "./checkout-form.tsx";
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

/** Shown until the viewer is known, with the order where the page knows it. */
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
    <div aria-busy="true" className={checkoutColumns}>
      <SummaryDisclosure lines={lines} totals={totals} taxPercent={taxPercent} />
      <div className="grid min-w-0 gap-6">
        <span className="sr-only">{m.ui_loading()}</span>
        {[2, 3].map((rows) => (
          <Card key={rows}>
            <Skeleton className="mb-7 h-6 w-44" />
            <SkeletonRows rows={rows} />
          </Card>
        ))}
        <Card>
          <Skeleton className="mb-7 h-6 w-44" />
          <FieldBars count={4} />
        </Card>
      </div>
      <OrderReview lines={lines} totals={totals} taxPercent={taxPercent}>
        <Button size="lg" block disabled>
          {m.checkout_submit()}
        </Button>
        <Acceptance />
        <p className="text-center text-xs text-ink-3 text-balance">{m.checkout_bank_may_ask()}</p>
      </OrderReview>
    </div>
  );
}
