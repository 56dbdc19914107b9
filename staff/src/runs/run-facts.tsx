import type { ReactNode } from "react";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { toDay, toTime } from "../parts/days.ts";
import { Details, type Detail } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { FeedbackCard } from "../feedback/feedback-card.tsx";
import { ClashAlert } from "./clash-alert.tsx";
import { runFields, type RunFieldName } from "../../../src/features/runs/run-form.ts";
import { getFieldLabel, listVisibleFields, getOptionLabel, toRunValues, addTax } from "./form-values.ts";
import { getDirection } from "./run-fields.tsx";
import type { FullRun } from "./types.ts";
import { SecondLine } from "../parts/second-line.tsx";

interface RunFactsProps {
  run: FullRun;
  /** Undefined while loading. The price is then shown without VAT. */
  taxPercent: number | undefined;
}

/** Shows the fields of a run read-only, in the same cards as its form. */
export function RunFacts({ run, taxPercent = 0 }: RunFactsProps) {
  const { money, nearDay, joinWithCommas } = useFormats();
  const values = toRunValues(run);
  const gross = addTax(run.price, taxPercent);
  /** Fields that are shown differently from what staff typed. */
  const formattedValues: Partial<Record<RunFieldName, ReactNode>> = {
    minSeats: values.minSeats || m.staff_runs_min_seats_none(),
    decideBy: run.decideBy && joinWithCommas(nearDay(run.decideBy.slice(0, 10)), run.decideBy.slice(11)),
    ifMissed: run.ifMissed === "ask" ? m.staff_runs_staff_decide() : getOptionLabel("ifMissed", run.ifMissed),
    remindsToDecide: run.remindsToDecide ? m.staff_runs_reminders_on() : m.staff_runs_reminders_off(),
    price: (
      <>
        <Money riyals={run.price} withCurrency />
        {gross && <SecondLine>{m.staff_runs_with_tax({ gross: money(gross), percent: taxPercent })}</SecondLine>}
      </>
    ),
    groupPercent: values.groupPercent && `${values.groupPercent}%`,
  };
  const toDetail = (name: RunFieldName): Detail => ({
    label: name === "remindsToDecide" ? m.staff_runs_reminders() : getFieldLabel(name),
    value: formattedValues[name] ?? (formatValue(name, String(values[name])) || "–"),
  });
  const listDetails = (card: Parameters<typeof listVisibleFields>[0]) => listVisibleFields(card, values).map(toDetail);
  return (
    <>
      <TeachingDayFacts run={run} />
      <Panel title={m.staff_runs_sale()}>
        <Details rows={listDetails("sale")} />
      </Panel>
      <Panel title={m.staff_runs_minimum()}>
        <Details rows={listDetails("minimum")} />
      </Panel>
      <Panel title={m.staff_runs_place()}>
        <Details rows={listDetails("place")} />
      </Panel>
      <Panel title={m.staff_runs_seats_and_price()}>
        <div className="grid gap-4">
          <Details rows={listDetails("price")} />
          <section>
            <h3 className="mb-1 text-sm font-medium">{m.staff_runs_policy_title()}</h3>
            {run.allBackDays === null ? (
              <p>{m.staff_runs_policy_none()}</p>
            ) : (
              <Details isAmounts rows={listDetails("policy")} />
            )}
          </section>
        </div>
      </Panel>
      <Panel title={m.staff_runs_accreditation()}>
        <Details rows={[...listDetails("accreditation"), ...listDetails("accredited")]} />
      </Panel>
      {!run.cancelledAt && <FeedbackCard runId={run.id} />}
    </>
  );
}

/** Formats a value by the type of its field. */
function formatValue(name: RunFieldName, value: string): ReactNode {
  const { type } = runFields[name];
  if (type === "choice") return getOptionLabel(name, value);
  if (type !== "text" && type !== "lines") return value;
  return (
    value && (
      <bdi className="whitespace-pre-line" {...getDirection(name)}>
        {value}
      </bdi>
    )
  );
}

/** The days with their times, once confirmed, and the joining links. */
function TeachingDayFacts({ run }: { run: FullRun }) {
  const { nearDay } = useFormats();
  return (
    <Panel title={m.staff_runs_teaching_days()} count={run.sessions.length}>
      <div className="grid gap-4">
        <Details
          rows={run.sessions.map(({ startsAt, endsAt, joiningUrl }, index) => ({
            label: m.staff_common_day({ day: index + 1 }),
            value: (
              <>
                {nearDay(toDay(startsAt))} ·{" "}
                <span className="whitespace-nowrap">
                  {run.timesConfirmed
                    ? m.staff_common_time_range({ from: toTime(startsAt), to: toTime(endsAt) })
                    : m.staff_runs_times_open()}
                </span>
                {joiningUrl && (
                  <a
                    className="block text-sm text-ink-3 font-medium hover:underline"
                    dir="ltr"
                    href={joiningUrl}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {joiningUrl}
                  </a>
                )}
              </>
            ),
          }))}
        />
        <ClashAlert clashes={run.clashes} runId={run.id} />
      </div>
    </Panel>
  );
}
