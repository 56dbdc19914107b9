import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { addDays, daysBetween } from "../../../src/i18n/dates.ts";
import { parseTypedDate } from "../../../src/i18n/typed-date.ts";
import { callStaff, staffQuery } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DayField } from "../parts/date-time-fields.tsx";
import { useFormats } from "../parts/formats.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useForm } from "../parts/use-form.ts";
import { ClashAlert } from "./clash-alert.tsx";
import { ReasonFields } from "./reason-fields.tsx";
import { useRange } from "./run-labels.tsx";
import { ChangeMailPreview } from "./change-mail-preview.tsx";
import { NotifiedList } from "./notified-list.tsx";
import type { ChangedRun, Run } from "./types.ts";
import { useMovePreview } from "./use-preview.ts";
import { toVenueValue } from "./form-values.ts";
import { VenueField } from "./venue-field.tsx";

/** Moves a run to other dates or another venue. Shows first who is notified. */
export function MoveDialog(props: { run: Run; start?: string; onClose(): void; onMoved(run: ChangedRun): void }) {
  const { run, onClose, onMoved } = props;
  const notify = useNotify();
  const range = useRange();
  const { localized, money } = useFormats();
  const [start, setStart] = useState(props.start ?? run.startDate);
  const [venue, setVenue] = useState(toVenueValue(run));
  const [reason, setReason] = useState({ reasonEng: "", reasonAr: "" });
  const { data: options } = useQuery(staffQuery("GET /api/staff/run-options"));
  const form = useForm(["startDate", "endDate", "venueEng", "venueAr", "addressEng", "addressAr"]);
  const isValidDay = parseTypedDate(start) !== null;
  const end = isValidDay ? addDays(start, daysBetween(run.startDate, run.endDate)) : "";
  const days = isValidDay ? { startDate: start, endDate: end } : {};
  const { data: preview, error, refetch } = useMovePreview(run.id, { ...days, venueEng: venue.venueEng });
  const isChanged = start !== run.startDate || JSON.stringify(venue) !== JSON.stringify(toVenueValue(run));
  const input = { id: run.id, startDate: start, endDate: end, ...venue, ...reason };
  const isComplete = isValidDay && isChanged && venue.venueEng.trim() !== "";
  const move = async () => {
    await form.confirm(async () => {
      const moved = await callStaff("POST /api/staff/runs/:id/move", input);
      notify(m.staff_runs_move_done({ count: preview?.mails.total ?? 0 }), { type: "success" });
      onMoved(moved);
    });
  };
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_runs_move_title()}
      actionLabel={preview ? m.staff_runs_move_action({ count: preview.mails.total }) : m.staff_runs_move_title()}
      isReady={preview !== undefined && isComplete}
      onClose={onClose}
      onConfirm={move}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <div>
          <p className="text-sm text-ink-3">{m.staff_runs_move_now()}</p>
          <p className="font-medium">{range(run.startDate, run.endDate)}</p>
          <p>{localized(run.venueEng, run.venueAr)}</p>
        </div>
        <DayField
          required
          autoFocus
          label={m.staff_runs_move_first_day()}
          value={start}
          error={form.messageFor("startDate")}
          hint={form.messageFor("endDate") ?? (isValidDay && end !== start ? range(start, end) : undefined)}
          onChange={setStart}
        />
      </div>
      <VenueField value={venue} venues={options?.venues ?? []} errors={form.errors} onChange={setVenue} />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!preview && !error && <LoadingState lines={3} />}
      {preview && (
        <>
          {isChanged && <ClashAlert clashes={preview.clashes} runId={run.id} />}
          <NotifiedList preview={preview} speakers={run.speakers} change="move" />
          {preview.refunds.orders > 0 && (
            <Alert>
              <strong>{m.staff_runs_move_refunds_title()}</strong>
              <p>{m.staff_runs_move_refunds({ count: preview.refunds.orders, total: money(preview.refunds.total) })}</p>
            </Alert>
          )}
        </>
      )}
      <ReasonFields value={reason} onChange={setReason} />
      {preview && preview.mails.total > 0 && isComplete && <ChangeMailPreview change="move" input={input} />}
      {run.accreditationStatus === "accredited" && (
        <p className="text-sm text-ink-3">{m.staff_runs_move_scfhs({ number: run.accreditationNumber ?? "" })}</p>
      )}
    </ConfirmDialog>
  );
}
