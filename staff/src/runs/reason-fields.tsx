import { m } from "../messages.ts";
import { TextArea } from "../../../src/ui/text-area.tsx";

export interface ReasonValue {
  reasonEng: string;
  reasonAr: string;
}

/** Asks in both languages why a run is moved or cancelled. The emails about the change contain the reason. */
export function ReasonFields({ value, onChange }: { value: ReasonValue; onChange(value: ReasonValue): void }) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <TextArea
        rows={2}
        label={m.staff_runs_reason_eng()}
        value={value.reasonEng}
        onChange={(event) => onChange({ ...value, reasonEng: event.target.value })}
        dir="ltr"
        lang="en"
        maxLength={300}
      />
      <TextArea
        rows={2}
        label={m.staff_runs_reason_ar()}
        value={value.reasonAr}
        onChange={(event) => onChange({ ...value, reasonAr: event.target.value })}
        dir="rtl"
        lang="ar"
        maxLength={300}
      />
    </div>
  );
}
