import { staffCall } from "../api.ts";
import { OtherNameDialog } from "../ui/other-name-dialog.tsx";
import type { Seat } from "./types.ts";

/** The name as it is written in the other script, for the roster and the sign-in sheet. */
export function SeatOtherNameDialog({ seat, onClose, onSaved }: { seat: Seat; onClose(): void; onSaved(): void }) {
  return (
    <OtherNameDialog
      of={seat}
      texts="roster.other_name"
      save={async (name) => {
        await staffCall(`POST seats/${seat.id}/other-name`, { name_other: name });
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
