import { useState, type ReactNode } from "react";
import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import { weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { callApi } from "#platform/api-client.ts";
import { redirectTo } from "#platform/redirect-to.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import type { FieldErrors } from "#ui/form-context.ts";
import { Form } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { initialBilling, type InitialBilling } from "#features/checkout/initial-billing.ts";
import type { Purchase } from "#features/checkout/pay.ts";
import type { Quotation } from "#features/checkout/quotation.ts";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";
import { Acceptance } from "./acceptance.tsx";
import { BillingFields, OrderNumberField, parseBilling } from "./billing-fields.tsx";
import { parseCompany } from "./company-fields.tsx";
import { PayProblemAlert } from "./pay-problem.tsx";
import { bookByTransfer } from "./way-to-pay.tsx";

interface AcceptProps {
  quotation: Quotation;
  user: StoredUser;
}

/**
 * The form to accept a company's quotation. Accepting books the seats for payment by transfer; a link leads to payment
 * by card instead.
 */
export default function AcceptForm({ quotation, user }: AcceptProps) {
  const { answer } = useApiQuery(user.id, (signal) => callApi("/api/orders", { id: user.id }, signal));
  if (!answer) return <SkeletonRows />;
  const { billing, company } = initialBilling(user, answer.ok ? answer.data.orders : []);
  // If the request for earlier orders failed, the form has no company to prefill except the name on the quotation.
  const knownCompany = company ?? { name: quotation.company, vat_number: "", address: "" };
  return <Accept quotation={quotation} user={user} initial={{ billing, company: knownCompany }} />;
}

function Accept({ quotation, user, initial }: AcceptProps & { initial: InitialBilling }) {
  const locale = useLocale();
  const [errors, setErrors] = useState<FieldErrors>();
  const [problem, setProblem] = useState<ReactNode>(null);
  const { run_id: id, key, seats: qty, course, sub_total, tax, total, due_on } = quotation;
  const cardCheckoutPath = `/checkout/${course.slug}${runQuery(id, key)}`;
  if (due_on === null) return <LinkButton to={cardCheckoutPath}>{m.quotes_by_card()}</LinkButton>;

  async function accept(form: FormData) {
    setProblem(null);
    const billing = parseBilling(form);
    const purchase: Purchase = {
      userId: user.id,
      lines: [{ id, key, qty, namedLater: qty, name: localText(locale, course.name_eng, course.name_ar).text }],
      billing,
      company: parseCompany(form, billing),
      attendees: [],
      displayedTotals: { sub_total, tax, total },
    };
    const outcome = await bookByTransfer(purchase, locale, () => {});
    if (outcome.kind === "redirect") return redirectTo(outcome.to);
    if (outcome.kind === "logged-out") return;
    setErrors(outcome.kind === "fields" ? outcome.fields : {});
    setProblem(<PayProblemAlert problem={outcome} isCart={false} />);
  }

  return (
    <Form validationErrors={errors} onSend={accept} className="grid gap-5 text-start" aria-label={m.quotes_heading()}>
      <BillingFields
        defaults={initial.billing}
        email={user.email}
        company={initial.company}
        companyReason={m.checkout_company_run()}
        needsAddress={quotation.needs_address}
        hasOrderNumber={false}
      />
      <OrderNumberField />
      <ConfirmAddress />
      <p className="text-sm text-ink-2">{m.quotes_pay_by({ date: isolate(weekdayRange(due_on, due_on, locale)) })}</p>
      {problem}
      <Button type="submit" size="lg" block pendingText={m.enrolments_processing()}>
        {m.quotes_accept({ total: isolate(formatSar(total, locale)) })}
      </Button>
      <Acceptance />
      <LinkButton variant="ghost" to={cardCheckoutPath}>
        {m.quotes_by_card()}
      </LinkButton>
    </Form>
  );
}
