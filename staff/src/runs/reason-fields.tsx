import { useTranslate } from "ra-core";
import { TextField } from "@mui/material";

export interface ReasonValue {
  reason_eng: string;
  reason_ar: string;
}

/** Why, for the mail, in both languages. */
export function ReasonFields({ value, onChange }: { value: ReasonValue; onChange(value: ReasonValue): void }) {
  const translate = useTranslate();
  return (
    <div className="two-columns">
      <TextField
        multiline
        minRows={2}
        label={translate("runs.reason.eng")}
        value={value.reason_eng}
        onChange={(event) => onChange({ ...value, reason_eng: event.target.value })}
        slotProps={{ htmlInput: { dir: "ltr", lang: "en", maxLength: 300 } }}
      />
      <TextField
        multiline
        minRows={2}
        label={translate("runs.reason.ar")}
        value={value.reason_ar}
        onChange={(event) => onChange({ ...value, reason_ar: event.target.value })}
        slotProps={{ htmlInput: { dir: "rtl", lang: "ar", maxLength: 300 } }}
      />
    </div>
  );
}
