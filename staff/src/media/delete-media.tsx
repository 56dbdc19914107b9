import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { staffCall } from "../api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { useMay } from "../ui/use-may.ts";
import type { FullMedia } from "./media.ts";

/** What nothing uses may go, after a question; for anything else the reason stands here. */
export function DeleteMedia({ media, onDeleted }: { media: FullMedia; onDeleted: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, used_in } = media;
  if (!may("media.write")) return null;
  if (used_in.length > 0) return <p className="quiet small">{translate("media.panel.cannot_delete")}</p>;
  return (
    <>
      <div className="row">
        <Button
          color="error"
          size="small"
          startIcon={<Icon name="trash-2" size={16} />}
          onClick={() => setIsOpen(true)}
        >
          {translate("media.panel.delete")}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        isDangerous
        title={translate("media.panel.delete_title", { name })}
        action={translate("media.panel.delete")}
        keep={translate("media.panel.keep")}
        onClose={() => setIsOpen(false)}
        onConfirm={async () => {
          await staffCall(`DELETE media/${id}`);
          notify("media.panel.deleted", { type: "success", messageArgs: { name } });
          onDeleted();
        }}
      >
        <p>{translate("media.panel.delete_text")}</p>
      </ConfirmDialog>
    </>
  );
}
