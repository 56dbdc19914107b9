import { useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { addDays, daysBetween } from "../../../src/i18n/dates.ts";
import type { StaffReply } from "../api-types.ts";
import { callStaff, staffQuery } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { useNotify } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { today } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Problem } from "../parts/problem.tsx";
import { useDecideBy } from "./run-labels.tsx";
import type { FullRun } from "./types.ts";
import { useCancelPreview } from "./use-preview.ts";
import { Button } from "../../../src/ui/button.tsx";
import { Lines } from "../parts/lines.tsx";

type Decision = StaffReply<"GET /api/staff/runs/:id/decision">;

const useDecision = (run: FullRun) => useQuery(staffQuery("GET /api/staff/runs/:id/decision", { id: run.id }));

function Figure({ value, children }: { value: number | undefined; children: string }) {
  const { number } = useFormats();
  return (
    <div className="border-line-2 pe-6 max-sm:w-1/2 sm:not-first:border-s sm:not-first:ps-6">
      <b className="block font-display text-figure tabular-nums">{value === undefined ? "–" : number(value)}</b>
      <span className="text-sm">{children}</span>
    </div>
  );
}

/** Charts the total seats sold by each day, and the required number. Time goes from left to right in both languages. */
function PaceChart({ pace, needed, label }: { pace: Decision["pace"]; needed: number; label: string }) {
  const { date, number } = useFormats();
  const max = Math.max(needed, ...pace.map(({ sold }) => sold));
  const x = (index: number) => 4 + (index * 232) / Math.max(1, pace.length - 1);
  const y = (sold: number) => 70 - (sold / max) * 56;
  const last = pace.at(-1);
  return (
    <svg className="h-24 w-70 max-w-full" direction="ltr" viewBox="0 0 280 92" role="img" aria-label={label}>
      <line x1="4" x2="248" y1="70" y2="70" stroke="#ecd6a4" />
      <line x1="4" x2="248" y1={y(needed)} y2={y(needed)} stroke="#a86500" strokeDasharray="4 4" strokeWidth="1.6" />
      <path
        d={pace
          .map(({ sold }, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(sold).toFixed(1)}`)
          .join("")}
        fill="none"
        stroke="#0c6155"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <circle cx={x(pace.length - 1)} cy={y(last?.sold ?? 0)} r="4.5" fill="#0c6155" />
      <g fontSize="13" fill="#7a4d00">
        <text x="254" y={y(needed) + 4}>
          {number(needed)}
        </text>
        <text x="4" y="88">
          {date(pace[0]?.day ?? "", "dayMonth")}
        </text>
        <text x={x(pace.length - 1)} y="88" textAnchor="middle">
          {m.staff_runs_decide_today()}
        </text>
      </g>
    </svg>
  );
}

/** One of the three options, with its effects and buttons. */
function Option({ title, facts, children }: { title: string; facts: (ReactNode | null)[]; children: ReactNode }) {
  return (
    <div className="grid content-between gap-3 border-line px-pad py-4 not-first:border-t lg:not-first:border-s lg:not-first:border-t-0">
      <div>
        <h3 className="font-sans text-h4">{title}</h3>
        <ul className="mt-2 list-disc ps-5 text-ink-2 marker:text-line-2">
          {facts.map((fact, index) => fact && <li key={index}>{fact}</li>)}
        </ul>
      </div>
      <div className="grid gap-2 sm:grid-flow-col sm:auto-cols-fr">{children}</div>
    </div>
  );
}

/** Asks staff to decide about a run with too few seats sold. Shows its sales, and the effects of each option. */
export function DecideCard({
  run,
  onChange,
  onDecided,
}: {
  run: FullRun;
  onChange(name: "move" | "cancel"): void;
  onDecided(run: FullRun): void;
}) {
  const can = useCan();
  const notify = useNotify();
  const { date, days, joinWithCommas, inCurrency, localized, number } = useFormats();
  const decideBy = useDecideBy();
  const { data: cancelPreview } = useCancelPreview(run.id);
  const { data: decision } = useDecision(run);
  const form = useForm([]);
  const [pendingAction, setPendingAction] = useState<"run-anyway" | "put-off" | null>(null);
  const needed = run.minSeats ?? 0;
  const missingRevenue = needed * Number(run.price) - Number(run.soldBeforeVat);
  const postponedTo = addDays(run.decideBy?.slice(0, 10) ?? today(), 7);
  const canPostpone = run.putOffAt === null && postponedTo < run.startDate;
  async function decide(action: "run-anyway" | "put-off") {
    setPendingAction(action);
    try {
      await form.submit(async () => {
        onDecided(await callStaff(`POST /api/staff/runs/:id/${action}`, { id: run.id }));
        notify(action === "put-off" ? m.staff_runs_decide_waits() : m.staff_runs_decide_done(), { type: "success" });
      });
    } finally {
      setPendingAction(null);
    }
  }
  const nextRun = decision?.nextRun;
  return (
    <section className="card mb-5 overflow-hidden" aria-labelledby="decide">
      <div className="flex flex-wrap items-center justify-between gap-4 bg-warning-tint px-pad py-4">
        <div>
          <p className="flex flex-wrap items-center gap-2 text-warning">
            <Icon name="scale" size={16} />
            {decideBy(run)}
          </p>
          <h2 className="text-h3" id="decide">
            {m.staff_runs_decide_short({ count: needed - run.seatsSold })}
          </h2>
          <div className="mt-3 flex flex-wrap gap-y-3">
            <Figure value={run.seatsSold}>{m.staff_runs_decide_sold({ held: run.seatsHeld })}</Figure>
            <Figure value={needed}>{m.staff_runs_decide_needed()}</Figure>
            <Figure value={decision?.soldLately}>{m.staff_runs_decide_pace()}</Figure>
            <Figure value={Math.max(0, daysBetween(today(), run.startDate))}>{m.staff_runs_decide_days()}</Figure>
          </div>
        </div>
        {decision && <PaceChart pace={decision.pace} needed={needed} label={m.staff_runs_decide_chart()} />}
      </div>
      <Problem>{form.problem}</Problem>
      <div className="grid lg:grid-cols-3">
        <Option
          title={m.staff_runs_decide_run_with({ count: run.seatsSold })}
          facts={[
            m.staff_runs_decide_run_text(),
            cancelPreview &&
              m.staff_runs_decide_told({ count: cancelPreview.people.filter(({ isEnrolled }) => isEnrolled).length }),
            joinWithCommas(
              m.staff_runs_decide_before_vat({ amount: inCurrency(run.soldBeforeVat) }),
              missingRevenue > 0 ? m.staff_runs_decide_under_plan({ amount: inCurrency(missingRevenue) }) : null,
            ),
          ]}
        >
          {can("schedule.write") && (
            <Button
              variant="primary"
              isPending={pendingAction === "run-anyway"}
              onClick={() => void decide("run-anyway")}
            >
              {m.staff_runs_if_missed_run()}
            </Button>
          )}
        </Option>
        <Option
          title={m.staff_runs_decide_wait({ date: date(postponedTo, "dayMonth") })}
          facts={
            canPostpone
              ? [
                  m.staff_runs_decide_wait_once(),
                  m.staff_runs_decide_wait_text({ date: date(postponedTo, "dayMonth") }),
                ]
              : [run.putOffAt === null ? m.staff_runs_decide_wait_late() : m.staff_runs_decide_wait_done()]
          }
        >
          {canPostpone && can("schedule.write") && (
            <Button variant="secondary" isPending={pendingAction === "put-off"} onClick={() => void decide("put-off")}>
              {m.staff_runs_decide_wait_week()}
            </Button>
          )}
        </Option>
        <Option
          title={m.staff_runs_decide_cancel()}
          facts={[
            m.staff_runs_decide_cancel_text(),
            cancelPreview &&
              joinWithCommas(
                m.staff_runs_decide_back({ amount: inCurrency(cancelPreview.refunds.total) }),
                m.staff_runs_decide_told({ count: cancelPreview.mails.total }),
              ),
            nextRun &&
              m.staff_runs_decide_next({
                dates: days(nextRun.startDate, nextRun.endDate),
                seats: number(nextRun.seatsFree),
              }),
            run.speakers.length > 0 &&
              m.staff_runs_decide_speakers({
                names: joinWithCommas(...run.speakers.map(({ name_eng: eng, name_ar: ar }) => localized(eng, ar))),
              }),
          ]}
        >
          {can("schedule.move") && (
            <Button variant="secondary" icon="calendar-sync" onClick={() => onChange("move")}>
              {m.staff_runs_decide_move_all()}
            </Button>
          )}
          {can("schedule.cancel") && (
            <Button variant="danger-secondary" icon="calendar-x" onClick={() => onChange("cancel")}>
              {m.staff_runs_decide_cancel_short()}
            </Button>
          )}
        </Option>
      </div>
    </section>
  );
}

/** The history of reminders and decisions about the minimum number of seats, newest first. */
export function DecisionsCard({ run }: { run: FullRun }) {
  const { moment } = useFormats();
  const { data } = useDecision(run);
  if (!data || data.events.length === 0) return null;
  return (
    <Panel title={m.staff_runs_decisions()}>
      <Lines as="ol" className="text-sm">
        {data.events.map((event) => (
          <li key={event.id}>
            {moment(event.at)}, <DecisionText event={event} />
          </li>
        ))}
      </Lines>
    </Panel>
  );
}

function DecisionText({ event }: { event: Decision["events"][number] }) {
  const { date, joinWithCommas } = useFormats();
  const { action, by, reminded, sold, needed } = event;
  const [day, time] = event.decideBy?.split("T") ?? [];
  const until = day ? m.staff_runs_decisions_until({ date: date(day, "dayMonth"), time: time ?? "" }) : null;
  const actorName = by ?? m.staff_runs_decisions_site();
  const soldLabel = sold === null ? null : m.staff_runs_decisions_sold({ sold, needed: needed ?? sold });
  switch (action) {
    case "decision-reminded":
      return m.staff_runs_decisions_reminded({ name: reminded ?? "", sold: sold ?? 0 });
    case "goes-ahead":
      return joinWithCommas(m.staff_runs_decisions_goes_ahead({ name: actorName }), soldLabel);
    case "decision-put-off":
      return joinWithCommas(m.staff_runs_decisions_put_off({ name: actorName }), until);
    case "number-missed":
      return joinWithCommas(m.staff_runs_decisions_missed(), soldLabel);
    case "moved":
      return m.staff_runs_decisions_moved({ name: actorName });
    case "cancelled":
      return m.staff_runs_decisions_cancelled({ name: actorName });
    case "cancellation-requested":
      return m.staff_runs_decisions_requested({ name: actorName });
    case "cancellation-declined":
      return m.staff_runs_decisions_declined({ name: actorName });
    default:
      return joinWithCommas(
        needed === null ? actorName : m.staff_runs_decisions_needed({ name: actorName, needed }),
        until,
      );
  }
}
