import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import type { CheckoutCourse } from "./order-review.tsx";

export type BlockedReason = "ended" | "closed" | "sold-out" | "held" | "registered";

const reasons: Record<BlockedReason, (course: { course: string }) => string> = {
  ended: m.checkout_ended,
  closed: m.checkout_closed,
  "sold-out": m.checkout_checkout_sold_out,
  held: m.checkout_held,
  registered: m.checkout_already_registered,
};

const hints = { registered: m.checkout_registered_hint, held: m.checkout_held_hint };

function NextStepButton({ reason }: { reason: BlockedReason }) {
  if (reason === "registered") return <LinkButton to="/my-courses">{m.common_my_courses()}</LinkButton>;
  if (reason === "held") return <Button onClick={() => location.reload()}>{m.payments_check_now()}</Button>;
  return <LinkButton to="/courses">{m.common_action_browse_courses()}</LinkButton>;
}

/** Explains why the course cannot be bought now, and links to the next step. */
export default function CheckoutBlocked({ course, reason }: { course: CheckoutCourse; reason: BlockedReason }) {
  const { text } = localText(useLocale(), course.name_eng, course.name_ar);
  return (
    <Card className="mx-auto max-w-184">
      <EmptyState
        title={reasons[reason]({ course: isolate(text) })}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <NextStepButton reason={reason} />
            <LinkButton
              variant="secondary"
              to={`/courses/${course.slug}${course.key ? runQuery(course.id, course.key) : ""}`}
            >
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
