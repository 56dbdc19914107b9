import { useState } from "react";
import { useTranslate } from "ra-core";
import { MenuItem, TextField } from "@mui/material";
import { staffDownload } from "../api.ts";
import type { FullRun } from "../runs/types.ts";
import { Alert } from "../ui/alert.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { dayOf, today } from "../ui/days.ts";
import { useFormats } from "../ui/formats.ts";

/** The sheet that people sign on a day, as a PDF. */
export function SheetDialog({ run, onClose }: { run: FullRun; onClose(): void }) {
  const translate = useTranslate();
  const { date } = useFormats();
  const days = [...new Set(run.sessions.map(({ starts_at }) => dayOf(starts_at)))];
  const [day, setDay] = useState(days.find((one) => one >= today()) ?? days.at(-1) ?? run.start_date);
  return (
    <ConfirmDialog
      isOpen
      maxWidth="xs"
      title={translate("roster.sheet.title")}
      action={translate("roster.sheet.action")}
      onClose={onClose}
      onConfirm={() => staffDownload(`GET runs/${run.id}/sign-in-sheet`, { date: day })}
    >
      <p>{translate("roster.sheet.text")}</p>
      <TextField
        select
        label={translate("roster.sheet.day")}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      >
        {days.map((one) => (
          <MenuItem key={one} value={one}>
            {date(one, "full")}
          </MenuItem>
        ))}
      </TextField>
      <Alert>{translate("roster.export.personal")}</Alert>
    </ConfirmDialog>
  );
}
