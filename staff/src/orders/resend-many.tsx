import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { staffCall } from "../api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Icon } from "../ui/icon.tsx";

/** Confirmation and invoice of the chosen orders again, as long work; its page says which had none. */
export function ResendMany({ ids, onDone }: { ids: (string | number)[]; onDone(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const send = async () => {
    await staffCall("POST orders/resend", { order_ids: ids });
    notify("orders.resend.started", { type: "success" });
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
