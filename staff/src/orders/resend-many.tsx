import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { staffCall, StaffApiError } from "../api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Icon } from "../ui/icon.tsx";

/** Confirmation and invoice of the chosen orders again, one after the other; says for how many there was none. */
export function ResendMany({ ids, onDone }: { ids: (string | number)[]; onDone(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const send = async () => {
    let refused = 0;
    for (const id of ids)
      try {
        await staffCall(`POST orders/${id}/resend`, { mail: "order-confirmed", key });
      } catch (error) {
        // No such mail, or too many of it: the others still go.
        if (!(error instanceof StaffApiError) || (error.status !== 409 && error.status !== 429)) throw error;
        refused += 1;
      }
    notify(
      translate(refused > 0 ? "orders.resend.some" : "orders.resend.all", { sent: ids.length - refused, refused }),
      {
        type: refused > 0 ? "warning" : "success",
      },
    );
    onDone();
  };
  return (
    <>
      <Button className="on-band" variant="outlined" startIcon={<Icon name="mail" />} onClick={() => setIsOpen(true)}>
        {translate("orders.resend.documents")}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={translate("orders.resend.title")}
        action={translate("orders.resend.many", { smart_count: ids.length })}
        onClose={() => setIsOpen(false)}
        onConfirm={send}
      >
        <p>{translate("orders.resend.many_text")}</p>
      </ConfirmDialog>
    </>
  );
}
