import { useState } from "react";
import { isolate } from "../../../src/i18n/isolate.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { ReasonField } from "../parts/reason-dialog.tsx";
import { useForm } from "../parts/use-form.ts";

export interface CorrectedSeat {
  id: number;
  name: string | null;
  email: string | null;
  scfhs_number: string | null;
}

/** Corrects the name and SCFHS number of an attendee, even after the run. The seat stays with the same person. */
export function CorrectDialog(props: { seat: CorrectedSeat; onClose(): void; onCorrected(): void }) {
  const { seat, onClose, onCorrected } = props;
  const notify = useNotify();
  const [name, setName] = useState(seat.name ?? "");
  const [number, setNumber] = useState(seat.scfhs_number ?? "");
  const [reason, setReason] = useState("");
  const form = useForm(["name", "scfhs_number", "reason"]);
  const correct = () =>
    form.confirm(async () => {
      const person = { name, email: seat.email ?? "", scfhs_number: number };
      await callStaff("POST /api/staff/seats/:id/swap", { id: seat.id, ...person, reason });
      notify(m.staff_roster_correct_done(), { type: "success" });
      onCorrected();
    });
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_roster_correct_title({ name: isolate(seat.name ?? "") })}
      actionLabel={m.staff_roster_swap_correct()}
      isReady={name.trim() !== "" && reason.trim() !== ""}
      onClose={onClose}
      onConfirm={correct}
    >
      <TextField
        required
        autoFocus
        label={m.staff_roster_person_name()}
        value={name}
        error={form.messageFor("name")}
        onChange={(event) => setName(event.target.value)}
        dir="auto"
        maxLength={120}
        autoComplete="off"
      />
      <TextField
        label={m.staff_roster_scfhs()}
        value={number}
        error={form.messageFor("scfhs_number")}
        onChange={(event) => setNumber(event.target.value)}
        dir="ltr"
        maxLength={40}
        autoComplete="off"
      />
      <ReasonField label={m.staff_roster_reason()} value={reason} errors={form.errors} onChange={setReason} />
      <Alert>{m.staff_roster_correct_text()}</Alert>
    </ConfirmDialog>
  );
}
