import type { ReactNode } from "react";
import { DialogTitle, IconButton } from "@mui/material";
import { m } from "../messages.ts";
import { Icon } from "./icon.tsx";

/** A dialog's title, which its `aria-labelledby` names by `id`, and the way out beside it. */
export function DialogHead({
  id,
  children,
  isWaiting = false,
  onClose,
}: {
  id: string;
  children: ReactNode;
  /** While something is on its way that cannot be left. */
  isWaiting?: boolean;
  onClose(): void;
}) {
  return (
    <div className="dialog-head">
      <DialogTitle id={id}>{children}</DialogTitle>
      <IconButton aria-label={m.staff_ra_action_close()} disabled={isWaiting} onClick={onClose}>
        <Icon name="x" />
      </IconButton>
    </div>
  );
}
