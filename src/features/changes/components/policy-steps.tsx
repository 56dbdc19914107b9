import { clsx } from "clsx/lite";
import { dayAndTime, formatWeekdayDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import type { ChangeLine } from "#features/changes/change.schema.ts";
import type { PolicyStep } from "#features/catalogue/schedule/change-policy.ts";

function formatStep({ until, percent, move, person }: PolicyStep) {
  if (until === null || !person) return [m.changes_step_begun(), m.changes_step_begun_hint()];
  if (percent === 0 && move) return [m.changes_move(), m.changes_person()];
  if (percent === 0) return [m.changes_person(), m.changes_step_person_hint()];
  const cancel = percent === 100 ? m.changes_step_all() : m.changes_step_part({ percent });
  return [cancel, move ? m.changes_step_move() : ""];
}

type Times = Pick<ChangeLine, "start_date" | "begins_at">;

/** Says when a step ends. The last one before the course ends when the first session begins. */
function formatStepEnd({ until }: PolicyStep, { start_date, begins_at }: Times, locale: Locale): string {
  if (until === null) return m.changes_afterwards();
  if (until < start_date) return m.changes_until({ date: formatWeekdayDate(until, locale) });
  return m.changes_until_begun({
    at: begins_at ? dayAndTime(new Date(begins_at), locale) : formatWeekdayDate(until, locale),
  });
}

/** Shows until which date each change is possible. The first step is the one of today. */
export function PolicySteps({ line }: { line: Times & Pick<ChangeLine, "steps"> }) {
  const { steps } = line;
  const locale = useLocale();
  return (
    <section aria-label={m.changes_steps()} className="rounded-card bg-sunken px-5 py-6 md:px-7">
      <ol className="grid gap-5 md:auto-cols-fr md:grid-flow-col md:gap-0">
        {steps.map((step, index) => {
          const [title, hint] = formatStep(step);
          const isHere = index === 0;
          return (
            <li key={step.until ?? "begun"} className="relative ps-6 md:ps-0 md:pe-4 md:pt-6">
              <span
                aria-hidden="true"
                className={clsx(
                  "absolute start-0 top-1.5 size-3 rounded-full border-2 md:top-0",
                  isHere ? "border-primary bg-primary" : "border-line-2 bg-surface",
                )}
              />
              {index < steps.length - 1 && (
                <span
                  aria-hidden="true"
                  className={clsx(
                    "absolute start-4.5 end-1.5 top-[5px] h-0.5 max-md:hidden",
                    isHere ? "bg-primary" : "bg-line-2",
                  )}
                />
              )}
              <p className="text-sm text-ink-2">{formatStepEnd(step, line, locale)}</p>
              <h3 className="font-sans text-base font-medium tracking-normal">{title}</h3>
              <p className={clsx("text-sm", isHere ? "font-medium text-primary" : "text-ink-3")}>
                {isHere ? m.changes_here() : hint}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
