import { useState } from "react";
import { Button } from "../../../src/ui/button.tsx";
import { callStaff, StaffApiError } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { BulkBar } from "../parts/bulk-bar.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import type { Media } from "./media.ts";

interface BulkDeleteProps {
  chosen: readonly Media[];
  onClose(): void;
  onDeleted(ids: number[]): void;
}

/** Deletes those selected files that no content uses, after a confirmation. The server checks each file again. */
export function BulkDelete({ chosen, onClose, onDeleted }: BulkDeleteProps) {
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const unused = chosen.filter(({ uses }) => uses === 0);
  const usedCount = chosen.length - unused.length;
  const confirm = async () => {
    const deleted: number[] = [];
    try {
      for (const { id } of unused) {
        try {
          await callStaff("DELETE /api/staff/media/:id", { id });
          deleted.push(id);
        } catch (error) {
          // A colleague has used or deleted the file meanwhile.
          if (!(error instanceof StaffApiError) || ![404, 409].includes(error.status)) throw error;
        }
      }
    } finally {
      onDeleted(deleted);
    }
    if (deleted.length > 0) notify(m.staff_media_bulk_deleted({ count: deleted.length }), { type: "success" });
    else notify(m.staff_media_bulk_in_use(), { type: "error" });
    onClose();
  };
  return (
    <BulkBar title={m.staff_media_bulk_chosen({ count: chosen.length })} onClose={onClose}>
      <Button
        size="sm"
        variant="outlined"
        icon="trash-2"
        disabled={unused.length === 0}
        onClick={() => setIsOpen(true)}
      >
        {m.staff_media_bulk_delete({ count: unused.length })}
      </Button>
      {usedCount > 0 && <span className="text-sm">{m.staff_media_bulk_stay({ count: usedCount })}</span>}
      <ConfirmDialog
        isOpen={isOpen}
        isDangerous
        title={m.staff_media_bulk_delete_title({ count: unused.length })}
        actionLabel={m.staff_media_panel_delete()}
        cancelLabel={m.staff_media_bulk_keep()}
        onClose={() => setIsOpen(false)}
        onConfirm={confirm}
      >
        <p>{m.staff_media_bulk_delete_text()}</p>
        <ul className="max-h-48 list-disc overflow-y-auto ps-5 text-sm wrap-anywhere">
          {unused.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        {usedCount > 0 && <p>{m.staff_media_bulk_stay({ count: usedCount })}</p>}
      </ConfirmDialog>
    </BulkBar>
  );
}
