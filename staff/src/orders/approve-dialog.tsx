import { Fragment } from "react";
import { m, type PlainKey } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { callStaff } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Initial } from "../parts/initial.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { SecondPersonDialog, type Decision } from "../parts/second-person-dialog.tsx";
import { PaidWith, useReason } from "./order-labels.tsx";
import { sumRefundRequest, type Order, type RefundRequest } from "./types.ts";
import { SecondLine } from "../parts/second-line.tsx";

const doneMessages: Record<Decision, PlainKey> = {
  approve: "staff_orders_approve_done_approve",
  decline: "staff_orders_approve_done_decline",
  withdraw: "staff_orders_approve_done_withdraw",
};

/** Shows a refund that a second person must approve. They approve or decline it. The requester can withdraw it. */
export function ApproveDialog({
  order,
  request,
  onClose,
  onDone,
}: {
  order: Order;
  request: RefundRequest;
  onClose(): void;
  onDone(): void;
}) {
  const { money } = useFormats();
  return (
    <SecondPersonDialog
      title={m.staff_orders_approve_title({
        name: isolate(request.askedBy.name),
        amount: money(sumRefundRequest(request)),
      })}
      askedBy={request.askedBy}
      ownRequestText={m.staff_orders_approve_own()}
      approveLabel={m.staff_orders_approve_agree()}
      doneMessages={doneMessages}
      decide={async (decision, word) => {
        const { id } = request;
        if (decision === "withdraw") await callStaff("POST /api/staff/refund-requests/:id/withdraw", { id });
        else await callStaff(`POST /api/staff/refund-requests/:id/${decision}`, { id, word });
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <Facts order={order} request={request} />
    </SecondPersonDialog>
  );
}

function Facts({ order, request }: { order: Order; request: RefundRequest }) {
  const formatReason = useReason();
  const { joinWithCommas, money } = useFormats();
  const names = order.enrolments
    .filter(({ id }) => request.seatIds.includes(id))
    .map(({ name }) => name ?? m.staff_orders_no_name());
  const refunded = order.refunds
    .filter(({ status }) => status === "done")
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  const isFullRefund = Math.round((Number(order.total) - refunded - Number(request.amount)) * 100) === 0;
  const settledPayment = order.payments.find(({ settledAt: at }) => at !== null);
  return (
    <>
      <span className="flex items-center gap-[0.7rem]">
        <Initial name={request.askedBy.name} />
        <span>
          {m.staff_orders_number({ id: order.id })}
          {names.length > 0 && `: ${joinWithCommas(...names)}`}
          <SecondLine>
            {m.staff_orders_approve_asked()} <DateTime value={request.askedAt} isInText />
          </SecondLine>
        </span>
      </span>
      <dl className="details">
        <dt>{m.staff_orders_approve_amount()}</dt>
        <dd className="font-medium">
          <Money riyals={sumRefundRequest(request)} withCurrency />
        </dd>
        {request.along.length > 0 &&
          [{ orderId: order.id, amount: request.amount }, ...request.along].map((part) => (
            <Fragment key={part.orderId}>
              <dt>{m.staff_orders_number({ id: part.orderId })}</dt>
              <dd>
                <Money riyals={part.amount} withCurrency />
              </dd>
            </Fragment>
          ))}
        <dt>{m.staff_common_reason()}</dt>
        <dd>{formatReason(request.reason)}</dd>
        <dt>{m.staff_orders_approve_before()}</dt>
        <dd>{m.staff_orders_approve_of({ done: money(refunded), total: money(order.total) })}</dd>
        <dt>{m.staff_orders_approve_after()}</dt>
        <dd>
          {isFullRefund ? m.staff_orders_approve_after_whole() : m.staff_orders_approve_after_part()}
          {request.seatIds.length > 0 && ` ${m.staff_orders_refund_seats_free({ count: request.seatIds.length })}`}
        </dd>
        {settledPayment && (
          <>
            <dt>{m.staff_orders_refund_back_to()}</dt>
            <dd>
              <PaidWith
                method={settledPayment.method}
                scheme={settledPayment.cardScheme}
                masked={settledPayment.cardMasked}
              />
            </dd>
          </>
        )}
      </dl>
      {request.along.length > 0 && (
        <Alert tone="info">{m.staff_orders_approve_together({ count: request.along.length + 1 })}</Alert>
      )}
    </>
  );
}
