import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { MenuItem, TextField } from "@mui/material";
import { isolate } from "../../../src/i18n/isolate.ts";
import { staffCall } from "../api.ts";
import type { FullRun } from "../runs/types.ts";
import { Alert } from "../ui/alert.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFormats } from "../ui/formats.ts";
import { useFieldErrors } from "../ui/use-field-errors.ts";
import { PersonFields } from "./person-fields.tsx";
import type { Seat } from "./types.ts";

const reasons = ["colleague", "wrong_name", "named", "other"] as const;
const noPerson = { name: "", email: "", scfhs_number: "" };

/** Another person on a seat, a name on one without, or a name corrected: the e-mail tells which. */
export function SwapDialog(props: { run: FullRun; seat: Seat; onClose(): void; onSwapped(): void }) {
  const { run, seat, onClose, onSwapped } = props;
  const translate = useTranslate();
  const notify = useNotify();
  const { localized } = useFormats();
  const isNamed = seat.name !== null;
  const [person, setPerson] = useState(noPerson);
  const [reason, setReason] = useState<(typeof reasons)[number]>(isNamed ? "colleague" : "named");
  const [own, setOwn] = useState("");
  const { errors, run: submit } = useFieldErrors(["name", "email", "scfhs_number", "reason"]);
  const isCorrection = isNamed && person.email.trim().toLowerCase() === seat.email;
  const swap = () =>
    submit(async () => {
      const words = reason === "other" ? own : translate(`roster.swap.reasons.${reason}`);
      const { told } = await staffCall<{ told: number }>(`POST seats/${seat.id}/swap`, { ...person, reason: words });
      notify(translate("roster.swap.done", { smart_count: told }), { type: "success" });
      onSwapped();
    });
  const to = person.name.trim();
  const action = isCorrection
    ? translate("roster.swap.correct")
    : translate("roster.swap.action", { name: isolate(to) });
  return (
    <ConfirmDialog
      isOpen
      title={
        isNamed
          ? translate("roster.swap.title", { name: isolate(seat.name ?? "") })
          : translate("roster.swap.title_open")
      }
      action={to ? action : translate("roster.swap.short")}
      isReady={to !== "" && person.email.trim() !== "" && (reason !== "other" || own.trim() !== "")}
      onClose={onClose}
      onConfirm={swap}
    >
      <p>{translate("roster.swap.text", { order: seat.order_id, course: localized(run.name_eng, run.name_ar) })}</p>
      <PersonFields value={person} errors={errors} onChange={setPerson} />
      <Alert>
        {isCorrection
          ? translate("roster.swap.nobody_told")
          : isNamed
            ? translate("roster.swap.told", { to: to || "…", from: seat.name })
            : translate("roster.swap.told_one", { to: to || "…" })}
      </Alert>
      <TextField
        select
        label={translate("roster.reason")}
        value={reason}
        onChange={(event) => setReason(event.target.value as typeof reason)}
      >
        {reasons.map((name) => (
          <MenuItem key={name} value={name}>
            {translate(`roster.swap.reasons.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      {reason === "other" && (
        <TextField
          required
          label={translate("roster.reason_own")}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          slotProps={{ htmlInput: { dir: "auto", maxLength: 300 } }}
        />
      )}
    </ConfirmDialog>
  );
}
