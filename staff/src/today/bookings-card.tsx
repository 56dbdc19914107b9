import { useState } from "react";
import { Link } from "react-router";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { Money } from "../parts/money.tsx";
import { useFormats } from "../parts/formats.ts";
import { Row, Rows } from "../parts/rows.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import type { Part } from "./use-dashboard.ts";
import { Button } from "../../../src/ui/button.tsx";

type Booking = Part<"bookings">["items"][number];
type Choice = "approve" | "refuse" | "refuse-all";

/** First bookings by transfer. Their seats are released after a day unless staff approve them. */
export function BookingsCard({ bookings }: { bookings: Part<"bookings"> }) {
  const { moment, joinWithCommas } = useFormats();
  const [chosen, setChosen] = useState<{ booking: Booking; choice: Choice } | null>(null);
  if (bookings.count === 0) return null;
  return (
    <Panel title={m.staff_today_bookings_title()} count={bookings.count} flush>
      <Rows>
        {bookings.items.map((item) => {
          const renderButton = (choice: Choice, label: string) => (
            <Button
              size="sm"
              variant={choice === "approve" ? "primary" : "secondary"}
              aria-label={`${label}: ${isolate(item.company || item.buyer)}`}
              onClick={() => setChosen({ booking: item, choice })}
            >
              {label}
            </Button>
          );
          return (
            <Row key={item.orderId} start={<Icon name="landmark" className="text-warning" />}>
              <Link className="font-medium" to={`/orders/${item.orderId}`}>
                <bdi>{item.company || item.buyer}</bdi>
              </Link>
              <div className="text-sm text-ink-3">
                {joinWithCommas(
                  m.staff_today_bookings_seats({ count: item.seats }),
                  isolate(item.buyer),
                  isolate(item.email),
                )}
              </div>
              <div className="text-sm text-ink-3">
                <Money riyals={item.total} withCurrency /> · {m.staff_today_bookings_vat()}{" "}
                <bdi dir="ltr">{item.vat_number}</bdi>
              </div>
              <div className="text-sm text-ink-3">{m.staff_today_bookings_until({ time: moment(item.endsAt) })}</div>
              <div className="mt-2 flex flex-wrap gap-2">
                {renderButton("approve", m.staff_today_bookings_approve())}
                {renderButton("refuse", m.staff_common_action_refuse())}
                {item.ofAccount > 1 &&
                  renderButton("refuse-all", m.staff_today_bookings_refuse_all({ count: item.ofAccount }))}
              </div>
            </Row>
          );
        })}
      </Rows>
      {chosen && <BookingDialog {...chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

function BookingDialog({ booking, choice, onClose }: { booking: Booking; choice: Choice; onClose(): void }) {
  const notify = useNotify();
  const refresh = useRefresh();
  const { orderId: id, ofAccount: count } = booking;
  const who = isolate(booking.company || booking.buyer);
  const decide = async () => {
    if (choice === "approve") {
      await callStaff("POST /api/staff/orders/:id/approve-booking", { id });
      notify(m.staff_today_bookings_approved(), { type: "success" });
    } else {
      await callStaff("POST /api/staff/orders/:id/refuse-booking", { id, ofAccount: choice === "refuse-all" });
      notify(m.staff_today_bookings_refused(), { type: "success" });
    }
    refresh();
    onClose();
  };
  const texts = {
    approve: {
      title: m.staff_today_bookings_approve_title({ who }),
      action: m.staff_today_bookings_approve(),
      text: m.staff_today_bookings_approve_text(),
    },
    refuse: {
      title: m.staff_today_bookings_refuse_title({ who }),
      action: m.staff_common_action_refuse(),
      text: m.staff_today_bookings_refuse_text(),
    },
    "refuse-all": {
      title: m.staff_today_bookings_refuse_all_title({ who: isolate(booking.email) }),
      action: m.staff_today_bookings_refuse_all({ count }),
      text: m.staff_today_bookings_refuse_text(),
    },
  }[choice];
  return (
    <ConfirmDialog
      isOpen
      isDangerous={choice !== "approve"}
      title={texts.title}
      actionLabel={texts.action}
      onClose={onClose}
      onConfirm={decide}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
