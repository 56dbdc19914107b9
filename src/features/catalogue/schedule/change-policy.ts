/** What a buyer may change of a seat until when: rules without I/O. Calendar days in Riyadh, `YYYY-MM-DD`. */
import type { ChangePolicy } from "#features/settings/settings.ts";
import { addDays } from "#i18n/dates.ts";

/**
 * As it stands on the order. `mostPercent`: of moved seats, what cancelling returned on the day they were moved.
 * `discountFromSeats`: when fewer seats of the line are left, they lose their discount (docs/pricing.md).
 */
export type FrozenPolicy = ChangePolicy & { mostPercent?: number; discountFromSeats?: number };

/** What a cancellation on this day returns, in percent of what was paid for the seat. */
export function refundPercent(policy: FrozenPolicy, startDate: string, today: string): number {
  const isUntil = (days: number) => today <= addDays(startDate, -days);
  const percent = isUntil(policy.allBackDays) ? 100 : isUntil(policy.partBackDays) ? policy.partBackPercent : 0;
  return today < startDate ? Math.min(percent, policy.mostPercent ?? 100) : 0;
}

/** Whether a seat may still move to another date, free of charge: once. */
export const mayMoveSeat = (policy: FrozenPolicy, startDate: string, today: string, wasMoved: boolean): boolean =>
  !wasMoved && today < startDate && today <= addDays(startDate, -policy.moveDays);

export interface PolicyStep {
  /**
   * The last day of the step; null once the course has begun. The first day of the course still belongs to the step
   * before, because another person may come until the first session begins.
   */
  until: string | null;
  /** What a cancellation returns then. */
  percent: number;
  move: boolean;
  /** Another person may come instead. */
  person: boolean;
}

/** What may be done until when, soonest first; the last step is the course itself. */
export function policySteps(policy: FrozenPolicy, startDate: string, wasMoved: boolean): PolicyStep[] {
  const { allBackDays, partBackDays, moveDays } = policy;
  // Refunds and moves end the day before the course at the latest.
  const ends = [allBackDays, partBackDays, wasMoved ? 1 : moveDays].map((days) =>
    addDays(startDate, -Math.max(1, days)),
  );
  const days = [...new Set([...ends, startDate])].toSorted();
  const steps = days.map((until) => ({
    until,
    percent: refundPercent(policy, startDate, until),
    move: mayMoveSeat(policy, startDate, until, wasMoved),
    person: true,
  }));
  // Days that change nothing are no step: the next one says the same.
  const distinctSteps = steps.filter(({ percent, move }, at) => {
    const next = steps[at + 1];
    return !next || next.percent !== percent || next.move !== move;
  });
  return [...distinctSteps, { until: null, percent: 0, move: false, person: false }];
}

/** The last day on which seats may still move free of charge; null when it is over, or they have moved before. */
export const movableUntil = (steps: readonly PolicyStep[], today: string): string | null =>
  steps.findLast(({ until, move }) => move && until !== null && until >= today)?.until ?? null;

/** The step that holds on a day, those that have passed left out. */
export const stepsAhead = (steps: readonly PolicyStep[], today: string): PolicyStep[] =>
  steps.filter(({ until }) => until === null || until >= today);
