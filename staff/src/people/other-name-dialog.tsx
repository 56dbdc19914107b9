import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { TextField } from "@mui/material";
import { staffCall, StaffApiError } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFieldErrors } from "../ui/use-field-errors.ts";
import type { Person } from "./person-types.ts";

type Known = Pick<Person, "name_other" | "version">;

interface OtherNameDialogProps {
  person: Person;
  onClose(): void;
  onSaved(): void;
}

/** The person's name as it is written in the other script. What a colleague has saved meanwhile is shown before it is replaced. */
export function OtherNameDialog({ person, onClose, onSaved }: OtherNameDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [name, setName] = useState(person.name_other ?? "");
  const [newer, setNewer] = useState<Known | null>(null);
  const { errors, run: submit } = useFieldErrors(["name_other"]);
  const save = () =>
    submit(async () => {
      const { version } = newer ?? person;
      const written = { name_other: name.trim(), version };
      await staffCall(`PUT people/${encodeURIComponent(person.id)}`, written).catch((error: unknown) => {
        if (error instanceof StaffApiError && error.status === 409) setNewer(error.body["current"] as Known);
        throw error;
      });
      notify("people.other_name.saved", { type: "success" });
      onSaved();
    });
  return (
    <ConfirmDialog
      isOpen
      maxWidth="xs"
      title={translate("people.other_name.title", { name: person.name })}
      action={translate(newer ? "people.other_name.replace" : "ra.action.save")}
      onClose={() => {
        // What is shown behind is older than what is known by now.
        if (newer) onSaved();
        onClose();
      }}
      onConfirm={save}
    >
      <p>{translate("people.other_name.text")}</p>
      <TextField
        autoFocus
        label={translate("people.other_name.field")}
        value={name}
        error={errors["name_other"] !== undefined}
        helperText={errors["name_other"]?.[0]}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { dir: "auto", maxLength: 120, autoComplete: "off" } }}
      />
      {newer && (
        <Alert tone="attention">
          {translate("people.other_name.theirs")} <bdi className="strong">{newer.name_other ?? "–"}</bdi>
        </Alert>
      )}
    </ConfirmDialog>
  );
}
