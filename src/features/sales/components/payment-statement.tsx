import { riyadhTime } from "#i18n/dates.ts";
import { Label } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { formatSar } from "#i18n/money.ts";
import { RunDates } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import * as statementMintArt from "#ui/art/pictures/statement-mint.ts";
import * as statementLimestoneArt from "#ui/art/pictures/statement-limestone.ts";
import { KeyValueList, type KeyValue } from "#ui/key-value-list.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import type { Order } from "../order.schema.ts";
import { seatCount, refusalMessage } from "../order-labels.ts";
import { BankMessage } from "./bank-message.tsx";
import { Sar } from "./sar.tsx";
import { useRetry } from "./use-retry.ts";

const number = (order: Order): KeyValue => ({ label: m.sales_order(), value: <bdi>{order.id}</bdi> });

/** Each course of an order with its dates. */
export function courseLines(order: Order): KeyValue[] {
  return order.lines.flatMap((line) => [
    {
      label: m.sales_course(),
      value: (
        <>
          <LocalizedText eng={line.name_eng} ar={line.name_ar} />
          {line.qty > 1 && <span className="block text-sm text-ink-3">{m.sales_seats({ count: line.qty })}</span>}
        </>
      ),
    },
    { label: m.sales_dates(), value: <RunDates of={line} /> },
  ]);
}

const viewOrder = (order: Order, variant?: "secondary") => (
  <LinkButton variant={variant} to={`/my-courses/${order.id}`}>
    {m.sales_view_order()}
  </LinkButton>
);
const contact = (order: Order, email: string) => (
  <LinkButton
    variant="secondary"
    href={`mailto:${email}?subject=${encodeURIComponent(m.sales_order_number({ id: order.id }))}`}
  >
    <Label name="contact">{m.sales_contact()}</Label>
  </LinkButton>
);
function TryAgain({ order }: { order: Order }) {
  return <LinkButton to={useRetry(order)}>{m.sales_try_again()}</LinkButton>;
}

interface StatementProps {
  order: Order;
  /** Where a confirmation goes, and where questions go. */
  buyerEmail: string;
  email: string;
}

function Booked({ order, buyerEmail }: StatementProps) {
  const locale = useLocale();
  const { returned } = order.payment;
  const open = order.lines.reduce((sum, line) => sum + line.seats_to_name.length, 0);
  return (
    <StatementPage
      ground={statementMintArt.picture}
      groundTone="mint"
      icon="check"
      title={seatCount(order) > 1 ? m.sales_booked_many() : m.sales_booked()}
      details={
        <KeyValueList
          items={[
            number(order),
            ...courseLines(order),
            {
              label: m.sales_paid(),
              value: (
                <strong className="font-semibold">
                  <Sar amount={order.total} />
                </strong>
              ),
            },
          ]}
        />
      }
      actions={viewOrder(order)}
    >
      <p>{m.sales_booked_text({ email: `\u2068${buyerEmail}\u2069` })}</p>
      {open > 0 && <p>{m.sales_seats_open({ count: open })}</p>}
      {returned && <p>{m.sales_partly_returned_amount({ amount: formatSar(returned, locale) })}</p>}
    </StatementPage>
  );
}

function NotPaid({ order, email }: StatementProps) {
  const { message, reason, returning } = order.payment;
  const held = order.held_until
    ? m.sales_seat_held({ time: riyadhTime(new Date(order.held_until)) })
    : m.sales_seat_released();
  return (
    <StatementPage
      ground={statementLimestoneArt.picture}
      icon="x"
      tone="danger"
      title={m.sales_failed()}
      details={
        <>
          <KeyValueList
            items={[
              number(order),
              ...courseLines(order),
              ...(message ? [{ label: m.sales_bank_message(), value: <BankMessage said={message} /> }] : []),
              { label: m.sales_your_seat(), value: held },
            ]}
          />
          <p className="mt-5 text-sm text-ink-3">{m.sales_failed_hint()}</p>
        </>
      }
      actions={
        <>
          <TryAgain order={order} />
          {contact(order, email)}
        </>
      }
    >
      <p>
        {returning
          ? `${m.sales_returning()} ${refusalMessage(reason) ?? ""}`
          : `${m.sales_failed_text()} ${m.sales_nothing_charged()}`}
      </p>
    </StatementPage>
  );
}

function HoldExpired({ order, email }: StatementProps) {
  const { reason, returning } = order.payment;
  // What cannot be bought at this date any more is not tried again.
  const cancelled = reason === "run-cancelled";
  const otherDates = <LinkButton to={`/courses/${order.course.slug}`}>{m.sales_other_dates()}</LinkButton>;
  const text = cancelled ? m.sales_ended_cancelled_text() : m.sales_expired_text();
  return (
    <StatementPage
      ground={statementLimestoneArt.picture}
      icon="clock-3"
      title={cancelled ? m.sales_ended_cancelled() : m.sales_expired()}
      details={<KeyValueList items={[number(order), ...courseLines(order)]} />}
      actions={
        <>
          {cancelled ? otherDates : <TryAgain order={order} />}
          {contact(order, email)}
        </>
      }
    >
      <p>{returning ? `${m.sales_returning()} ${refusalMessage(reason) ?? ""}` : text}</p>
    </StatementPage>
  );
}

/** A paid order whose money went back, or money that never bought anything. */
function Refunded({ order, email }: StatementProps) {
  const locale = useLocale();
  const { returned, status, reason } = order.payment;
  const amount = returned ?? order.total;
  const text =
    status === "refunded" ? m.sales_returned_text() : m.sales_returned_unused({ amount: formatSar(amount, locale) });
  return (
    <StatementPage
      ground={statementLimestoneArt.picture}
      icon="rotate-ccw"
      title={m.sales_returned()}
      details={
        <KeyValueList
          items={[
            number(order),
            ...courseLines(order),
            { label: m.sales_returned_amount(), value: <Sar amount={amount} /> },
          ]}
        />
      }
      actions={
        <>
          {viewOrder(order)}
          {contact(order, email)}
        </>
      }
    >
      <p>
        {text} {refusalMessage(reason)}
      </p>
    </StatementPage>
  );
}

/** How a payment ended, in one sentence, for every end there is; null while it has none. */
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
