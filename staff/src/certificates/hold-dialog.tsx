import { useState } from "react";
import { isolate } from "../../../src/i18n/isolate.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFieldErrors } from "../parts/use-field-errors.ts";

/** Holds back what a run or some of its people would get, until it is let go. */
export function HoldDialog(props: {
  runId: number;
  /** Null: the whole run. */
  seats: { seatId: number; name: string | null }[] | null;
  onClose(): void;
  onChanged(): void;
}) {
  const { runId, seats, onClose, onChanged } = props;
  const notify = useNotify();
  const [reason, setReason] = useState("");
  const { errors, run: submit } = useFieldErrors(["reason"]);
  const hold = () =>
    submit(async () => {
      const of = seats ? { seats: seats.map(({ seatId }) => seatId) } : {};
      await callStaff("POST /api/staff/runs/:id/certificates/hold", { id: runId, ...of, reason });
      notify(m.staff_certificates_hold_done(), { type: "success" });
      onChanged();
    });
  return (
    <ConfirmDialog
      isOpen
      size="sm"
      title={
        !seats
          ? m.staff_certificates_hold_title()
          : seats.length === 1
            ? m.staff_certificates_hold_title_one({ name: isolate(seats[0]?.name ?? m.staff_door_no_name()) })
            : m.staff_certificates_hold_chosen({ count: seats.length })
      }
      action={m.staff_certificates_hold_action()}
      isReady={reason.trim() !== ""}
      onClose={onClose}
      onConfirm={hold}
    >
      <p>{m.staff_certificates_hold_text()}</p>
      <TextField
        required
        autoFocus
        label={m.staff_certificates_reason()}
        value={reason}
        error={errors["reason"]?.[0]}
        onChange={(event) => setReason(event.target.value)}
        dir="auto"
        maxLength={300}
      />
    </ConfirmDialog>
  );
}
