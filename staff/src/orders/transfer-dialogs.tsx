import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DayField } from "../parts/date-time-fields.tsx";
import { today } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import type { Order, OrderRefund } from "./types.ts";

interface DialogProps {
  order: Order;
  onClose(): void;
  onDone(): void;
}

/** Records a received transfer. A partial amount waits for the rest; the full amount completes the order. */
export function RecordTransferDialog({ order, onClose, onDone }: DialogProps) {
  const notify = useNotify();
  const awaitedPayment = order.payments.find(({ status }) => status === "awaiting");
  const [amount, setAmount] = useState(awaitedPayment?.amount ?? order.total);
  const [reference, setReference] = useState("");
  const [day, setDay] = useState(today);
  const form = useForm(["amount", "reference", "receivedOn"]);
  const record = () =>
    form.confirm(async () => {
      await callStaff("POST /api/staff/orders/:id/transfers", { id: order.id, amount, reference, receivedOn: day });
      notify(m.staff_orders_record_done(), { type: "success" });
      onDone();
    });
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_orders_record_title({ id: order.id })}
      actionLabel={m.staff_orders_record_action()}
      isReady={reference.trim() !== "" && amount !== "" && day !== ""}
      onClose={onClose}
      onConfirm={record}
    >
      <p>{m.staff_orders_record_text()}</p>
      <TextField
        required
        label={m.staff_orders_record_amount()}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        error={form.messageFor("amount")}
      />
      <TextField
        required
        label={m.staff_orders_record_reference()}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        dir="ltr"
        maxLength={100}
        autoComplete="off"
        error={form.messageFor("reference")}
      />
      <DayField
        required
        label={m.staff_orders_record_day()}
        value={day}
        onChange={setDay}
        error={form.messageFor("receivedOn")}
      />
    </ConfirmDialog>
  );
}

/** Records a refund by transfer, with the reference and day of the bank statement. */
export function PaidBackDialog({ order, refund, onClose, onDone }: DialogProps & { refund: OrderRefund }) {
  const [reference, setReference] = useState("");
  const [day, setDay] = useState(today);
  const form = useForm(["reference", "paidOn"]);
  const record = () =>
    form.confirm(async () => {
      await callStaff("POST /api/staff/refunds/:id/paid-back", { id: refund.id, reference, paidOn: day });
      onDone();
    });
  const hasInvoice = order.documents.some(({ kind }) => kind === "invoice");
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_orders_paid_back_title()}
      actionLabel={m.staff_orders_paid_back_action()}
      isReady={reference.trim() !== "" && day !== ""}
      onClose={onClose}
      onConfirm={record}
    >
      <p>{hasInvoice ? m.staff_orders_paid_back_text() : m.staff_orders_paid_back_text_no_invoice()}</p>
      <TextField
        required
        label={m.staff_orders_record_reference()}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        dir="ltr"
        maxLength={100}
        autoComplete="off"
        error={form.messageFor("reference")}
      />
      <DayField
        required
        label={m.staff_orders_paid_back_day()}
        value={day}
        onChange={setDay}
        error={form.messageFor("paidOn")}
      />
    </ConfirmDialog>
  );
}

export function ReleaseDialog({ order, onClose, onDone }: DialogProps) {
  const notify = useNotify();
  const { date: formatDate } = useFormats();
  const dueOn = order.payments.find(({ status }) => status === "awaiting")?.dueOn;
  const release = async () => {
    await callStaff("POST /api/staff/orders/:id/release", { id: order.id });
    notify(m.staff_orders_release_done(), { type: "success" });
    onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={m.staff_orders_release_title({ id: order.id })}
      cancelLabel={m.staff_orders_release_keep()}
      actionLabel={m.staff_orders_release_action({ count: order.seats })}
      onClose={onClose}
      onConfirm={release}
    >
      <p>{m.staff_orders_release_text({ date: dueOn ? formatDate(dueOn) : "" })}</p>
    </ConfirmDialog>
  );
}
