import { formatWeekdayDate, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { PolicyStep } from "./change-policy.ts";

/** Summarises in one line what a cancellation refunds now. */
export function policySummary(steps: readonly PolicyStep[], locale: Locale): string {
  const step = steps.find(({ percent, until }) => percent > 0 && until !== null);
  if (!step) return m.changes_policy_none_short({}, { locale });
  const date = isolate(formatWeekdayDate(step.until ?? "", locale));
  return step.percent === 100
    ? m.changes_policy_all_short({ date }, { locale })
    : m.changes_policy_part_short({ date, percent: step.percent }, { locale });
}

/** Describes in sentences what a buyer can change, and until when. `mark` formats the dates. */
export function policySentences(
  steps: readonly PolicyStep[],
  locale: Locale,
  mark: (date: string) => string = (date) => date,
): string[] {
  const lastStep = (matches: (step: PolicyStep) => boolean) =>
    steps.findLast((step) => step.until !== null && matches(step));
  const toDate = ({ until }: PolicyStep) => ({ date: mark(weekdayRange(until ?? "", until ?? "", locale)) });
  const fullRefund = lastStep(({ percent }) => percent === 100);
  const partRefund = lastStep(({ percent }) => percent > 0 && percent < 100);
  const move = lastStep(({ move }) => move);
  const person = lastStep(({ person }) => person);
  return [
    fullRefund && m.changes_policy_all(toDate(fullRefund), { locale }),
    partRefund && m.changes_policy_part({ ...toDate(partRefund), percent: partRefund.percent }, { locale }),
    !fullRefund && !partRefund && person && m.changes_policy_none({}, { locale }),
    move && m.changes_policy_move(toDate(move), { locale }),
    person && m.changes_policy_person({}, { locale }),
  ].filter((text) => text !== undefined && text !== false);
}
