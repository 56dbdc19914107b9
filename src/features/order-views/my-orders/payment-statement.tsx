import { Label } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { formatSar } from "#i18n/money.ts";
import { riyadhHoldEnd } from "#i18n/riyadh-clock.ts";
import { RunDates } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Button } from "#ui/button.tsx";
import { KeyValueList, type KeyValue } from "#ui/key-value-list.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import type { Order } from "#features/orders/order.schema.server.ts";
import { otherDatesAddress, seatCount } from "#features/orders/order-labels.ts";
import { refusalMessage } from "#features/payments/refusal-labels.ts";
import { Sar } from "#ui/money.tsx";
import { BankMessage } from "./bank-message.tsx";
import { useSave } from "#ui/use-save.ts";
import { saveCalendar } from "./save-order-file.ts";
import { useRetry } from "./use-retry.ts";

/** Moving to a dearer run adds an order for the difference, but the buyer knows only the original order. */
const orderNumberRow = ({ id, difference_of }: Pick<Order, "id" | "difference_of">): KeyValue => ({
  label: m.common_order(),
  value: <bdi>{difference_of ?? id}</bdi>,
});

export function courseLines(order: Order): KeyValue[] {
  return order.lines.flatMap((line) => [
    {
      label: m.common_course(),
      value: (
        <>
          <LocalizedText eng={line.name_eng} ar={line.name_ar} />
          {line.qty > 1 && <span className="block text-sm text-ink-3">{m.orders_seats({ count: line.qty })}</span>}
        </>
      ),
    },
    { label: m.payments_dates(), value: <RunDates of={line} /> },
  ]);
}

const viewOrderButton = (order: Pick<Order, "id">, variant?: "secondary") => (
  <LinkButton variant={variant} to={`/my-courses/${order.id}`}>
    {m.payments_view_order()}
  </LinkButton>
);
const contactButton = (order: Order, email: string) => (
  <LinkButton
    variant="secondary"
    href={`mailto:${email}?subject=${encodeURIComponent(m.common_order_number({ id: order.id }))}`}
  >
    <Label name="contact">{m.common_action_contact()}</Label>
  </LinkButton>
);
function TryAgain({ order }: { order: Order }) {
  return <LinkButton to={useRetry(order)}>{m.common_action_try_again()}</LinkButton>;
}

interface StatementProps {
  order: Order;
  buyerEmail: string;
  contactEmail: string;
}

function Booked({ order, buyerEmail }: StatementProps) {
  const locale = useLocale();
  const { returned } = order.payment;
  const isDifference = order.difference_of !== null;
  const { save, busy, failed } = useSave();
  const canAddToCalendar = !isDifference && order.lines.some(({ enrolled }) => enrolled);
  const ownTicket = order.lines
    .flatMap(({ attendees }) => attendees)
    .find(({ email, ticket }) => ticket && email === buyerEmail)?.ticket;
  const seatsWithoutName = order.lines.reduce((sum, line) => sum + line.seats_to_name.length, 0);
  return (
    <StatementPage
      background="mint"
      icon="check"
      title={
        isDifference
          ? m.changes_mail_moved_heading({ count: seatCount(order) })
          : seatCount(order) > 1
            ? m.payments_booked_many()
            : m.payments_booked()
      }
      details={
        <KeyValueList
          items={[
            orderNumberRow(order),
            ...courseLines(order),
            {
              label: m.payments_paid(),
              value: (
                <strong className="font-semibold">
                  <Sar amount={order.total} />
                </strong>
              ),
            },
          ]}
        />
      }
      actions={
        <>
          {viewOrderButton(isDifference ? { id: order.difference_of ?? order.id } : order)}
          {canAddToCalendar && (
            <Button
              variant="secondary"
              aria-busy={busy}
              icon="calendar"
              onClick={() => save(() => saveCalendar(order.id))}
            >
              {m.common_action_add_to_calendar()}
            </Button>
          )}
          {ownTicket && (
            <LinkButton variant="ghost" to={`/ticket/${ownTicket}`} icon="ticket">
              {m.learning_show_ticket()}
            </LinkButton>
          )}
        </>
      }
    >
      <p>{isDifference ? m.changes_done_text() : m.payments_booked_text({ email: isolate(buyerEmail) })}</p>
      {seatsWithoutName > 0 && <p>{m.payments_seats_open({ count: seatsWithoutName })}</p>}
      {returned && <p>{m.payments_partly_returned_amount({ amount: formatSar(returned, locale) })}</p>}
      {failed && (
        <p role="alert" className="text-danger">
          {m.orders_download_failed()}
        </p>
      )}
    </StatementPage>
  );
}

function NotPaid({ order, contactEmail }: StatementProps) {
  const locale = useLocale();
  const { message, reason, returning } = order.payment;
  const seatStatus = order.held_until
    ? m.payments_seat_held({ time: riyadhHoldEnd(new Date(order.held_until), locale) })
    : m.payments_seat_released();
  return (
    <StatementPage
      icon="x"
      tone="danger"
      title={m.payments_failed()}
      details={
        <>
          <KeyValueList
            items={[
              orderNumberRow(order),
              ...courseLines(order),
              ...(message ? [{ label: m.payments_bank_message(), value: <BankMessage message={message} /> }] : []),
              { label: m.payments_your_seat(), value: seatStatus },
            ]}
          />
          <p className="mt-5 text-sm text-ink-3">{m.payments_failed_hint()}</p>
        </>
      }
      actions={
        <>
          <TryAgain order={order} />
          {contactButton(order, contactEmail)}
        </>
      }
    >
      <p>
        {returning
          ? `${m.payments_returning()} ${refusalMessage(reason) ?? ""}`
          : `${m.payments_failed_text()} ${m.payments_nothing_charged()}`}
      </p>
    </StatementPage>
  );
}

function HoldExpired({ order, contactEmail }: StatementProps) {
  const { reason, returning } = order.payment;
  const isRunCancelled = reason === "run-cancelled";
  const otherDates = <LinkButton to={otherDatesAddress(order.course)}>{m.payments_other_dates()}</LinkButton>;
  const text = isRunCancelled ? m.payments_ended_cancelled_text() : m.payments_expired_text();
  return (
    <StatementPage
      icon="clock-3"
      title={isRunCancelled ? m.payments_ended_cancelled() : m.payments_expired()}
      details={<KeyValueList items={[orderNumberRow(order), ...courseLines(order)]} />}
      actions={
        <>
          {isRunCancelled ? otherDates : <TryAgain order={order} />}
          {contactButton(order, contactEmail)}
        </>
      }
    >
      <p>{returning ? `${m.payments_returning()} ${refusalMessage(reason) ?? ""}` : text}</p>
    </StatementPage>
  );
}

function Refunded({ order, contactEmail }: StatementProps) {
  const locale = useLocale();
  const { returned, status, reason } = order.payment;
  const amount = returned ?? order.total;
  const text =
    status === "refunded"
      ? m.payments_returned_text()
      : m.payments_returned_unused({ amount: formatSar(amount, locale) });
  return (
    <StatementPage
      icon="rotate-ccw"
      title={m.payments_returned()}
      details={
        <KeyValueList
          items={[
            orderNumberRow(order),
            ...courseLines(order),
            { label: m.orders_returned_amount(), value: <Sar amount={amount} /> },
          ]}
        />
      }
      actions={
        <>
          {viewOrderButton(order)}
          {contactButton(order, contactEmail)}
        </>
      }
    >
      <p>
        {text} {refusalMessage(reason)}
      </p>
    </StatementPage>
  );
}

/** Renders nothing while the payment is pending. */
export function PaymentStatement(props: StatementProps) {
  const { status, returned, returning } = props.order.payment;
  switch (status) {
    case "paid":
    case "partially_refunded":
      return <Booked {...props} />;
    case "failed":
      return returned && !returning ? <Refunded {...props} /> : <NotPaid {...props} />;
    case "expired":
      return returned && !returning ? <Refunded {...props} /> : <HoldExpired {...props} />;
    case "refunded":
      return <Refunded {...props} />;
    case "pending":
      return null;
  }
}
