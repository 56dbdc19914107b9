import { m } from "../messages.ts";
import { TextField } from "@mui/material";

export interface ReasonValue {
  reason_eng: string;
  reason_ar: string;
}

/** Why, for the mail, in both languages. */
export function ReasonFields({ value, onChange }: { value: ReasonValue; onChange(value: ReasonValue): void }) {
  return (
    <div className="two-columns">
      <TextField
        multiline
        minRows={2}
        label={m.staff_runs_reason_eng()}
        value={value.reason_eng}
        onChange={(event) => onChange({ ...value, reason_eng: event.target.value })}
        slotProps={{ htmlInput: { dir: "ltr", lang: "en", maxLength: 300 } }}
      />
      <TextField
        multiline
        minRows={2}
        label={m.staff_runs_reason_ar()}
        value={value.reason_ar}
        onChange={(event) => onChange({ ...value, reason_ar: event.target.value })}
        slotProps={{ htmlInput: { dir: "rtl", lang: "ar", maxLength: 300 } }}
      />
    </div>
  );
}
