import type { ReactNode } from "react";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { dayOf, timeOf } from "../parts/days.ts";
import { Details, type Detail } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { directionOf } from "../parts/pair.tsx";
import { FeedbackCard } from "../feedback/feedback-card.tsx";
import { ClashAlert } from "./clash-alert.tsx";
import { policyNames, scfhsFields, valuesOf, withTax, type RunFieldName } from "./form-values.ts";
import type { FullRun } from "./types.ts";

interface RunFactsProps {
  run: FullRun;
  /** Undefined while it is read: the price is shown without VAT. */
  taxPercent: number | undefined;
}

/** The fields of a run as text, in the cards of its form. */
export function RunFacts({ run, taxPercent = 0 }: RunFactsProps) {
  const { money, nearDay, facts } = useFormats();
  const values = valuesOf(run);
  const row = (name: RunFieldName, value: ReactNode = values[name]): Detail => ({
    label: m[`staff_runs_fields_${name}`](),
    value: value === "" ? "–" : value,
  });
  const textRow = (name: RunFieldName): Detail =>
    row(
      name,
      values[name] && (
        <bdi className="whitespace-pre-line" {...directionOf[name.endsWith("_ar") ? "ar" : "eng"]}>
          {values[name]}
        </bdi>
      ),
    );
  const gross = withTax(run.price, taxPercent);
  const hasPolicy = policyNames.some((name) => values[name] !== "");
  return (
    <>
      <TeachingDayFacts run={run} />
      <Panel title={m.staff_runs_minimum()}>
        <Details
          rows={[
            row("min_seats", values.min_seats || m.staff_runs_min_seats_none()),
            run.min_seats !== null &&
              run.decide_by !== null &&
              row("decide_by", facts(nearDay(run.decide_by.slice(0, 10)), run.decide_by.slice(11))),
            run.min_seats !== null &&
              row(
                "if_missed",
                run.if_missed === "ask" ? m.staff_runs_staff_decide() : m[`staff_runs_if_missed_${run.if_missed}`](),
              ),
            run.min_seats !== null && {
              label: m.staff_runs_reminders(),
              value: run.reminds_to_decide ? m.staff_runs_reminders_on() : m.staff_runs_reminders_off(),
            },
          ]}
        />
      </Panel>
      <Panel title={m.staff_runs_place()}>
        <Details
          rows={[
            { label: m.staff_runs_fields_delivery(), value: m[`staff_runs_delivery_${run.delivery}`]() },
            textRow("venue_eng"),
            textRow("venue_ar"),
            run.delivery === "onsite" && textRow("address_eng"),
            run.delivery === "onsite" && textRow("address_ar"),
            row("language", m[`staff_runs_languages_${run.language ?? "none"}`]()),
            textRow("bring_eng"),
            textRow("bring_ar"),
            run.delivery === "onsite" && row("doors_open"),
          ]}
        />
      </Panel>
      <Panel title={m.staff_runs_seats_and_price()}>
        <div className="stack">
          <Details
            rows={[
              row("capacity"),
              row(
                "price",
                <>
                  <Money riyals={run.price} withCurrency />
                  {gross && (
                    <span className="second-line">
                      {m.staff_runs_with_tax({ gross: money(gross), percent: taxPercent })}
                    </span>
                  )}
                </>,
              ),
              row("group_from_seats"),
              row("group_percent", values.group_percent && `${values.group_percent}%`),
            ]}
          />
          <section>
            <h3 className="mb-1 text-sm font-medium">{m.staff_runs_policy_title()}</h3>
            {hasPolicy ? (
              <Details
                isAmounts
                rows={policyNames.map((name) => ({
                  label: m[`staff_settings_changes_${name}`](),
                  value: values[name] || "–",
                }))}
              />
            ) : (
              <p>{m.staff_runs_policy_none()}</p>
            )}
          </section>
        </div>
      </Panel>
      <Panel title={m.staff_runs_accreditation()}>
        <Details
          rows={[
            row("hours"),
            row("late_minutes_allowed"),
            row("accreditation_status", m[`staff_runs_accreditation_states_${run.accreditation_status}`]()),
            ...(run.accreditation_status === "accredited"
              ? [
                  row("accreditation_number", <bdi className="ltr">{values.accreditation_number}</bdi>),
                  ...scfhsFields.map(textRow),
                ]
              : []),
          ]}
        />
      </Panel>
      {!run.cancelled_at && <FeedbackCard runId={run.id} />}
    </>
  );
}

/** Days with their times, once these are confirmed, and the links to join. */
function TeachingDayFacts({ run }: { run: FullRun }) {
  const { nearDay } = useFormats();
  return (
    <Panel title={m.staff_runs_teaching_days()} count={run.sessions.length}>
      <div className="stack">
        <Details
          rows={run.sessions.map(({ starts_at, ends_at, joining_url }, at) => ({
            label: m.staff_runs_day({ day: at + 1 }),
            value: (
              <>
                {nearDay(dayOf(starts_at))} ·{" "}
                <span className="whitespace-nowrap">
                  {run.times_confirmed
                    ? m.staff_roster_times({ from: timeOf(starts_at), to: timeOf(ends_at) })
                    : m.staff_runs_times_open()}
                </span>
                {joining_url && (
                  <a className="link second-line ltr" href={joining_url} target="_blank" rel="noreferrer">
                    {joining_url}
                  </a>
                )}
              </>
            ),
          }))}
        />
        <ClashAlert clashes={run.clashes} own={run.id} />
      </div>
    </Panel>
  );
}
