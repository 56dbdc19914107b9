import { daysBetween } from "../../../src/i18n/dates.ts";
import { decisionDays } from "../../../src/features/runs/run-states.ts";
import { m } from "../messages.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { today } from "../parts/days.ts";
import { isDecisionOver } from "../parts/decision.ts";
import { useFormats } from "../parts/formats.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { isSlow } from "../parts/slow-run.ts";
import type { Run } from "./types.ts";

type State = "cancelled" | "waiting" | "past" | "on_now" | "full" | "reserved" | "closed" | "on_sale";
const stateStyles: Record<State, { tone: Tone; icon: IconName }> = {
  cancelled: { tone: "neutral", icon: "calendar-x" },
  waiting: { tone: "attention", icon: "hourglass" },
  past: { tone: "neutral", icon: "clock" },
  on_now: { tone: "good", icon: "play" },
  full: { tone: "neutral", icon: "check" },
  reserved: { tone: "neutral", icon: "hourglass" },
  closed: { tone: "neutral", icon: "eye-off" },
  on_sale: { tone: "good", icon: "circle-check" },
};

/** The state of the run today. `reserved` means not sold out, but the last seats are held or offered. */
export function getRunState(run: Run): State {
  if (run.cancelledAt) return "cancelled";
  if (run.saleStoppedAt) return "waiting";
  if (run.endDate < today()) return "past";
  if (run.startDate <= today()) return "on_now";
  if (run.seatsSold >= run.capacity) return "full";
  if (run.courseClosed) return "closed";
  return run.seatsSold + run.seatsHeld >= run.capacity ? "reserved" : "on_sale";
}

/** Whether a run lacks seats and its decision is due soon or overdue. */
export const mustDecide = (run: Run): boolean =>
  run.minSeats !== null &&
  run.decideBy !== null &&
  run.seatsSold < run.minSeats &&
  run.decidedAt === null &&
  run.cancelledAt === null &&
  run.saleStoppedAt === null &&
  run.endDate >= today() &&
  daysBetween(today(), run.decideBy.slice(0, 10)) <= decisionDays;

/** Returns a function that describes the deadline of the decision about a run. */
export function useDecideBy(): (run: Pick<Run, "decideBy">) => string {
  const { date } = useFormats();
  return (run) => {
    const [day = "", time = ""] = run.decideBy?.split("T") ?? [];
    const deadline = { date: date(day, "dayMonth"), time };
    return isDecisionOver(run) ? m.staff_runs_decide_over(deadline) : m.staff_runs_decide_by(deadline);
  };
}

/** The state of a run, and whether it is private, sells slowly or needs a decision. */
export function RunChips({ run, isShort = false }: { run: Run; isShort?: boolean }) {
  const formatDeadline = useDecideBy();
  const state = getRunState(run);
  const isSellingSlowly = (state === "on_sale" || state === "closed") && isSlow(run);
  return (
    <>
      {!(isShort && isSellingSlowly) && <Chip {...stateStyles[state]}>{m[`staff_runs_states_${state}`]()}</Chip>}
      {isSellingSlowly && (
        <Chip tone="attention" icon="trending-down">
          {m.staff_runs_states_slow()}
        </Chip>
      )}
      {run.visibility !== "public" && (
        <Chip tone="info" icon="lock">
          {m[`staff_runs_visibility_${run.visibility}`]()}
        </Chip>
      )}
      {mustDecide(run) && (
        <Chip tone={isDecisionOver(run) ? "wrong" : "attention"} icon="scale">
          {formatDeadline(run)}
        </Chip>
      )}
    </>
  );
}

/** Returns a function that formats the dates of a run in one line. */
export function useRange(): (start: string, end: string) => string {
  return useFormats().days;
}
