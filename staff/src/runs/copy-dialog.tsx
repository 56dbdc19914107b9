import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useNavigate } from "react-router";
import { m } from "../messages.ts";
import { addDays, daysBetween } from "../../../src/i18n/dates.ts";
import { parseTypedDate } from "../../../src/i18n/typed-date.ts";
import { callStaff, staffQuery } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DayField } from "../parts/date-time-fields.tsx";
import { useFormats } from "../parts/formats.ts";
import { useForm } from "../parts/use-form.ts";
import { useRange } from "./run-labels.tsx";
import type { Run } from "./types.ts";
import { toVenueValue } from "./form-values.ts";
import { VenueField } from "./venue-field.tsx";

/** Copies a run to another date, by default four weeks later. */
export function CopyDialog({ run, onClose }: { run: Run; onClose(): void }) {
  const notify = useNotify();
  const navigate = useNavigate();
  const range = useRange();
  const { localized, money } = useFormats();
  const [start, setStart] = useState(addDays(run.startDate, 28));
  const [venue, setVenue] = useState(toVenueValue(run));
  const { data: options } = useQuery(staffQuery("GET /api/staff/run-options"));
  const form = useForm(["startDate", "venueEng", "venueAr", "addressEng", "addressAr"]);
  const isValidDay = parseTypedDate(start) !== null;
  const end = isValidDay ? addDays(start, daysBetween(run.startDate, run.endDate)) : "";
  const copy = () =>
    form.confirm(async () => {
      const copied = await callStaff("POST /api/staff/runs/:id/copy", { id: run.id, startDate: start, ...venue });
      notify(m.staff_runs_copy_done(), { type: "success" });
      void navigate(`/runs/${copied.id}`);
    });
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_runs_copy_title()}
      actionLabel={m.staff_runs_copy_action()}
      isReady={isValidDay && venue.venueEng.trim() !== ""}
      onClose={onClose}
      onConfirm={copy}
    >
      <p>
        {localized(run.name_eng, run.name_ar)} · {range(run.startDate, run.endDate)}
      </p>
      <DayField
        required
        autoFocus
        label={m.staff_runs_copy_first_day()}
        value={start}
        error={form.messageFor("startDate")}
        hint={isValidDay && end !== start ? range(start, end) : undefined}
        onChange={setStart}
      />
      <VenueField value={venue} venues={options?.venues ?? []} errors={form.errors} onChange={setVenue} />
      <div>
        <h3 className="mb-1.5 font-sans text-base font-medium tracking-normal">{m.staff_runs_copy_along()}</h3>
        <ul className="[&>li]:relative [&>li]:ps-5 [&>li]:before:absolute [&>li]:before:start-0 [&>li]:before:text-success [&>li]:before:content-['✓']">
          <li>{m.staff_runs_copy_days({ count: run.days })}</li>
          <li>{m.staff_runs_copy_price({ price: money(run.price) })}</li>
          <li>{m.staff_common_seat_count({ count: run.capacity })}</li>
          {run.allBackDays !== null && <li>{m.staff_runs_copy_policy()}</li>}
          {run.trainerIds && <li>{m.staff_runs_copy_trainers()}</li>}
        </ul>
      </div>
      <Alert>{run.accreditationStatus === "none" ? m.staff_runs_copy_note() : m.staff_runs_copy_note_number()}</Alert>
    </ConfirmDialog>
  );
}
