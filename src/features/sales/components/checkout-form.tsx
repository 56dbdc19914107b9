import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { riyadhTime } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import type { StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import type { FieldErrors } from "#ui/form-context.ts";
import { emptyCard } from "../card.ts";
import type { BillingAddress } from "../checkout.schema.ts";
import { pay, refusedFields, type Totals } from "../pay.ts";
import { BillingFields, billingOf } from "./billing-fields.tsx";
import { CardFields } from "./card-fields.tsx";
import { leavePage } from "./leave-page.ts";
import { OrderReview, type CheckoutCourse } from "./order-review.tsx";
import { PayProblemAlert, type PayProblem } from "./pay-problem.tsx";
import { keepDraft } from "./use-standing.ts";

/** Two columns, the summary last on phones. */
export const checkoutColumns = "grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12";

export interface CheckoutFormProps {
  course: CheckoutCourse;
  /** What the page was delivered with. */
  totals: Totals;
  taxPercent: number;
  user: StoredUser;
  billing: BillingAddress;
}

/** Address, card and order; sends them once, and keeps what was typed until the buyer leaves for the bank. */
export function CheckoutForm({ course, totals, taxPercent, user, billing }: CheckoutFormProps) {
  const locale = useLocale();
  const [card, setCard] = useState(emptyCard);
  const [shown, setShown] = useState(totals);
  const [errors, setErrors] = useState<FieldErrors>();
  const [problem, setProblem] = useState<PayProblem | null>(null);
  const [heldUntil, setHeldUntil] = useState<Date | null>(null);
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A page kept for Back must not keep a card.
    const forget = () => flushSync(() => setCard(emptyCard));
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);

  useEffect(() => {
    // Wrong fields have the focus already; anything else has to come into view by itself.
    if (problem && problem.kind !== "fields") alert.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);

  async function submit(data: FormData) {
    const address = billingOf(data);
    keepDraft(user.id, address);
    setProblem(null);
    const outcome = await pay({ userId: user.id, courseId: course.id, billing: address, card, shown }, setHeldUntil);
    if (outcome.kind === "leave") return leavePage(outcome.to);
    if (outcome.kind === "logged-out") return; // the page is on its way to Login
    setErrors(outcome.kind === "fields" ? outcome.fields : outcome.kind === "card-refused" ? refusedFields(outcome.fields, locale) : {});
    if (outcome.kind === "price") setShown(outcome.totals);
    setProblem(outcome);
  }

  return (
    <Form validationErrors={errors} onSend={submit} className={checkoutColumns} aria-label={m.sales_checkout()}>
      <div className="grid min-w-0 gap-6">
        <BillingFields defaults={billing} />
        <CardFields card={card} onChange={setCard} />
      </div>
      <OrderReview course={course} totals={shown} taxPercent={taxPercent}>
        <div ref={alert}>{problem && <PayProblemAlert problem={problem} />}</div>
        <Button type="submit" size="lg" block pendingText={m.sales_processing()}>{m.sales_submit()}</Button>
        <p className="text-center text-xs text-ink-3 text-balance">
          {heldUntil && <span className="mb-1 block text-ink-2">{m.sales_held_until({ time: riyadhTime(heldUntil, locale) })}</span>}
          {m.sales_bank_may_ask()}
        </p>
      </OrderReview>
    </Form>
  );
}
