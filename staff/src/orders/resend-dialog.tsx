import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { MenuItem, TextField } from "@mui/material";
import { staffCall } from "../api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFormats } from "../ui/formats.ts";
import type { Order } from "./types.ts";

/** The mails this order has, with the documents as they are now. */
export function ResendDialog({ order, onClose, onDone }: { order: Order; onClose(): void; onDone(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { date, money } = useFormats();
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  const awaits = order.status === "pending" && order.payments.some(({ status }) => status === "awaiting");
  const choices = [
    ...(isPaid ? [{ id: "order-confirmed", label: translate("orders.resend.confirmed") }] : []),
    ...(awaits ? [{ id: "transfer-requested", label: translate("orders.resend.bank") }] : []),
    ...order.refunds
      .filter(({ status }) => status === "done")
      .map(({ id, amount, done_at: at }) => ({
        id: `payment-refunded:${id}`,
        label: translate("orders.resend.refund", { amount: money(amount), date: at ? date(at, "dayMonth") : "" }),
      })),
  ];
  const [chosen, setChosen] = useState(choices[0]?.id ?? "");
  const [key] = useState(() => crypto.randomUUID());
  const send = async () => {
    const [mail, refund] = chosen.split(":");
    await staffCall(`POST orders/${order.id}/resend`, { mail, ...(refund ? { refund_id: Number(refund) } : {}), key });
    notify("orders.resend.sent", { type: "success" });
    onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      title={translate("orders.resend.title")}
      action={translate("orders.resend.to", { email: order.buyer.email })}
      isReady={chosen !== ""}
      onClose={onClose}
      onConfirm={send}
    >
      <TextField
        select
        label={translate("orders.resend.which")}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        {choices.map(({ id, label }) => (
          <MenuItem key={id} value={id}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <p className="quiet">{translate(order.locale === "ar" ? "orders.resend.in_ar" : "orders.resend.in_en")}</p>
    </ConfirmDialog>
  );
}
