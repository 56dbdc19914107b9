import { useEffect, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { riyadhHoldEnd } from "#i18n/riyadh-clock.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import type { Order } from "#features/orders/order.schema.server.ts";
import { courseLines } from "./payment-statement.tsx";

/** A wait that is shorter than this needs no sign of progress. */
const noticeableMs = 1000;

const renderMyCoursesLink = () => (
  <LinkButton variant="secondary" to="/my-courses">
    {m.common_my_courses()}
  </LinkButton>
);
const skeletonLines = (
  <div className="grid gap-4 py-2">
    {["w-full", "w-4/5", "w-3/5"].map((width) => (
      <Skeleton key={width} className={`mx-auto h-4 ${width}`} />
    ))}
  </div>
);

/**
 * Page while our server checks a payment. When the server is slow and the address says that the payment failed, it
 * shows the failure as unconfirmed. It never shows a success that only the address claims.
 */
export function Checking({ saysFailed }: { saysFailed: boolean }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), noticeableMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      <StatementPage
        icon="clock-3"
        title={isSlow && saysFailed ? m.payments_failed() : m.payments_checking()}
        details={skeletonLines}
      >
        <p>{isSlow && saysFailed ? m.payments_checking_failed() : m.payments_checking_text()}</p>
      </StatementPage>
    </div>
  );
}

export function StillPending({ order, asksAgain, refetch }: { order: Order; asksAgain: boolean; refetch: () => void }) {
  const locale = useLocale();
  return (
    <StatementPage
      icon="clock-3"
      title={asksAgain ? m.payments_confirming() : m.payments_waiting()}
      details={
        <KeyValueList
          items={[
            { label: m.common_order(), value: <bdi>{order.id}</bdi> },
            ...courseLines(order),
            ...(order.held_until
              ? [
                  {
                    label: m.payments_your_seat(),
                    value: m.payments_seat_held({
                      time: riyadhHoldEnd(new Date(order.held_until), locale),
                    }),
                  },
                ]
              : []),
          ]}
        />
      }
      actions={
        <>
          <Button onClick={refetch}>{m.payments_check_now()}</Button>
          {renderMyCoursesLink()}
        </>
      }
    >
      <p>{asksAgain ? m.payments_confirming_text() : m.payments_waiting_text()}</p>
    </StatementPage>
  );
}

/** Page when neither the bank nor our server responds. */
export function NoAnswer({ refetch }: { refetch: () => void }) {
  return (
    <StatementPage
      icon="cloud-off"
      title={m.payments_no_answer()}
      actions={
        <>
          <Button onClick={refetch}>{m.common_action_try_again()}</Button>
          {renderMyCoursesLink()}
        </>
      }
    >
      <p>{m.payments_no_answer_text()}</p>
    </StatementPage>
  );
}

export function NoSuchPayment() {
  return (
    <StatementPage
      icon="search-x"
      title={m.orders_not_found()}
      actions={<LinkButton to="/my-courses">{m.common_my_courses()}</LinkButton>}
    >
      <p>{m.orders_not_found_text()}</p>
    </StatementPage>
  );
}
