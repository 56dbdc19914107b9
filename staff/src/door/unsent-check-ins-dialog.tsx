import { m } from "../messages.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

/** Confirms signing out while this device has unsent check-ins. */
export default function UnsentCheckInsDialog(props: { count: number; onClose(): void; onLeave(): Promise<void> }) {
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={m.staff_door_unsent_title()}
      actionLabel={m.staff_door_unsent_leave()}
      onClose={props.onClose}
      onConfirm={props.onLeave}
    >
      <p>{m.staff_door_unsent_text({ count: props.count })}</p>
    </ConfirmDialog>
  );
}
