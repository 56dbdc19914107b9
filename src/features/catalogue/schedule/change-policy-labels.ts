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

/** Describes in sentences what can be changed until when; `mark` formats the dates. */
export function policySentences(
  steps: readonly PolicyStep[],
  locale: Locale,
  mark: (date: string) => string = (date) => date,
): string[] {
  const last = (holds: (step: PolicyStep) => boolean) => steps.findLast((step) => step.until !== null && holds(step));
  const until = ({ until }: PolicyStep) => ({ date: mark(weekdayRange(until ?? "", until ?? "", locale)) });
  const whole = last(({ percent }) => percent === 100);
  const part = last(({ percent }) => percent > 0 && percent < 100);
  const move = last(({ move }) => move);
  const person = last(({ person }) => person);
  return [
    whole && m.changes_policy_all(until(whole), { locale }),
    part && m.changes_policy_part({ ...until(part), percent: part.percent }, { locale }),
    !whole && !part && person && m.changes_policy_none({}, { locale }),
    move && m.changes_policy_move(until(move), { locale }),
    person && m.changes_policy_person({}, { locale }),
  ].filter((text) => text !== undefined && text !== false);
}
