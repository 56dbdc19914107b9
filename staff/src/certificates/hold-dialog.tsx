import { isolate } from "../../../src/i18n/isolate.ts";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { ReasonDialog } from "../parts/reason-dialog.tsx";

/** Withholds the certificates of a run, or of some of its people, until they are released. */
export function HoldDialog(props: {
  runId: number;
  /** Null holds the whole run. */
  seats: { seatId: number; name: string | null }[] | null;
  onClose(): void;
  onChanged(): void;
}) {
  const { runId, seats, onClose, onChanged } = props;
  const notify = useNotify();
  const hold = async (reason: string) => {
    const selection = seats ? { seats: seats.map(({ seatId }) => seatId) } : {};
    await callStaff("POST /api/staff/runs/:id/certificates/hold", { id: runId, ...selection, reason });
    notify(m.staff_certificates_hold_done(), { type: "success" });
    onChanged();
  };
  return (
    <ReasonDialog
      title={
        !seats
          ? m.staff_certificates_hold_title()
          : seats.length === 1
            ? m.staff_certificates_hold_title_one({ name: isolate(seats[0]?.name ?? m.staff_door_no_name()) })
            : m.staff_certificates_hold_chosen({ count: seats.length })
      }
      actionLabel={m.staff_certificates_hold_action()}
      label={m.staff_certificates_reason()}
      onClose={onClose}
      onConfirm={hold}
    >
      {m.staff_certificates_hold_text()}
    </ReasonDialog>
  );
}
