import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { formatSar } from "#i18n/money.ts";
import { riyadhClock } from "#i18n/riyadh-clock.ts";
import { m } from "#messages";
import { redirectTo } from "#platform/redirect-to.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form } from "#ui/form.tsx";
import { resultHeadingProps } from "#ui/result-heading.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { Acceptance } from "#features/checkout/components/acceptance.tsx";
import { CardSection } from "#features/checkout/components/card-fields.tsx";
import { payBegun } from "#features/checkout/pay.ts";
import { cardSource } from "#features/payments/card-check.ts";
import { cardErrors, cardFieldErrors } from "#features/payments/card-labels.ts";
import { emptyCard } from "#features/payments/card.ts";

interface PayDifferenceProps {
  checkout: BegunCheckout;
  userId: string;
  /** Run of the new date. */
  runId: number;
  /** Called when the order has ended or the buyer has changed their mind. */
  onLeave: () => void;
}

/** Card form for the price difference of a dearer date. The seats do not change until it is paid. */
export function PayDifference({ checkout, userId, runId, onLeave }: PayDifferenceProps) {
  const locale = useLocale();
  const [card, setCard] = useState(emptyCard);
  useEffect(() => {
    // A page that the browser keeps for its Back button must not keep card details.
    const clearCard = () => flushSync(() => setCard(emptyCard));
    window.addEventListener("pagehide", clearCard);
    return () => window.removeEventListener("pagehide", clearCard);
  }, []);

  async function send() {
    const errors = cardErrors(card, new Date());
    if (Object.keys(errors).length > 0) return { fields: errors, message: "" };
    const outcome = await payBegun(checkout, { userId, runId }, cardSource(card));
    if (outcome.kind === "redirect") return redirectTo(outcome.to);
    return {
      fields: outcome.kind === "card-refused" ? cardFieldErrors(outcome.fields, locale) : {},
      message: "message" in outcome && outcome.message ? outcome.message : m.platform_our_fault(),
    };
  }
  const amount = isolate(formatSar(checkout.total, locale));
  return (
    <Form onSend={send} className="grid gap-5">
      <h2 className="text-h3 outline-none" {...resultHeadingProps(true)}>
        {m.changes_pay_title()}
      </h2>
      <Alert tone="info" announces>
        {m.changes_pay_held({ time: riyadhClock(new Date(checkout.expires_at), locale) })}
      </Alert>
      <CardSection card={card} onChange={setCard} />
      <FormAlert />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{m.changes_do_pay({ amount })}</Button>
        <Button variant="secondary" onClick={onLeave}>
          {m.changes_keep()}
        </Button>
      </div>
      <Acceptance />
    </Form>
  );
}
