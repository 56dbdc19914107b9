import { useState } from "react";
import { useQueryClient, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { m } from "../messages.ts";
import { Select } from "../../../src/ui/select.tsx";
import { RunHead } from "../runs/run-head.tsx";
import { useRange } from "../runs/run-labels.tsx";
import type { FullRun } from "../runs/types.ts";
import { toDay, toTime, today } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { Read } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { AddDialog } from "./add-dialog.tsx";
import { ScfhsRequestDialog } from "./scfhs-request-dialog.tsx";
import { CancelSeatDialog } from "./cancel-seat-dialog.tsx";
import { CorrectDialog } from "./correct-dialog.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { RosterTable } from "./roster-table.tsx";
import { SwapDialog } from "./swap-dialog.tsx";
import type { Roster, Seat } from "./types.ts";
import { callStaff, downloadStaff, staffQuery } from "../api.ts";
import { OtherNameDialog } from "../parts/other-name-dialog.tsx";
import { SeatBar } from "../parts/seat-bar.tsx";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Figures } from "../parts/figures.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** Downloads the sign-in sheet of a day as a PDF. */
function SheetDialog({ run, onClose }: { run: FullRun; onClose(): void }) {
  const { date } = useFormats();
  const days = [...new Set(run.sessions.map(({ startsAt }) => toDay(startsAt)))];
  const [day, setDay] = useState(days.find((day) => day >= today()) ?? days.at(-1) ?? run.startDate);
  return (
    <ConfirmDialog
      isOpen
      size="sm"
      title={m.staff_roster_sheet_title()}
      actionLabel={m.staff_roster_sheet_action()}
      onClose={onClose}
      onConfirm={() => downloadStaff("GET /api/staff/runs/:id/sign-in-sheet", { id: run.id, date: day })}
    >
      <p>{m.staff_roster_sheet_text()}</p>
      <Select
        label={m.staff_roster_sheet_day()}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        options={days.map((day) => ({ value: day, label: date(day, "full") }))}
      />
      <Alert>{m.staff_roster_export_personal()}</Alert>
    </ConfirmDialog>
  );
}

/** Shows the number of seats by state, and how many lack a name, an SCFHS number or a payment. */
function RosterNumbers({ roster, run }: { roster: Roster; run: FullRun }) {
  const missingFigures: [string, number][] = [
    [m.staff_roster_without_name(), roster.withoutName],
    [m.staff_roster_without_scfhs(), roster.withoutScfhs],
    [m.staff_roster_awaiting_bank(), roster.awaitingBank],
  ];
  return (
    <section
      className="card grid grid-cols-1 md:grid-cols-[minmax(0,1.4fr)_minmax(0,2fr)]"
      aria-label={m.staff_roster_numbers()}
    >
      <div className="px-pad py-3.5">
        <p className="text-sm text-ink-3">{m.staff_common_seats()}</p>
        <SeatBar sold={run.seatsSold} held={run.seatsHeld} capacity={run.capacity} />
      </div>
      <Figures
        isSmall
        className="border-line max-md:border-t md:border-s"
        figures={missingFigures.map(([label, value]) => ({ key: label, label, value }))}
      />
    </section>
  );
}

/** Asks for an attendee's name in the other script, for the roster and the sign-in sheet. */
function SeatOtherNameDialog({ seat, onClose, onSaved }: { seat: Seat; onClose(): void; onSaved(): void }) {
  return (
    <OtherNameDialog
      person={seat}
      texts="roster_other_name"
      save={async (name) => {
        await callStaff("POST /api/staff/seats/:id/other-name", { id: seat.id, name_other: name });
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

type OpenDialog =
  | { name: "add" | "export" | "sheet" }
  | { name: "swap" | "cancel" | "correct" | "other-name"; seat: Seat }
  | { name: "ask"; seats: Seat[] };

/** The attendees of a run. */
export default function RosterPage() {
  const { id = "" } = useParams();
  const run = useQuery(staffQuery("GET /api/staff/runs/:id", { id }));
  const roster = useQuery(staffQuery("GET /api/staff/runs/:id/roster", { id }));
  return (
    <Read queries={[run, roster]} lines={10}>
      {(run, roster) => <RosterView run={run} roster={roster} />}
    </Read>
  );
}

/** Returns a function that describes the session of today or the next one, or the dates of a run that is over. */
function useDayText(): (run: FullRun) => string {
  const range = useRange();
  const { date } = useFormats();
  return (run) => {
    const days = [...new Set(run.sessions.map(({ startsAt }) => toDay(startsAt)))];
    const nextDay = days.find((day) => day >= today());
    const session = run.sessions.find(({ startsAt }) => toDay(startsAt) === nextDay);
    if (!nextDay || !session) return range(run.startDate, run.endDate);
    const dayText = m.staff_common_day_of({ day: days.indexOf(nextDay) + 1, days: run.days });
    const dateText = nextDay === today() ? m.staff_roster_today() : date(nextDay, "dayMonth");
    const times = run.timesConfirmed
      ? m.staff_common_time_range({ from: toTime(session.startsAt), to: toTime(session.endsAt) })
      : "";
    return [dayText, dateText, times].filter(Boolean).join(" · ");
  };
}

function RosterView({ run, roster }: { run: FullRun; roster: Roster }) {
  const { locale, localized } = useFormats();
  const can = useCan();
  const formatDay = useDayText();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const reload = () => void client.invalidateQueries({ queryKey: ["staff"] });
  const speakers = run.speakers
    .map((speaker) => localized(speaker.name_eng, speaker.name_ar))
    .join(locale === "ar" ? "، " : ", ");
  const isOpen = run.cancelledAt === null && run.endDate >= today();
  const canAdd = isOpen && (can("roster.write") || can("orders.transfer"));
  const seat = dialog && "seat" in dialog ? dialog.seat : null;
  return (
    <>
      <RunHead
        run={run}
        facts={[localized(run.venueEng, run.venueAr), formatDay(run), speakers].filter(Boolean).join(" · ")}
        actions={
          <div className="flex flex-wrap items-center gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-25 max-md:border-t max-md:border-edge max-md:bg-surface max-md:px-4 max-md:py-2.5 max-md:*:flex-1">
            <Button
              variant="secondary"
              className="max-md:hidden"
              icon="download"
              onClick={() => setDialog({ name: "export" })}
            >
              {m.staff_common_action_export()}
            </Button>
            <Button variant="secondary" icon="printer" onClick={() => setDialog({ name: "sheet" })}>
              {m.staff_roster_sheet_title()}
            </Button>
            {canAdd && (
              <Button variant="primary" icon="user-plus" onClick={() => setDialog({ name: "add" })}>
                {m.staff_roster_add_open()}
              </Button>
            )}
          </div>
        }
      />
      <div className="grid gap-4">
        <RosterNumbers roster={roster} run={run} />
        <RosterTable
          roster={roster}
          canChange={isOpen && can("roster.write")}
          canCorrect={run.cancelledAt === null && can("roster.write")}
          onCorrect={(selectedSeat) => setDialog({ name: "correct", seat: selectedSeat })}
          onSwap={(selectedSeat) => setDialog({ name: "swap", seat: selectedSeat })}
          onCancel={(selectedSeat) => setDialog({ name: "cancel", seat: selectedSeat })}
          onOtherName={(selectedSeat) => setDialog({ name: "other-name", seat: selectedSeat })}
          onAsk={(seats) => setDialog({ name: "ask", seats })}
        />
      </div>
      {dialog?.name === "add" && <AddDialog run={run} onClose={close} onAdded={reload} />}
      {dialog?.name === "export" && <ExportDialog run={run} roster={roster} onClose={close} />}
      {dialog?.name === "sheet" && <SheetDialog run={run} onClose={close} />}
      {dialog?.name === "ask" && <ScfhsRequestDialog run={run} seats={dialog.seats} onClose={close} onSent={reload} />}
      {dialog?.name === "other-name" && seat && <SeatOtherNameDialog seat={seat} onClose={close} onSaved={reload} />}
      {dialog?.name === "correct" && seat && <CorrectDialog seat={seat} onClose={close} onCorrected={reload} />}
      {dialog?.name === "swap" && seat && <SwapDialog run={run} seat={seat} onClose={close} onSwapped={reload} />}
      {dialog?.name === "cancel" && seat && (
        <CancelSeatDialog run={run} seat={seat} onClose={close} onCancelled={reload} />
      )}
    </>
  );
}
