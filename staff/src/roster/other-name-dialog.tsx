import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { TextField } from "@mui/material";
import { staffCall } from "../api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFieldErrors } from "../ui/use-field-errors.ts";
import type { Seat } from "./types.ts";

/** The name as it is written in the other script, for the roster and the sign-in sheet. */
export function OtherNameDialog({ seat, onClose, onSaved }: { seat: Seat; onClose(): void; onSaved(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [name, setName] = useState(seat.name_other ?? "");
  const { errors, run: submit } = useFieldErrors(["name_other"]);
  const save = () =>
    submit(async () => {
      await staffCall(`POST seats/${seat.id}/other-name`, { name_other: name.trim() });
      notify("roster.other_name.done", { type: "success" });
      onSaved();
    });
  return (
    <ConfirmDialog
      isOpen
      maxWidth="xs"
      title={translate("roster.other_name.title", { name: seat.name })}
      action={translate("ra.action.save")}
      onClose={onClose}
      onConfirm={save}
    >
      <p>{translate("roster.other_name.text")}</p>
      <TextField
        autoFocus
        label={translate("roster.other_name.field")}
        value={name}
        error={errors["name_other"] !== undefined}
        helperText={errors["name_other"]?.[0]}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { dir: "auto", maxLength: 120, autoComplete: "off" } }}
      />
    </ConfirmDialog>
  );
}
