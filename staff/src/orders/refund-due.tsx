import { useState } from "react";
import { isolate } from "../../../src/i18n/isolate.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Money } from "../parts/money.tsx";
import type { Order, OrderSeat } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";

/** Asks why the payment for a cancelled seat is not refunded. The reason is stored in the audit log. */
function KeepPaymentDialog({
  order,
  seat,
  onClose,
  onDone,
}: {
  order: Order;
  seat: OrderSeat;
  onClose(): void;
  onDone(): void;
}) {
  const notify = useNotify();
  const [reason, setReason] = useState("");
  const save = async () => {
    await callStaff("POST /api/staff/orders/:id/keep-payment", {
      id: order.id,
      seatId: seat.id,
      reason: reason.trim(),
    });
    notify(m.staff_orders_due_keep_done(), { type: "success" });
    onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_orders_due_keep_title()}
      actionLabel={m.staff_orders_due_keep()}
      isReady={reason.trim() !== ""}
      onClose={onClose}
      onConfirm={save}
    >
      <p>{m.staff_orders_due_keep_text()}</p>
      <TextField
        required
        label={m.staff_orders_refund_reason()}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        dir="auto"
        maxLength={200}
      />
    </ConfirmDialog>
  );
}

/** An alert for each seat that staff cancelled without a refund. Finance refunds it or keeps the payment. */
export function RefundDueAlerts({ order, onRefund, onChange }: { order: Order; onRefund(): void; onChange(): void }) {
  const can = useCan();
  const [chosenSeat, setChosenSeat] = useState<OrderSeat | null>(null);
  const dueSeats = order.enrolments.filter((enrolment) => enrolment.refundDueAt !== null);
  return (
    <>
      {dueSeats.map((seat) => (
        <div className="mb-5" key={seat.id}>
          <Alert
            tone="warning"
            actions={
              can("orders.refund") && (
                <>
                  <Button
                    variant="primary"
                    size="sm"
                    aria-label={`${m.staff_orders_refund_open()}: ${isolate(seat.name ?? m.staff_orders_no_name())}`}
                    onClick={onRefund}
                  >
                    {m.staff_orders_refund_open()}
                  </Button>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`${m.staff_orders_due_keep()}: ${isolate(seat.name ?? m.staff_orders_no_name())}`}
                    onClick={() => setChosenSeat(seat)}
                  >
                    {m.staff_orders_due_keep()}
                  </Button>
                </>
              )
            }
          >
            {m.staff_orders_due_text({ name: isolate(seat.name ?? m.staff_orders_no_name()) })}{" "}
            <Money riyals={seat.paid} withCurrency />
          </Alert>
        </div>
      ))}
      {chosenSeat && (
        <KeepPaymentDialog order={order} seat={chosenSeat} onClose={() => setChosenSeat(null)} onDone={onChange} />
      )}
    </>
  );
}
