import { useSearchParams } from "react-router";
import { useViewer } from "#features/people/use-viewer.ts";
import type { Totals } from "../pay.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { CheckoutBlocked } from "./checkout-blocked.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import type { CheckoutCourse } from "./order-review.tsx";
import { useEnrolmentStatus } from "./use-enrolment-status.ts";

const noop = (): ReadonlySet<number> => new Set();

/** A date named in the address survives the redirect through Login. */
export function CoursePurchase({
  course,
  totals,
  taxPercent,
}: {
  course: CheckoutCourse;
  totals: Totals;
  taxPercent: number;
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
    />
  );
}
