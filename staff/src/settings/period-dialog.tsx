import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { m, findMessage } from "../messages.ts";
import { parseTypedDate } from "../../../src/i18n/typed-date.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DayField } from "../parts/date-time-fields.tsx";
import { today } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { getInputLanguage } from "./setting-field.tsx";
import { periodsKey, type Fields, type Period } from "./use-settings.ts";

const settingFields = {
  tax: ["taxPercent"],
  company: ["nameEng", "nameAr", "addressEng", "addressAr", "vatNumber", "registrationNumber"],
} as const;

export interface PeriodDialogProps {
  setting: Period["setting"];
  /** The planned period to change. Null plans a new one; its fields are filled from `initialData`. */
  plan: Period | null;
  initialData: Fields;
  onClose(): void;
}

/** Plans a tax rate or company identity that applies from a date on. */
export function PeriodDialog({ setting, plan, initialData, onClose }: PeriodDialogProps) {
  const notify = useNotify();
  const { date } = useFormats();
  const queryClient = useQueryClient();
  const [startsOn, setStartsOn] = useState(plan?.startsOn ?? today());
  const startDay = parseTypedDate(startsOn);
  const [data, setData] = useState<Fields>(plan?.data ?? initialData);
  const form = useForm<string>(["startsOn", ...settingFields[setting]]);
  const save = () => {
    const taxPercent = String(data["taxPercent"] ?? "").trim();
    // An empty field must not plan a rate of 0 %.
    const values = setting === "tax" ? { taxPercent: taxPercent === "" ? null : Number(taxPercent) } : data;
    return form.confirm(async () => {
      if (plan)
        await callStaff("PUT /api/staff/setting-periods/:id", {
          id: plan.id,
          version: plan.version,
          startsOn,
          data: values,
        });
      else await callStaff("POST /api/staff/setting-periods", { setting, startsOn, data: values });
      await queryClient.invalidateQueries({ queryKey: periodsKey });
      notify(m.staff_settings_saved(), { type: "success" });
    });
  };
  return (
    <ConfirmDialog
      isOpen
      title={m[`staff_settings_periods_plan_${setting}`]()}
      actionLabel={
        startDay === null ? m.staff_settings_periods_save() : `${m.staff_settings_periods_save()} · ${date(startDay)}`
      }
      isReady={startDay !== null}
      onClose={onClose}
      onConfirm={save}
    >
      <DayField
        label={m.staff_settings_periods_starts_on()}
        required
        value={startsOn}
        error={form.messageFor("startsOn")}
        hint={m.staff_settings_periods_starts_on_hint()}
        onChange={setStartsOn}
      />
      <div className={setting === "company" ? "grid items-start gap-5 md:grid-cols-2" : "grid gap-4"}>
        {settingFields[setting].map((name) => (
          <TextField
            key={name}
            label={findMessage(`staff_settings_${setting}_${name}`)}
            required
            value={String(data[name] ?? "")}
            error={form.messageFor(name)}
            hint={findMessage(`staff_settings_${setting}_${name}_hint`)}
            onChange={({ target }) => setData({ ...data, [name]: target.value })}
            {...getInputLanguage(name)}
            {...(setting === "tax" ? { type: "number", min: 0, max: 100, step: 0.01 } : {})}
          />
        ))}
      </div>
    </ConfirmDialog>
  );
}
