import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Select } from "../../../src/ui/select.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import { callStaff } from "../api.ts";
import type { FullRun } from "../runs/types.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { ReasonField } from "../parts/reason-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { useForm } from "../parts/use-form.ts";
import { PersonFields } from "./person-fields.tsx";
import type { Seat } from "./types.ts";

const reasons = ["colleague", "wrong_name", "named", "other"] as const;
const emptyPerson = { name: "", email: "", scfhs_number: "" };

/**
 * Names the first attendee of a seat, replaces the present one or, if the email address stays the same, corrects their
 * name.
 */
export function SwapDialog(props: { run: FullRun; seat: Seat; onClose(): void; onSwapped(): void }) {
  const { run, seat, onClose, onSwapped } = props;
  const notify = useNotify();
  const { localized } = useFormats();
  const isNamed = seat.name !== null;
  const [person, setPerson] = useState(emptyPerson);
  const [reason, setReason] = useState<(typeof reasons)[number]>(isNamed ? "colleague" : "named");
  const [customReason, setCustomReason] = useState("");
  const form = useForm(["name", "email", "scfhs_number", "reason"]);
  const isCorrection = isNamed && person.email.trim().toLowerCase() === seat.email;
  const swap = () =>
    form.confirm(async () => {
      const reasonText = reason === "other" ? customReason : m[`staff_roster_swap_reasons_${reason}`]();
      const { notified } = await callStaff("POST /api/staff/seats/:id/swap", {
        id: seat.id,
        ...person,
        reason: reasonText,
      });
      notify(m.staff_roster_swap_done({ count: notified }), { type: "success" });
      onSwapped();
    });
  const newName = person.name.trim();
  const action = isCorrection ? m.staff_roster_swap_correct() : m.staff_roster_swap_action({ name: isolate(newName) });
  return (
    <ConfirmDialog
      isOpen
      title={isNamed ? m.staff_roster_swap_title({ name: isolate(seat.name ?? "") }) : m.staff_roster_swap_title_open()}
      actionLabel={newName ? action : m.staff_roster_swap_short()}
      isReady={newName !== "" && person.email.trim() !== "" && (reason !== "other" || customReason.trim() !== "")}
      onClose={onClose}
      onConfirm={swap}
    >
      <p>{m.staff_roster_swap_text({ order: seat.orderId, course: localized(run.name_eng, run.name_ar) })}</p>
      <PersonFields value={person} errors={form.errors} onChange={setPerson} />
      <Alert>
        {isCorrection
          ? m.staff_roster_swap_nobody_told()
          : isNamed
            ? m.staff_roster_swap_told({ to: newName || "…", from: seat.name ?? "" })
            : m.staff_roster_swap_told_one({ to: newName || "…" })}
      </Alert>
      <Select
        label={m.staff_roster_reason()}
        value={reason}
        onChange={(event) => setReason(event.target.value as typeof reason)}
        options={reasons.map((name) => ({ value: name, label: m[`staff_roster_swap_reasons_${name}`]() }))}
      />
      {reason === "other" && (
        <ReasonField label={m.staff_roster_reason_own()} value={customReason} onChange={setCustomReason} />
      )}
    </ConfirmDialog>
  );
}
