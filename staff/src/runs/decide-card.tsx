import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useMay } from "../frame/session.ts";
import { m } from "../messages.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { daysBetween, riyadhInstant } from "../../../src/i18n/dates.ts";
import { Button } from "../parts/button.tsx";
import { isAhead, today } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../parts/icon.tsx";
import { Money } from "../parts/money.tsx";
import { Problem } from "../parts/problem.tsx";
import type { FullRun } from "./types.ts";
import { useCancelPreview } from "./use-preview.ts";

/** From so many days before the decision on. */
const askedDaysBefore = 7;

/** Whether a run lacks seats and its decision is near, or was missed. */
export const mustDecide = (run: FullRun): boolean =>
  run.min_seats !== null &&
  run.decide_by !== null &&
  run.seats_sold < run.min_seats &&
  run.decided_at === null &&
  run.cancelled_at === null &&
  run.sale_stopped_at === null &&
  run.end_date >= today() &&
  daysBetween(today(), run.decide_by.slice(0, 10)) <= askedDaysBefore;

function Figure({ value, children }: { value: number; children: string }) {
  const { number } = useFormats();
  return (
    <div className="border-line-2 pe-6 not-first:border-s not-first:ps-6">
      <b className="block font-display text-figure tabular-nums">{number(value)}</b>
      <span className="small">{children}</span>
    </div>
  );
}

/** A run that sold too few seats: how it stands, and the three ways, each with who is told and what goes back. */
export function DecideCard({
  run,
  onChange,
  onDecided,
}: {
  run: FullRun;
  onChange(name: "move" | "cancel"): void;
  onDecided(run: FullRun): void;
}) {
  const may = useMay();
  const notify = useNotify();
  const { date } = useFormats();
  const { data } = useCancelPreview(run.id);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const needed = run.min_seats ?? 0;
  const by = riyadhInstant(run.decide_by?.slice(0, 10) ?? "", run.decide_by?.slice(11) ?? "");
  const isOver = !isAhead(by.toISOString());
  const when = { date: date(run.decide_by?.slice(0, 10) ?? ""), time: run.decide_by?.slice(11) ?? "" };
  async function goAhead() {
    setBusy(true);
    try {
      onDecided(await callStaff("POST /api/staff/runs/:id/run-anyway", { id: run.id }));
      notify(m.staff_runs_decide_done(), { type: "success" });
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      setProblem(error.message);
    }
    setBusy(false);
  }
  return (
    <section className="card mb-5 overflow-hidden" aria-labelledby="decide">
      <div className="bg-warning-tint px-pad py-4">
        <p className="row text-warning">
          <Icon name="hourglass" size={16} />
          {isOver ? m.staff_runs_decide_over(when) : m.staff_runs_decide_by(when)}
        </p>
        <h2 className="text-h3" id="decide">
          {m.staff_runs_decide_short({ count: needed - run.seats_sold })}
        </h2>
        <div className="mt-3 flex flex-wrap gap-y-3">
          <Figure value={run.seats_sold}>{m.staff_runs_decide_sold({ held: run.seats_held })}</Figure>
          <Figure value={needed}>{m.staff_runs_decide_needed()}</Figure>
          <Figure value={run.sold_lately}>{m.staff_runs_decide_pace()}</Figure>
          <Figure value={Math.max(0, daysBetween(today(), run.start_date))}>{m.staff_runs_decide_days()}</Figure>
        </div>
      </div>
      <Problem>{problem}</Problem>
      <div className="grid lg:grid-cols-3 [&>div]:grid [&>div]:content-between [&>div]:gap-3 [&>div]:border-line [&>div]:px-pad [&>div]:py-4 [&>div:not(:first-child)]:border-t lg:[&>div:not(:first-child)]:border-s lg:[&>div:not(:first-child)]:border-t-0">
        <div>
          <div>
            <h3 className="font-sans text-h4">{m.staff_runs_decide_run()}</h3>
            <p className="small quiet">{m.staff_runs_decide_run_text()}</p>
            <p>
              <Money riyals={run.sold_before_vat} withCurrency /> {m.staff_runs_decide_before_vat()}
            </p>
          </div>
          {may("schedule.write") && (
            <Button variant="primary" isBusy={isBusy} onClick={() => void goAhead()}>
              {m.staff_runs_decide_run()}
            </Button>
          )}
        </div>
        <div>
          <div>
            <h3 className="font-sans text-h4">{m.staff_runs_decide_move()}</h3>
            <p className="small quiet">{m.staff_runs_decide_move_text()}</p>
            <p>{data && m.staff_runs_decide_told({ count: data.mails.total })}</p>
          </div>
          {may("schedule.move") && (
            <Button icon="calendar-sync" onClick={() => onChange("move")}>
              {m.staff_runs_move_open()}
            </Button>
          )}
        </div>
        <div>
          <div>
            <h3 className="font-sans text-h4">{m.staff_runs_decide_cancel()}</h3>
            <p className="small quiet">{m.staff_runs_decide_cancel_text()}</p>
            <p>
              {data && (
                <>
                  {m.staff_runs_decide_told({ count: data.mails.total })}{" "}
                  <Money riyals={data.refunds.total} withCurrency /> {m.staff_runs_decide_back()}
                </>
              )}
            </p>
          </div>
          {may("schedule.cancel") && (
            <Button variant="danger-secondary" icon="calendar-x" onClick={() => onChange("cancel")}>
              {m.staff_runs_cancel_open()}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
