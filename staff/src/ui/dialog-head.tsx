import type { ReactNode } from "react";
import { useTranslate } from "ra-core";
import { DialogTitle, IconButton } from "@mui/material";
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
  const translate = useTranslate();
  return (
    <div className="dialog-head">
      <DialogTitle id={id}>{children}</DialogTitle>
      <IconButton aria-label={translate("ra.action.close")} disabled={isWaiting} onClick={onClose}>
        <Icon name="x" />
      </IconButton>
    </div>
  );
}
