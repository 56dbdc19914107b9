import { useSearchParams } from "react-router";
import type { Totals } from "../pay.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { CheckoutRefusal } from "./checkout-refusal.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import type { CheckoutCourse } from "./order-review.tsx";
import { useStanding } from "./use-standing.ts";
import { useViewer } from "#features/accounts/use-viewer.ts";

const nowhere = (): ReadonlySet<number> => new Set();

/** One seat of one course. A date named in the address stays in it on the way through Login. */
export function CoursePurchase({ course, totals, taxPercent }: { course: CheckoutCourse; totals: Totals; taxPercent: number }) {
  const run = useSearchParams()[0].get("run");
  const user = useViewer(`/checkout/${course.slug}${run === String(course.id) ? `?run=${run}` : ""}`);
  const standing = useStanding(course.id, user);
  const lines = [{ ...course, qty: 1, amount: totals.sub_total }];
  if (course.availability === "ended" || course.availability === "closed") return <CheckoutRefusal course={course} reason={course.availability} />;
  if (!user || standing.kind === "asking") return <CheckoutSkeleton lines={lines} totals={totals} taxPercent={taxPercent} />;
  if (standing.kind !== "open") return <CheckoutRefusal course={course} reason={standing.kind} />;
  return <CheckoutForm key={`${user.id} ${course.id}`} lines={lines} totals={totals} taxPercent={taxPercent} user={user} orders={standing.orders} registered={nowhere()} />;
}
