import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { StaffInput } from "../api-types.ts";
import { m } from "../messages.ts";
import { Select } from "../../../src/ui/select.tsx";
import { Alert } from "../../../src/ui/alert.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { OrderState } from "../parts/order-state.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, getFailure, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { isPaid } from "../../../src/features/orders/order-states.ts";
import { OrderActions, type OrderDialog } from "./order-actions.tsx";
import { BuyerCard, DocumentsCard, RefundsCard } from "./order-cards.tsx";
import { NotesCard } from "./notes-card.tsx";
import { RefundDueAlerts } from "./refund-due.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { SeatsCard } from "./seats-card.tsx";
import { StoryCard } from "./story-card.tsx";
import { RecordTransferDialog, ReleaseDialog } from "./transfer-dialogs.tsx";
import { sumRefundRequest, type Order } from "./types.ts";
import { callStaff, staffQuery } from "../api.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

type ResendableMail = StaffInput<"POST /api/staff/orders/:id/resend">["mail"];

/** Sends an email of this order again, with the current documents. */
function ResendDialog({ order, onClose, onDone }: { order: Order; onClose(): void; onDone(): void }) {
  const notify = useNotify();
  const { date, money } = useFormats();
  const awaitsTransfer = order.status === "pending" && order.payments.some(({ status }) => status === "awaiting");
  const choices: { id: string; mail: ResendableMail; refundId?: number; label: string }[] = [
    ...(isPaid(order)
      ? [{ id: "order-confirmed", mail: "order-confirmed" as const, label: m.staff_orders_resend_confirmed() }]
      : []),
    ...(awaitsTransfer
      ? [{ id: "transfer-requested", mail: "transfer-requested" as const, label: m.staff_orders_resend_bank() }]
      : []),
    ...order.refunds
      .filter(({ status }) => status === "done")
      .map(({ id, amount, doneAt: at }) => ({
        id: `payment-refunded:${id}`,
        mail: "payment-refunded" as const,
        refundId: id,
        label: m.staff_orders_resend_refund({ amount: money(amount), date: at ? date(at, "dayMonth") : "" }),
      })),
  ];
  const [choiceId, setChoiceId] = useState(choices[0]?.id ?? "");
  const [key] = useState(() => crypto.randomUUID());
  const send = async () => {
    const choice = choices.find(({ id }) => id === choiceId);
    if (!choice) return;
    const { mail, refundId } = choice;
    const input = { id: order.id, mail, key, ...(refundId === undefined ? {} : { refundId }) };
    await callStaff("POST /api/staff/orders/:id/resend", input);
    notify(m.staff_orders_resend_sent(), { type: "success" });
    onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_orders_resend_documents()}
      actionLabel={m.staff_orders_resend_to({ email: order.buyer.email })}
      isReady={choiceId !== ""}
      onClose={onClose}
      onConfirm={send}
    >
      <Select
        label={m.staff_orders_resend_which()}
        value={choiceId}
        onChange={(event) => setChoiceId(event.target.value)}
        options={choices.map(({ id, label }) => ({ value: id, label }))}
      />
      <p className="text-ink-3">
        {order.locale === "ar" ? m.staff_orders_resend_in_ar() : m.staff_orders_resend_in_en()}
      </p>
    </ConfirmDialog>
  );
}

export default function OrderPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(staffQuery("GET /api/staff/orders/:id", { id }));
  const queries = useQueryClient();
  const failure = getFailure({ data, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  // Not only the order changes, but also its history, the list of orders and the counts of its views.
  const onChange = () => void queries.invalidateQueries();
  return <OrderParts order={data} onChange={onChange} />;
}

function OrderParts({ order, onChange }: { order: Order; onChange(): void }) {
  const { date, joinWithCommas } = useFormats();
  const can = useCan();
  const [dialog, setDialog] = useState<OrderDialog | null>(null);
  const [seatId, setSeatId] = useState<number | null>(null);
  const close = () => {
    setDialog(null);
    setSeatId(null);
  };
  const refundSeat = (id: number) => {
    setSeatId(id);
    setDialog("refund");
  };
  const waitingRequest = order.refundRequests.find(({ state }) => state === "waiting");
  const canRefund = can("orders.refund") && isPaid(order) && waitingRequest === undefined;
  const orderFacts = [
    date(order.createdAt, "dateTime"),
    order.locale === "ar" ? m.staff_orders_ordered_in_ar() : m.staff_orders_ordered_in_en(),
    ...(order.dueOn ? [m.staff_orders_pay_by({ date: date(order.dueOn) })] : []),
    ...(order.openedByStaff ? [m.staff_orders_opened_by_staff()] : []),
  ];
  return (
    <>
      <ScreenHead
        sticky
        title={m.staff_orders_number({ id: order.id })}
        breadcrumb={[{ label: m.staff_menu_orders(), to: "/orders" }, { label: `#${order.id}` }]}
        state={<OrderState status={order.status} />}
        facts={joinWithCommas(...orderFacts)}
        actions={<OrderActions order={order} hasWaitingRefund={waitingRequest !== undefined} onChoose={setDialog} />}
      />
      {waitingRequest && (
        <div className="mb-5">
          <Alert
            tone="warning"
            actions={
              can("orders.refund") && (
                <Button variant="primary" size="sm" onClick={() => setDialog("approve")}>
                  {m.staff_common_action_review()}
                </Button>
              )
            }
          >
            {m.staff_orders_approve_waits({ name: isolate(waitingRequest.askedBy.name) })}{" "}
            <Money riyals={sumRefundRequest(waitingRequest)} withCurrency />
            {waitingRequest.along.length > 0 &&
              ` ${m.staff_orders_approve_together({ count: waitingRequest.along.length + 1 })}`}
          </Alert>
        </div>
      )}
      <RefundDueAlerts order={order} onRefund={() => setDialog("refund")} onChange={onChange} />
      <AsideLayout>
        <div className="grid gap-4">
          <SeatsCard order={order} onRefund={canRefund ? refundSeat : undefined} />
          <StoryCard order={order} />
        </div>
        <div className="grid gap-4">
          <BuyerCard order={order} />
          <DocumentsCard order={order} />
          <RefundsCard order={order} onChange={onChange} />
          <NotesCard order={order} onChange={onChange} />
        </div>
      </AsideLayout>
      {dialog === "refund" && <RefundDialog order={order} seatId={seatId} onClose={close} onDone={onChange} />}
      {dialog === "approve" && waitingRequest && (
        <ApproveDialog order={order} request={waitingRequest} onClose={close} onDone={onChange} />
      )}
      {dialog === "resend" && <ResendDialog order={order} onClose={close} onDone={onChange} />}
      {dialog === "record" && <RecordTransferDialog order={order} onClose={close} onDone={onChange} />}
      {dialog === "release" && <ReleaseDialog order={order} onClose={close} onDone={onChange} />}
    </>
  );
}
