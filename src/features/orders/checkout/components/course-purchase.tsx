import { useSearchParams } from "react-router";
import { useEffect, useState } from "react";
import { useViewer } from "#features/people/use-viewer.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { seatState } from "#features/catalogue/course.ts";
import { callApi } from "#platform/api-client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import type { Order } from "#features/orders/order.schema.ts";
import { fetchBookings } from "#features/orders/seats/use-bookings.ts";
import type { TransferTerms } from "#features/orders/groups/transfer-terms.ts";
import type { Totals } from "../pay.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import type { CheckoutCourse } from "./order-review.tsx";
import { heldSeats } from "../cart-refresh.ts";

type EnrolmentStatus =
  | { kind: "loading" }
  | { kind: "registered" }
  | { kind: "sold-out" }
  | { kind: "held" }
  | { kind: "open"; orders: readonly Order[] };

/** A seat of the person's own open order counts as free. A failed request blocks nothing: the server checks again. */
function useEnrolmentStatus(runId: number, user: StoredUser | null): EnrolmentStatus {
  const [asked, setAsked] = useState<{ key: string; status: EnrolmentStatus } | null>(null);
  const key = user ? `${user.id} ${runId}` : "";

  useEffect(() => {
    if (!user) return;
    const stop = new AbortController();
    const ask = async () => {
      const [booked, qty, answer] = await Promise.all([
        fetchBookings([runId], user.id, stop.signal),
        callApi("/api/get-course-qty", { course_id: runId }, stop.signal),
        callApi("/api/orders", { id: user.id }, stop.signal),
      ]);
      const orders = answer.ok ? answer.data.orders : [];
      const seats =
        qty.ok && !heldSeats(orders).has(runId)
          ? seatState({ seats_left: qty.data.qty, seats_held: qty.data.held })
          : "open";
      setAsked({
        key,
        status: booked.has(runId)
          ? { kind: "registered" }
          : seats === "open"
            ? { kind: "open", orders }
            : { kind: seats },
      });
    };
    ask().catch(() => {});
    return () => stop.abort();
  }, [key, runId, user]);

  return asked?.key === key ? asked.status : { kind: "loading" };
}

type BlockedReason = "ended" | "closed" | "sold-out" | "held" | "registered";

const reasons: Record<BlockedReason, (course: { course: string }) => string> = {
  ended: m.checkout_ended,
  closed: m.checkout_closed,
  "sold-out": m.checkout_checkout_sold_out,
  held: m.checkout_held,
  registered: m.checkout_already_registered,
};

const hints = { registered: m.checkout_registered_hint, held: m.checkout_held_hint };

function FirstStep({ reason }: { reason: BlockedReason }) {
  if (reason === "registered") return <LinkButton to="/my-courses">{m.orders_my_courses()}</LinkButton>;
  if (reason === "held") return <Button onClick={() => location.reload()}>{m.payments_check_now()}</Button>;
  return <LinkButton to="/courses">{m.orders_browse()}</LinkButton>;
}

function CheckoutBlocked({ course, reason }: { course: CheckoutCourse; reason: BlockedReason }) {
  const { text } = localText(useLocale(), course.name_eng, course.name_ar);
  return (
    <Card className="mx-auto max-w-[46rem]">
      <EmptyState
        title={reasons[reason]({ course: isolate(text) })}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <FirstStep reason={reason} />
            <LinkButton variant="secondary" to={`/courses/${course.slug}`}>
              {m.orders_course_page()}
            </LinkButton>
          </div>
        }
      >
        {reason === "registered" || reason === "held" ? hints[reason]() : m.checkout_other_dates_hint()}
      </EmptyState>
    </Card>
  );
}

const noop = (): ReadonlySet<number> => new Set();

/** A date named in the address survives the redirect through Login. */
export function CoursePurchase({
  course,
  totals,
  taxPercent,
  transfer,
}: {
  course: CheckoutCourse;
  totals: Totals;
  taxPercent: number;
  transfer: TransferTerms | null;
}) {
  const run = useSearchParams()[0].get("run");
  const user = useViewer(`/checkout/${course.slug}${run === String(course.id) ? `?run=${run}` : ""}`);
  const status = useEnrolmentStatus(course.id, user);
  const lines = [{ ...course, qty: 1, amount: totals.sub_total }];
  if (course.availability === "ended" || course.availability === "closed")
    return <CheckoutBlocked course={course} reason={course.availability} />;
  if (!user || status.kind === "loading")
    return <CheckoutSkeleton lines={lines} totals={totals} taxPercent={taxPercent} />;
  if (status.kind !== "open") return <CheckoutBlocked course={course} reason={status.kind} />;
  return (
    <CheckoutForm
      key={`${user.id} ${course.id}`}
      lines={lines}
      totals={totals}
      taxPercent={taxPercent}
      user={user}
      orders={status.orders}
      registered={noop()}
      transfer={transfer}
    />
  );
}
