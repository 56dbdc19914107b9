/**
 * Rules for what a buyer may change about a seat, and until which day. Without I/O. Days are in Riyadh, `YYYY-MM-DD`.
 */
import type { ChangePolicy } from "#features/settings/settings.ts";
import { addDays } from "#i18n/dates.ts";

/**
 * The policy stored with an order. `mostPercent`: for moved seats, the refund percentage on the day they moved, as a
 * maximum. `discountFromSeats`: with fewer seats left, the line loses its discount (docs/pricing.md).
 */
export type FrozenPolicy = ChangePolicy & { mostPercent?: number; discountFromSeats?: number };

/** Percentage of the seat's payment that a cancellation on this day refunds. */
export function refundPercent(policy: FrozenPolicy, startDate: string, today: string): number {
  const isUntil = (days: number) => today <= addDays(startDate, -days);
  const percent = isUntil(policy.allBackDays) ? 100 : isUntil(policy.partBackDays) ? policy.partBackPercent : 0;
  return today < startDate ? Math.min(percent, policy.mostPercent ?? 100) : 0;
}

/** Whether a seat may still move to another date, free of charge and once. */
export const mayMoveSeat = (
  policy: FrozenPolicy,
  startDate: string,
  today: string,
  { wasMoved }: { wasMoved: boolean },
): boolean => !wasMoved && today < startDate && today <= addDays(startDate, -policy.moveDays);

export interface PolicyStep {
  /**
   * Last day of the step; null once the course has begun. The first day of the course still belongs to the previous
   * step, because a seat can be transferred until the first session begins.
   */
  until: string | null;
  /** Percentage that a cancellation refunds in this step. */
  percent: number;
  move: boolean;
  /** Whether the seat can be transferred to another person. */
  person: boolean;
}

/** Lists the steps of a policy, soonest first. The last step is the time after the course has begun. */
export function policySteps(
  policy: FrozenPolicy,
  startDate: string,
  { wasMoved }: { wasMoved: boolean },
): PolicyStep[] {
  const { allBackDays, partBackDays, moveDays } = policy;
  // Refunds and moves end at the latest on the day before the course.
  const ends = [allBackDays, partBackDays, wasMoved ? 1 : moveDays].map((days) =>
    addDays(startDate, -Math.max(1, days)),
  );
  const days = [...new Set([...ends, startDate])].toSorted();
  const steps = days.map((until) => ({
    until,
    percent: refundPercent(policy, startDate, until),
    move: mayMoveSeat(policy, startDate, until, { wasMoved }),
    person: true,
  }));
  // A day that changes nothing is not a step of its own.
  const distinctSteps = steps.filter(({ percent, move }, index) => {
    const next = steps[index + 1];
    return !next || next.percent !== percent || next.move !== move;
  });
  return [...distinctSteps, { until: null, percent: 0, move: false, person: false }];
}

/** Last day on which seats may still move free of charge; null when it has passed, or they have moved before. */
export const movableUntil = (steps: readonly PolicyStep[], today: string): string | null =>
  steps.findLast(({ until, move }) => move && until !== null && until >= today)?.until ?? null;

/** Lists the steps that are not over on the day `today`. */
export const stepsAhead = (steps: readonly PolicyStep[], today: string): PolicyStep[] =>
  steps.filter(({ until }) => until === null || until >= today);
