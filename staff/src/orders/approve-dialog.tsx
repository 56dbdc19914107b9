import { useTranslate } from "ra-core";
import { isolate } from "../../../src/i18n/isolate.ts";
import { staffCall } from "../api.ts";
import { Avatar } from "../ui/avatar.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { useFormats } from "../ui/formats.ts";
import { Money } from "../ui/money.tsx";
import { SecondPersonDialog, type Decision } from "../ui/second-person-dialog.tsx";
import { PaidWith, useReason } from "./order-labels.tsx";
import type { Order, RefundRequest } from "./types.ts";

const done: Record<Decision, string> = {
  approve: "orders.approve.done_approve",
  decline: "orders.approve.done_decline",
  withdraw: "orders.approve.done_withdraw",
};

/** A refund that waits for a second person. */
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
  const translate = useTranslate();
  const { money } = useFormats();
  return (
    <SecondPersonDialog
      title={translate("orders.approve.title", { name: isolate(request.asked_by.name), amount: money(request.amount) })}
      askedBy={request.asked_by}
      own={translate("orders.approve.own")}
      agree={translate("orders.approve.agree")}
      done={done}
      decide={async (decision, word) => {
        await staffCall(`POST refund-requests/${request.id}/${decision}`, decision === "withdraw" ? {} : { word });
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <Facts order={order} request={request} />
    </SecondPersonDialog>
  );
}

function Facts({ order, request }: { order: Order; request: RefundRequest }) {
  const translate = useTranslate();
  const reason = useReason();
  const { facts, money } = useFormats();
  const names = order.enrolments
    .filter(({ id }) => request.seat_ids.includes(id))
    .map(({ name }) => name ?? translate("orders.no_name"));
  const done = order.refunds
    .filter(({ status }) => status === "done")
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  const isWhole = Math.round((Number(order.total) - done - Number(request.amount)) * 100) === 0;
  const paid = order.payments.find(({ settled_at: at }) => at !== null);
  return (
    <>
      <span className="person">
        <Avatar name={request.asked_by.name} />
        <span>
          {translate("orders.number", { id: order.id })}
          {names.length > 0 && `: ${facts(...names)}`}
          <span className="second-line">
            {translate("orders.approve.asked")} <DateTime value={request.asked_at} isInText />
          </span>
        </span>
      </span>
      <dl className="details">
        <dt>{translate("orders.approve.amount")}</dt>
        <dd className="strong">
          <Money riyals={request.amount} withCurrency />
        </dd>
        <dt>{translate("orders.approve.reason")}</dt>
        <dd>{reason(request.reason)}</dd>
        <dt>{translate("orders.approve.before")}</dt>
        <dd>{translate("orders.approve.of", { done: money(done), total: money(order.total) })}</dd>
        <dt>{translate("orders.approve.after")}</dt>
        <dd>
          {translate(isWhole ? "orders.approve.after_whole" : "orders.approve.after_part")}
          {request.seat_ids.length > 0 &&
            ` ${translate("orders.refund.seats_free", { smart_count: request.seat_ids.length })}`}
        </dd>
        {paid && (
          <>
            <dt>{translate("orders.refund.back_to")}</dt>
            <dd>
              <PaidWith method={paid.method} scheme={paid.card_scheme} masked={paid.card_masked} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
