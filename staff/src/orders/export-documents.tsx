import { useState } from "react";
import { useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { staffCall } from "../api.ts";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { Icon } from "../ui/icon.tsx";

/** Invoices and credit notes of the chosen orders as one archive. */
export function ExportDocuments({ ids }: { ids: (string | number)[] }) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        className="on-band"
        variant="outlined"
        startIcon={<Icon name="file-down" size={16} />}
        onClick={() => setIsOpen(true)}
      >
        {translate("orders.documents_zip.open")}
      </Button>
      <ExportDialog
        isOpen={isOpen}
        title={translate("orders.documents_zip.title", { smart_count: ids.length })}
        start={() => staffCall<{ id: number }>("POST documents/pdfs", { order_ids: ids })}
        isPersonal
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
