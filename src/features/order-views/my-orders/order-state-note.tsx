import { dayAndTime, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { formatSar } from "#i18n/money.ts";
import { riyadhHoldEnd } from "#i18n/riyadh-clock.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import type { Order } from "#features/orders/order.schema.server.ts";
import { otherDatesAddress, seatCount } from "#features/orders/order-labels.ts";
import { refusalMessage } from "#features/payments/refusal-labels.ts";
import { BankMessage } from "./bank-message.tsx";
import { useRetry } from "./use-retry.ts";

export function OrderStateNote({ order }: { order: Order }) {
  const { status, due_on, message, returning, returned, reason } = order.payment;
  const retry = useRetry(order);
  const locale = useLocale();
  const time = order.held_until && riyadhHoldEnd(new Date(order.held_until), locale);
  const holdText =
    time && (seatCount(order) > 1 ? m.payments_seats_held_until({ time }) : m.payments_held_until({ time }));
  const renderLink = (to: string, label: string) => (
    <Link to={to} className="font-medium underline underline-offset-3">
      {label}
    </Link>
  );
  const retryLink = renderLink(retry, m.common_action_try_again());
  const otherDatesLink = renderLink(otherDatesAddress(order.course), m.payments_other_dates());
  if (returning)
    return (
      <Alert tone="info">
        {m.payments_returning()} {refusalMessage(reason)}
      </Alert>
    );
  if (returned && (status === "failed" || status === "expired")) {
    const text = m.payments_returned_unused({ amount: formatSar(returned, locale) });
    return (
      <Alert tone="info">
        {text} {refusalMessage(reason)}
      </Alert>
    );
  }
  switch (status) {
    case "pending":
      if (order.payment.method === "transfer" && !due_on && order.held_until)
        return (
          <Alert tone="warning">
            {m.transfers_approval_waiting({ time: isolate(dayAndTime(new Date(order.held_until), locale)) })}
          </Alert>
        );
      if (due_on)
        return <Alert tone="warning">{m.transfers_waiting({ date: weekdayRange(due_on, due_on, locale) })}</Alert>;
      return (
        <Alert tone="warning">
          <p>
            {m.payments_waiting_text()} {holdText}
          </p>
          {/* For buyers who closed the page before the bank was asked: submitting again continues the same order and
              payment. */}
          {holdText && (
            <>
              <p className="mt-1">{m.payments_not_finished()}</p>
              <LinkButton size="sm" to={retry} className="mt-3">
                {m.payments_go_on_paying()}
              </LinkButton>
            </>
          )}
        </Alert>
      );
    case "failed":
      return (
        <Alert tone="danger">
          <p>
            {m.payments_failed_text()} {m.payments_nothing_charged()} {holdText} {retryLink}
          </p>
          {message && (
            <p className="mt-1 text-sm">
              {m.payments_bank_message()}: <BankMessage message={message} />
            </p>
          )}
        </Alert>
      );
    case "expired":
      if (reason === "run-cancelled") {
        const text = `${m.payments_ended_cancelled()}. ${m.payments_ended_cancelled_text()}`;
        return (
          <Alert tone="info">
            {text} {otherDatesLink}
          </Alert>
        );
      }
      return (
        <Alert tone="info">
          {m.payments_expired_text()} {retryLink}
        </Alert>
      );
    case "refunded":
      return (
        <Alert tone="info">
          {m.payments_returned_text()} {refusalMessage(reason)}
        </Alert>
      );
    case "partially_refunded":
      return (
        returned && (
          <Alert tone="info">{m.payments_partly_returned_amount({ amount: formatSar(returned, locale) })}</Alert>
        )
      );
    case "paid":
      return null;
  }
}
