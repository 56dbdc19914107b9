import { useCan } from "../frame/session.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { Chip } from "../parts/chip.tsx";
import { Details } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { Menu } from "../parts/menu.tsx";
import { Money } from "../parts/money.tsx";
import { isRefundable, getSeatStyle, getSeatState } from "./seat-labels.ts";
import type { Order, OrderSeat } from "./types.ts";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { SecondLine } from "../parts/second-line.tsx";

function SeatState({ seat, isPaid }: { seat: OrderSeat; isPaid: boolean }) {
  const stateName = getSeatState(seat, isPaid);
  const [tone, icon] = getSeatStyle(stateName);
  return (
    <Chip tone={tone} icon={icon}>
      {m[`staff_orders_seat_${stateName}`]()}
    </Chip>
  );
}

/** Menu of a seat, with links and its refund. Renders nothing if the role may use no entry. */
function SeatMenu({ seat, onRefund }: { seat: OrderSeat; onRefund: ((seatId: number) => void) | undefined }) {
  const can = useCan();
  const canRefund = onRefund && isRefundable(seat);
  if (!can("schedule.read") && !can("roster.read") && !canRefund) return null;
  return (
    <Menu
      isIcon
      icon="ellipsis-vertical"
      label={`${m.staff_common_more()}: ${seat.name ?? m.staff_orders_no_name()}`}
      items={[
        can("schedule.read") && { label: m.staff_orders_seat_run(), to: `/runs/${seat.runId}` },
        can("roster.read") && { label: m.staff_common_roster(), to: `/runs/${seat.runId}/roster` },
        canRefund && { label: m.staff_orders_seat_refund(), onChoose: () => onRefund(seat.id) },
      ]}
    />
  );
}

const sumAmounts = (amounts: string[]) =>
  (amounts.reduce((all, amount) => all + Math.round(Number(amount) * 100), 0) / 100).toFixed(2);

/** Classes that show a seat on a phone with person and course above state and price. */
const phoneClasses =
  "max-md:[&_:is(table,tbody)]:block max-md:[&_td]:border-0 max-md:[&_td]:p-0 max-md:[&_td]:wrap-anywhere max-md:[&_td:nth-child(-n+2)]:col-span-full max-md:[&_thead]:hidden max-md:[&_tr]:grid max-md:[&_tr]:grid-cols-[minmax(0,1fr)_auto_auto] max-md:[&_tr]:items-center max-md:[&_tr]:gap-x-4 max-md:[&_tr]:gap-y-1.5 max-md:[&_tr]:border-b max-md:[&_tr]:border-line max-md:[&_tr]:px-pad max-md:[&_tr]:py-3";

/** The seats and amounts of an order. `onRefund` opens the refund of a seat; undefined if no refund is possible. */
export function SeatsCard({ order, onRefund }: { order: Order; onRefund?: ((seatId: number) => void) | undefined }) {
  const { days, localized, locale } = useFormats();
  const can = useCan();
  const isPaid = order.paidAt !== null;
  const refunded = sumAmounts(order.refunds.filter(({ status }) => status === "done").map(({ amount }) => amount));
  const isRefunded = Number(refunded) > 0;
  const netTotal = sumAmounts([order.total, `-${refunded}`]);
  // Only while the order is not fully paid; 0 afterwards.
  const receivedSoFar = sumAmounts(
    order.payments.filter(({ settledAt: at }) => !isPaid && at !== null).map(({ amount }) => amount),
  );
  const isPartlyPaid = Number(receivedSoFar) > 0;
  return (
    <Panel title={m.staff_common_seats()} count={order.seats} flush className={phoneClasses}>
      <ScrollTable
        label={m.staff_common_seats()}
        caption={m.staff_orders_seats_caption()}
        columns={[
          m.staff_common_attendee(),
          m.staff_orders_course_dates(),
          m.staff_common_status(),
          // "Before VAT": the price of the seat.
          { label: m.staff_orders_refund_net(), isEndAligned: true },
          { label: m.staff_common_more(), isHidden: true },
        ]}
      >
        {order.enrolments.map((seat) => (
          <tr key={seat.id}>
            <td>
              {seat.name ? (
                <bdi className="font-medium">{seat.name}</bdi>
              ) : (
                <span className="text-ink-3">{m.staff_orders_no_name()}</span>
              )}
              {seat.name === null && seat.state === "confirmed" && can("roster.write") && (
                <>
                  {" "}
                  <TextLink to={`/runs/${seat.runId}/roster`}>{m.staff_common_action_add_name()}</TextLink>
                </>
              )}
              <SecondLine>
                <bdi dir="ltr">{seat.scfhs_number || seat.email}</bdi>
              </SecondLine>
            </td>
            <td>
              {can("schedule.read") ? (
                <TextLink to={`/runs/${seat.runId}`}>{localized(seat.name_eng, seat.name_ar)}</TextLink>
              ) : (
                localized(seat.name_eng, seat.name_ar)
              )}
              <SecondLine>
                {days(seat.startDate, seat.endDate)}
                {locale === "ar" ? "، " : ", "}
                {localized(seat.venue_eng, seat.venue_ar)}
              </SecondLine>
            </td>
            <td>
              <SeatState seat={seat} isPaid={isPaid} />
            </td>
            <td className="amount">
              <Money riyals={seat.unitPrice} />
            </td>
            <td className="w-11 ps-0!">
              <SeatMenu seat={seat} onRefund={onRefund} />
            </td>
          </tr>
        ))}
      </ScrollTable>
      <Details
        isAmounts
        className="ms-auto w-full max-w-88 px-pad pt-3 pb-4"
        rows={[
          ...order.lines.map(
            ({ discount }) =>
              discount && {
                label:
                  discount.code === null
                    ? m.staff_orders_discount_group()
                    : m.staff_orders_discount_code({ code: isolate(discount.code) }),
                value: <Money riyals={`-${discount.amount}`} />,
                className: "text-ink-3",
              },
          ),
          { label: m.staff_common_seat_count({ count: order.seats }), value: <Money riyals={order.subTotal} /> },
          { label: m.staff_orders_vat({ percent: order.taxPercent }), value: <Money riyals={order.tax} /> },
          {
            label: isPaid ? m.staff_orders_paid() : m.staff_orders_to_pay(),
            value: <Money riyals={order.total} withCurrency={!isRefunded && !isPartlyPaid} />,
            className: "font-medium",
          },
          isPartlyPaid && { label: m.staff_orders_received(), value: <Money riyals={`-${receivedSoFar}`} /> },
          isPartlyPaid &&
            order.status === "pending" && {
              label: m.staff_orders_left_to_pay(),
              value: <Money riyals={sumAmounts([order.total, `-${receivedSoFar}`])} withCurrency />,
              className: "font-medium",
            },
          isRefunded && { label: m.staff_orders_refunded(), value: <Money riyals={`-${refunded}`} /> },
          isRefunded &&
            isPaid && {
              // "Net paid": the total less refunds.
              label: m.staff_orders_kept(),
              value: <Money riyals={netTotal} withCurrency />,
              className: "font-medium",
            },
        ]}
      />
    </Panel>
  );
}
