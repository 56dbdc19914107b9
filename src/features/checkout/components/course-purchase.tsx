import { useSearchParams } from "react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useViewer } from "#features/people/use-viewer.ts";
import { seatState } from "#features/catalogue/course.ts";
import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import { callApi } from "#platform/api-client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import type { Order } from "#features/orders/order.schema.server.ts";
import { fetchBookings } from "#features/seats/use-bookings.ts";
import type { Totals } from "#features/checkout/pay.ts";
import type { BlockedReason } from "./checkout-blocked.tsx";
import { CheckoutForm, type PurchaseTerms } from "./checkout-form.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import type { CheckoutCourse } from "./order-review.tsx";
import { heldSeats, type OfferedEntry } from "#features/checkout/seat-hold.ts";

type PurchaseAvailability =
  | { kind: "loading" }
  | { kind: "registered" }
  | { kind: "sold-out" }
  /** No seat is free, but other people hold some, which may become free again. */
  | { kind: "held" }
  | { kind: "open"; orders: readonly Order[]; waitlistEntries: readonly OfferedEntry[] };

/**
 * Whether the person can buy the run. Seats that their own open order holds count as free. A failed request blocks
 * nothing: the server checks again.
 */
function usePurchaseAvailability(
  { id: runId, key: runKey }: CheckoutCourse,
  user: StoredUser | null,
): PurchaseAvailability {
  const [result, setResult] = useState<{ key: string; availability: PurchaseAvailability } | null>(null);
  const key = user ? `${user.id} ${runId}` : "";

  useEffect(() => {
    if (!user) return;
    const stop = new AbortController();
    const load = async () => {
      const [booked, qty, answer, waitlists] = await Promise.all([
        fetchBookings([runId], user.id, stop.signal),
        callApi("/api/get-course-qty", { course_id: runId, key: runKey }, stop.signal),
        callApi("/api/orders", { id: user.id }, stop.signal),
        callApi("/api/my-waiting-lists", {}, stop.signal),
      ]);
      const orders = answer.ok ? answer.data.orders : [];
      const waitlistEntries = waitlists.ok ? waitlists.data.places : [];
      const seats =
        qty.ok && !heldSeats(orders).has(runId)
          ? seatState({ seats_left: qty.data.qty, seats_held: qty.data.held })
          : "open";
      setResult({
        key,
        availability: booked.has(runId)
          ? { kind: "registered" }
          : seats === "open"
            ? { kind: "open", orders, waitlistEntries }
            : { kind: seats },
      });
    };
    load().catch(() => {});
    return () => stop.abort();
  }, [key, runId, runKey, user]);

  return result?.key === key ? result.availability : { kind: "loading" };
}

/** Loaded on demand: most buyers can pay. */
const CheckoutBlocked = lazy(() => import("./checkout-blocked.tsx"));

const noRuns: ReadonlySet<number> = new Set();

/** Checkout of one run. Keeps `?run=` in the address when the visitor is sent to Login and back. */
export function CoursePurchase({
  course,
  totals,
  taxPercent,
  terms,
}: {
  course: CheckoutCourse;
  totals: Totals;
  taxPercent: number;
  terms: PurchaseTerms;
}) {
  const run = useSearchParams()[0].get("run");
  const user = useViewer(`/checkout/${course.slug}${run === String(course.id) ? runQuery(course.id, course.key) : ""}`);
  const availability = usePurchaseAvailability(course, user);
  const lines = [{ ...course, qty: course.seats, amount: totals.sub_total }];
  const skeleton = <CheckoutSkeleton lines={lines} totals={totals} taxPercent={taxPercent} />;
  const renderBlocked = (reason: BlockedReason) => (
    <Suspense fallback={skeleton}>
      <CheckoutBlocked course={course} reason={reason} />
    </Suspense>
  );
  if (course.availability === "ended" || course.availability === "closed") return renderBlocked(course.availability);
  if (!user || availability.kind === "loading") return skeleton;
  if (availability.kind !== "open") return renderBlocked(availability.kind);
  return (
    <CheckoutForm
      key={`${user.id} ${course.id}`}
      lines={lines}
      totals={totals}
      taxPercent={taxPercent}
      user={user}
      orders={availability.orders}
      waitlistEntries={availability.waitlistEntries}
      registered={noRuns}
      {...terms}
    />
  );
}
