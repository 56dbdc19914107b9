import { m } from "../messages.ts";
import { daysBetween } from "../../../src/i18n/dates.ts";
import { Panel } from "../parts/panel.tsx";
import { Chip } from "../parts/chip.tsx";
import { today } from "../parts/days.ts";
import { Details } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { SeatBar } from "../parts/seat-bar.tsx";
import { isSlow } from "../parts/slow-run.ts";
import { useCan } from "../frame/session.ts";
import { DecisionsCard } from "./decide-card.tsx";
import { LinkCard } from "./link-card.tsx";
import { isChangeable } from "./form-values.ts";
import type { FullRun } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";

export type RunChangeName = "copy" | "move" | "cancel" | "trainers";

/** Shows the present seats and revenue, the link of a private run, the trainers, and the changes that notify people. */
export function RunAside({
  run,
  onChange,
  onSaved,
}: {
  run: FullRun;
  onChange(name: RunChangeName): void;
  onSaved(run: FullRun): void;
}) {
  const { date, localized } = useFormats();
  const can = useCan();
  const canChange = isChangeable(run, today());
  return (
    <div className="grid gap-4">
      {run.cancelledAt === null ? (
        <SeatsPanel run={run} />
      ) : (
        <CancellationPanel run={run} cancelledAt={run.cancelledAt} />
      )}
      {run.visibility !== "public" && canChange && can("schedule.write") && <LinkCard run={run} onChange={onSaved} />}
      {run.minSeats !== null && <DecisionsCard run={run} />}
      <Panel
        title={m.staff_runs_speakers()}
        count={run.speakers.length}
        action={
          canChange &&
          can("schedule.write") && (
            <Button variant="ghost" size="sm" onClick={() => onChange("trainers")}>
              {m.staff_runs_trainers_change()}
            </Button>
          )
        }
      >
        {run.speakers.length === 0 && <p className="text-ink-3">{m.staff_content_trainers_none()}</p>}
        <ul className="grid gap-2">
          {run.speakers.map((speaker) => {
            const clash = run.clashes.find(({ trainerId }) => trainerId === speaker.id);
            return (
              <li key={speaker.id} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1">{localized(speaker.name_eng, speaker.name_ar)}</span>
                {clash && (
                  <Chip tone="attention" icon="users">
                    {m.staff_runs_clash_on({ date: date(clash.date, "dayMonth") })}
                  </Chip>
                )}
              </li>
            );
          })}
        </ul>
        {run.trainerIds && <p className="mt-2 text-sm text-ink-3">{m.staff_runs_trainers_others()}</p>}
      </Panel>
      {(can("schedule.write") || can("schedule.move") || can("schedule.cancel")) && (
        <Panel title={m.staff_runs_change_run()}>
          <div className="grid gap-2">
            <p className="text-sm text-ink-3">{m.staff_runs_change_run_text()}</p>
            {can("schedule.write") && (
              <Button variant="secondary" icon="copy" onClick={() => onChange("copy")}>
                {m.staff_runs_copy_open()}
              </Button>
            )}
            {canChange && can("schedule.move") && (
              <Button variant="secondary" icon="calendar-sync" onClick={() => onChange("move")}>
                {m.staff_runs_move_open()}
              </Button>
            )}
            {canChange && can("schedule.cancel") && (
              <Button variant="danger-secondary" icon="calendar-x" onClick={() => onChange("cancel")}>
                {m.staff_runs_cancel_open()}
              </Button>
            )}
          </div>
        </Panel>
      )}
    </div>
  );
}

function RosterLink({ run }: { run: FullRun }) {
  if (!useCan()("roster.read")) return null;
  return <TextLink to={`/runs/${run.id}/roster`}>{m.staff_common_roster()}</TextLink>;
}

/** Shows when a run was cancelled, and how much was refunded. */
function CancellationPanel({ run, cancelledAt }: { run: FullRun; cancelledAt: string }) {
  const { date, money } = useFormats();
  return (
    <Panel title={m.staff_runs_states_cancelled()} action={<RosterLink run={run} />}>
      <p>{m.staff_runs_cancelled_on({ date: date(cancelledAt), amount: money(run.refunded ?? 0) })}</p>
    </Panel>
  );
}

function SeatsPanel({ run }: { run: FullRun }) {
  const freeSeats = Math.max(0, run.capacity - run.seatsSold - run.seatsHeld);
  const days = daysBetween(today(), run.startDate);
  // If the price is for the whole run, it is paid once, and not for each seat.
  const unpaidPrices = run.priceFor === "run" ? Number(run.seatsSold === 0) : run.capacity - run.seatsSold;
  const revenueIfFull = Number(run.soldBeforeVat) + Number(run.price) * unpaidPrices;
  const seatCounts: [string, number][] = [
    [m.staff_runs_sold(), run.seatsSold],
    [m.staff_runs_held(), run.seatsHeld],
    [m.staff_runs_free(), freeSeats],
  ];
  return (
    <Panel title={m.staff_runs_seats_now()} action={<RosterLink run={run} />}>
      <div className="grid gap-4">
        <dl className="grid grid-cols-3 divide-x divide-line text-center">
          {seatCounts.map(([label, value]) => (
            <div key={label} className="flex flex-col-reverse px-1.5">
              <dt className="text-sm text-ink-3">{label}</dt>
              <dd className="font-display text-2xl/snug font-(weight:--nh-w-display) tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <SeatBar sold={run.seatsSold} held={run.seatsHeld} capacity={run.capacity} isLow={isSlow(run)} />
        <Details
          isAmounts
          rows={[
            { label: m.staff_runs_sold_so_far(), value: <Money riyals={run.soldBeforeVat} withCurrency /> },
            { label: m.staff_runs_if_full(), value: <Money riyals={revenueIfFull} withCurrency /> },
            days > 0 && { label: m.staff_runs_starts_in(), value: m.staff_runs_days({ count: days }) },
          ]}
        />
      </div>
    </Panel>
  );
}
