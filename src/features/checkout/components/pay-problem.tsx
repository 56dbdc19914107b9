import { Label } from "#i18n/label.tsx";
import { Link, useLocale } from "#i18n/link.tsx";
import { formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Alert } from "#ui/alert.tsx";
import type { PayOutcome } from "#features/checkout/pay.ts";

export type PayProblem = Exclude<PayOutcome, { kind: "redirect" | "logged-out" }>;

const nextStepLink = "mt-1 block w-fit font-medium underline underline-offset-3";

/**
 * Explains the problem, whether anything was charged and what to do next. `isCart`: the order came from the cart, so
 * the alert links back there.
 */
export function PayProblemAlert({ problem, isCart }: { problem: PayProblem; isCart: boolean }) {
  const locale = useLocale();
  switch (problem.kind) {
    case "fields":
      return (
        <Alert tone="danger" announces>
          {problem.missing ? m.checkout_pay_missing() : m.checkout_pay_check()} {m.payments_nothing_charged()}
        </Alert>
      );
    case "price":
      return (
        <Alert tone="warning" announces>
          {m.checkout_pay_price({ total: isolate(formatSar(problem.totals.total, locale)) })}{" "}
          {m.payments_nothing_charged()}
        </Alert>
      );
    case "code":
      return (
        <Alert tone="warning" announces>
          <bdi>{problem.message}</bdi> {m.payments_nothing_charged()}
        </Alert>
      );
    case "refused":
      return (
        <Alert tone="danger" announces>
          <bdi>{problem.message}</bdi> {m.payments_nothing_charged()}
          {isCart && (
            <Link to="/cart" className={nextStepLink}>
              {m.checkout_back_to_cart()}
            </Link>
          )}
          {problem.contact && (
            <Link to="/contact-us" className={nextStepLink}>
              {problem.contact === "group" ? (
                m.checkout_group_contact()
              ) : (
                <Label name="contact">{m.common_action_contact()}</Label>
              )}
            </Link>
          )}
        </Alert>
      );
    case "closed":
      return (
        <Alert tone="info" announces>
          {m.checkout_apple_pay_closed()}
        </Alert>
      );
    case "at-bank":
      return (
        <Alert tone="warning" announces>
          {m.checkout_pay_at_bank()}
          <a href={problem.to} className={nextStepLink}>
            {m.checkout_pay_go_to_bank()}
          </a>
        </Alert>
      );
    case "card-refused":
      return (
        <Alert tone="danger" announces>
          {m.checkout_pay_card_refused()} {m.payments_nothing_charged()}
          {/* The provider writes English only. */}
          {problem.message && (
            <span className="mt-1 block text-sm">
              <bdi lang="en">{problem.message}</bdi>
            </span>
          )}
        </Alert>
      );
    case "not-charged":
      return (
        <Alert tone="warning" announces>
          {m.checkout_pay_not_charged()}
        </Alert>
      );
    case "unclear":
      return (
        <Alert tone="warning" announces>
          {m.checkout_pay_unclear()}
        </Alert>
      );
  }
}
