import { m } from "../messages.ts";
import { LabelledTickBox, ToggleGroup } from "../parts/choice.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { typedDateTime } from "../../../src/i18n/typed-date.ts";
import { teachingLanguages } from "../../../src/features/catalogue/schedule/teaching-languages.ts";
import type { FieldMap } from "../api.ts";
import { Alert } from "../parts/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { DateTimeField, TimeField } from "../parts/date-time-fields.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { useMay } from "../frame/session.ts";
import { FeedbackCard } from "../feedback/feedback-card.tsx";
import { policyNames, scfhsFields, withTax, type RunFieldName, type RunValues } from "./form-values.ts";
import type { FullRun, RunOptions } from "./types.ts";
import { VenueField } from "./venue-field.tsx";

interface RunFieldsProps {
  values: RunValues;
  errors: FieldMap;
  options: RunOptions | undefined;
  /** The run as it is; none while it is made. */
  run?: FullRun;
  onChange(values: Partial<RunValues>): void;
}

/** What a field of the form needs beside what it is. */
const fieldOf =
  ({ values, errors, onChange }: RunFieldsProps) =>
  (name: RunFieldName) => ({
    label: m[`staff_runs_fields_${name}`](),
    value: values[name],
    error: errors[name]?.[0],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });

/** Place, seats and price, accreditation. */
export function RunFields(props: RunFieldsProps) {
  const { values, errors, options, run, onChange } = props;
  const field = fieldOf(props);
  const taken = run ? run.seats_sold + run.seats_held : 0;
  return (
    <>
      <MinimumFields {...props} />
      <Panel title={m.staff_runs_place()}>
        <div className="stack">
          <ToggleGroup
            label={m.staff_runs_fields_delivery()}
            value={values.delivery}
            isDisabled={taken > 0}
            onChange={(delivery) => onChange({ delivery })}
            options={(["onsite", "online"] as const).map((value) => ({
              value,
              label: (
                <>
                  <Icon name={value === "onsite" ? "map-pin" : "video"} size={16} />
                  {m[`staff_runs_delivery_${value}`]()}
                </>
              ),
            }))}
          />
          {errors["delivery"] && <p className="text-sm text-danger">{errors["delivery"][0]}</p>}
          <VenueField
            value={values}
            venues={options?.venues ?? []}
            errors={errors}
            isPlaceDisabled={taken > 0}
            isOnline={values.delivery === "online"}
            hint={taken > 0 ? m.staff_runs_place_by_move() : undefined}
            onChange={onChange}
          />
          <Select
            {...field("language")}
            options={[
              { value: "", label: m.staff_runs_languages_none() },
              ...teachingLanguages.map((language) => ({
                value: language,
                label: m[`staff_runs_languages_${language}`](),
              })),
            ]}
          />
          <ForAttendees {...props} />
        </div>
      </Panel>
      <SeatsAndPrice {...props} taken={taken} />
      <AccreditationFields {...props} />
      {run && !run.cancelled_at && <FeedbackCard runId={run.id} />}
    </>
  );
}

/** What reminders and tickets say beside the place; what is empty is not said. */
function ForAttendees(props: RunFieldsProps) {
  const field = fieldOf(props);
  return (
    <div className="two-columns">
      {(["bring_eng", "bring_ar"] as const).map((name) => (
        <TextArea
          key={name}
          rows={2}
          {...field(name)}
          hint={m.staff_runs_bring_hint()}
          dir={name === "bring_ar" ? "rtl" : "ltr"}
          lang={name === "bring_ar" ? "ar" : "en"}
          maxLength={600}
        />
      ))}
      {props.values.delivery === "onsite" && (
        <TimeField {...field("doors_open")} onChange={(time) => props.onChange({ doors_open: time })} />
      )}
    </div>
  );
}

function SeatsAndPrice(props: RunFieldsProps & { taken: number }) {
  const { values, errors, options, run, onChange, taken } = props;
  const field = fieldOf(props);
  const { money } = useFormats();
  const percent = options?.tax_percent ?? 0;
  const gross = withTax(values.price, percent);
  const seatsHint = run
    ? m.staff_runs_seats_hint({ sold: run.seats_sold, held: run.seats_held, taken: Math.max(taken, 1) })
    : undefined;
  return (
    <Panel title={m.staff_runs_seats_and_price()}>
      <div className="stack">
        <div className="two-columns">
          <TextField required {...field("capacity")} hint={seatsHint} inputMode="numeric" dir="ltr" />
          <TextField
            required
            {...field("price")}
            hint={gross && m.staff_runs_with_tax({ gross: money(gross), percent })}
            inputMode="decimal"
            dir="ltr"
            end={<span className="grid h-9 place-items-center px-2 text-ink-3">{m.staff_shell_currency()}</span>}
          />
          <TextField {...field("group_from_seats")} hint={m.staff_runs_group_hint()} inputMode="numeric" dir="ltr" />
          <TextField
            {...field("group_percent")}
            inputMode="numeric"
            dir="ltr"
            end={<span className="grid h-9 place-items-center px-2 text-ink-3">%</span>}
          />
        </div>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{m.staff_runs_policy_title()}</legend>
          <p className="small quiet mb-2">{m.staff_runs_policy_hint()}</p>
          <div className="two-columns">
            {policyNames.map((name) => (
              <TextField
                key={name}
                label={m[`staff_settings_changes_${name}`]()}
                value={values[name]}
                error={errors[name]?.[0]}
                onChange={(event) => onChange({ [name]: event.target.value })}
                inputMode="numeric"
                dir="ltr"
              />
            ))}
          </div>
        </fieldset>
        {run && run.paid_orders > 0 && <Alert>{m.staff_runs_price_note({ count: run.paid_orders })}</Alert>}
      </div>
    </Panel>
  );
}

/** How many people it needs, by when that is decided, and what happens without a decision. */
function MinimumFields(props: RunFieldsProps) {
  const { values, onChange } = props;
  const field = fieldOf(props);
  const may = useMay();
  const { date } = useFormats();
  const day = typedDateTime(values.decide_by)?.slice(0, 10);
  return (
    <Panel title={m.staff_runs_minimum()}>
      <div className="stack">
        <div className="three-columns">
          <TextField {...field("min_seats")} hint={m.staff_runs_min_seats_hint()} inputMode="numeric" dir="ltr" />
          {values.min_seats.trim() !== "" && (
            <>
              <DateTimeField
                required
                {...field("decide_by")}
                hint={m.staff_runs_decide_by_hint()}
                onChange={(moment) => onChange({ decide_by: moment })}
              />
              <Select
                {...field("if_missed")}
                options={(["ask", "cancel", "run"] as const)
                  .filter((way) => way !== "cancel" || values.if_missed === way || may("schedule.cancel"))
                  .map((way) => ({ value: way, label: m[`staff_runs_if_missed_${way}`]() }))}
              />
            </>
          )}
        </div>
        {!props.run?.cancelled_at && Number(values.min_seats) > 0 && day && (
          <Alert>{m.staff_runs_minimum_note({ count: Number(values.min_seats), date: date(day, "dayMonth") })}</Alert>
        )}
        {values.min_seats.trim() !== "" && (
          <div className="stack">
            <LabelledTickBox
              label={m.staff_runs_fields_reminds_to_decide()}
              checked={values.reminds_to_decide}
              onChange={(isOn) => onChange({ reminds_to_decide: isOn })}
            />
            {values.if_missed === "cancel" && <Alert>{m.staff_runs_if_missed_cancel_note()}</Alert>}
          </div>
        )}
      </div>
    </Panel>
  );
}

function AccreditationFields(props: RunFieldsProps) {
  const { values } = props;
  const field = fieldOf(props);
  return (
    <Panel title={m.staff_runs_accreditation()}>
      <div className="three-columns">
        <TextField required {...field("hours")} inputMode="decimal" dir="ltr" />
        <TextField
          required
          {...field("late_minutes_allowed")}
          hint={m.staff_runs_late_hint()}
          inputMode="numeric"
          dir="ltr"
        />
        <Select
          {...field("accreditation_status")}
          options={(["accredited", "pending", "none"] as const).map((status) => ({
            value: status,
            label: m[`staff_runs_accreditation_states_${status}`](),
          }))}
        />
        {values.accreditation_status === "accredited" && (
          <>
            <TextField required {...field("accreditation_number")} dir="ltr" maxLength={60} />
            {scfhsFields.map((name) => (
              <TextField
                key={name}
                required
                {...field(name)}
                dir={name.endsWith("_ar") ? "rtl" : "ltr"}
                maxLength={160}
              />
            ))}
          </>
        )}
      </div>
    </Panel>
  );
}
