import type { ReactNode } from "react";
import { m } from "../messages.ts";
import { ToggleGroup } from "../parts/choice.tsx";
import { deliveries, type Visibility } from "../../../src/features/catalogue/schedule/run-choices.ts";
import { runFields, runForm, type RunFieldName } from "../../../src/features/runs/run-form.ts";
import { parseTypedDateTime } from "../../../src/i18n/typed-date.ts";
import type { FieldMap } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { FormFieldInput } from "../parts/form-field.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { languageAttributes } from "../parts/pair.tsx";
import { useCan } from "../frame/session.ts";
import { FeedbackCard } from "../feedback/feedback-card.tsx";
import { listOptions, getFieldLabel, listVisibleFields, addTax, type RunValues } from "./form-values.ts";
import type { FullRun, RunOptions } from "./types.ts";
import { VenueField } from "./venue-field.tsx";

interface RunFieldsProps {
  values: RunValues;
  errors: FieldMap;
  options: RunOptions | undefined;
  /** The saved run; undefined for a new one. */
  run?: FullRun;
  onChange(values: Partial<RunValues>): void;
}

/** Language and direction of a field. */
export const getDirection = (name: RunFieldName) =>
  name.endsWith("Ar")
    ? languageAttributes.ar
    : name.endsWith("Eng")
      ? languageAttributes.eng
      : ({ dir: "ltr" } as const);

/** Renders a field of the form according to its type. */
function RunInput({ name, form, hint }: { name: RunFieldName; form: RunFieldsProps; hint?: string | undefined }) {
  const { values, errors, onChange } = form;
  const can = useCan();
  const value = values[name];
  const canChoose = (option: string) =>
    name !== "ifMissed" || option !== "cancel" || value === "cancel" || can("schedule.cancel");
  return (
    <FormFieldInput
      field={runFields[name]}
      label={getFieldLabel(name)}
      value={value}
      error={errors[name]?.[0]}
      hint={hint}
      required={name in runForm.accredited || name === "decideBy" || name === "companyName"}
      options={listOptions(name).filter((option) => canChoose(option.value))}
      direction={getDirection(name)}
      end={units[name] && <Unit>{units[name]()}</Unit>}
      onChange={(newValue) => onChange({ [name]: newValue })}
    />
  );
}

const units: Partial<Record<RunFieldName, () => string>> = {
  price: () => m.staff_shell_currency(),
  groupPercent: () => "%",
};
const Unit = ({ children }: { children: ReactNode }) => (
  <span className="grid h-9 place-items-center px-2 text-ink-3">{children}</span>
);

/** Renders the fields of a card, each with its hint below. */
function Inputs({
  names,
  hints,
  form,
}: {
  names: readonly RunFieldName[];
  hints?: Partial<Record<RunFieldName, string | undefined>>;
  form: RunFieldsProps;
}) {
  return names.map((name) => <RunInput key={name} name={name} form={form} hint={hints?.[name]} />);
}

/** The cards of the form: who may buy, the minimum, the venue, seats and price, and the accreditation. */
export function RunFields(props: RunFieldsProps) {
  const { values, errors, options, run, onChange } = props;
  const takenSeats = run ? run.seatsSold + run.seatsHeld : 0;
  return (
    <>
      <Panel title={m.staff_runs_sale()}>
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Inputs
            names={listVisibleFields("sale", values)}
            hints={{ visibility: m[`staff_runs_visibility_${values.visibility as Visibility}_hint`]() }}
            form={props}
          />
        </div>
      </Panel>
      <MinimumFields {...props} />
      <Panel title={m.staff_runs_place()}>
        <div className="grid gap-4">
          <ToggleGroup
            label={m.staff_runs_fields_delivery()}
            value={values.delivery}
            isDisabled={takenSeats > 0}
            onChange={(delivery) => onChange({ delivery })}
            options={deliveries.map((value) => ({
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
            isPlaceDisabled={takenSeats > 0}
            isOnline={values.delivery === "online"}
            hint={takenSeats > 0 ? m.staff_runs_place_by_move() : undefined}
            onChange={onChange}
          />
          <RunInput name="language" form={props} />
          <div className="grid items-start gap-5 md:grid-cols-2">
            <Inputs
              names={listVisibleFields("place", values).filter((name) => !placedFields.has(name))}
              hints={{ bringEng: m.staff_runs_bring_hint(), bringAr: m.staff_runs_bring_hint() }}
              form={props}
            />
          </div>
        </div>
      </Panel>
      <SeatsAndPrice {...props} takenSeats={takenSeats} />
      <Panel title={m.staff_runs_accreditation()}>
        <div className="grid items-start gap-5 wide:grid-cols-3">
          <Inputs
            names={[...listVisibleFields("accreditation", values), ...listVisibleFields("accredited", values)]}
            hints={{ lateMinutesAllowed: m.staff_runs_late_hint() }}
            form={props}
          />
        </div>
      </Panel>
      {run && !run.cancelledAt && <FeedbackCard runId={run.id} />}
    </>
  );
}

/** Fields of the venue card that are laid out separately. */
const placedFields = new Set<RunFieldName>(["delivery", "venueEng", "venueAr", "addressEng", "addressAr", "language"]);

function SeatsAndPrice(props: RunFieldsProps & { takenSeats: number }) {
  const { values, options, run, takenSeats } = props;
  const { money } = useFormats();
  const percent = options?.taxPercent ?? 0;
  const gross = addTax(values.price, percent);
  const hints = {
    capacity: run
      ? m.staff_runs_seats_hint({ sold: run.seatsSold, held: run.seatsHeld, taken: Math.max(takenSeats, 1) })
      : undefined,
    price: gross === null ? undefined : m.staff_runs_with_tax({ gross: money(gross), percent }),
    groupFromSeats: m.staff_runs_group_hint(),
  };
  return (
    <Panel title={m.staff_runs_seats_and_price()}>
      <div className="grid gap-4">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Inputs names={listVisibleFields("price", values)} hints={hints} form={props} />
        </div>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{m.staff_runs_policy_title()}</legend>
          <p className="text-sm text-ink-3 mb-2">{m.staff_runs_policy_hint()}</p>
          <div className="grid items-start gap-5 md:grid-cols-2">
            <Inputs names={listVisibleFields("policy", values)} form={props} />
          </div>
        </fieldset>
        {run && run.paidOrders > 0 && <Alert>{m.staff_runs_price_note({ count: run.paidOrders })}</Alert>}
      </div>
    </Panel>
  );
}

/** The minimum number of seats, the time of the decision, and what happens if the minimum is not reached. */
function MinimumFields(props: RunFieldsProps) {
  const { values } = props;
  const { date } = useFormats();
  const decisionDay = parseTypedDateTime(values.decideBy)?.slice(0, 10);
  const isFlag = (name: RunFieldName) => runFields[name].type === "flag";
  const names = listVisibleFields("minimum", values);
  const flags = names.filter(isFlag);
  const hints = { minSeats: m.staff_runs_min_seats_hint(), decideBy: m.staff_runs_decide_by_hint() };
  return (
    <Panel title={m.staff_runs_minimum()}>
      <div className="grid gap-4">
        <div className="grid items-start gap-5 wide:grid-cols-3">
          <Inputs names={names.filter((name) => !isFlag(name))} hints={hints} form={props} />
        </div>
        {!props.run?.cancelledAt && Number(values.minSeats) > 0 && decisionDay && (
          <Alert>
            {m.staff_runs_minimum_note({ count: Number(values.minSeats), date: date(decisionDay, "dayMonth") })}
          </Alert>
        )}
        {flags.length > 0 && (
          <div className="grid gap-4">
            <Inputs names={flags} form={props} />
            {values.ifMissed === "cancel" && <Alert>{m.staff_runs_if_missed_cancel_note()}</Alert>}
          </div>
        )}
      </div>
    </Panel>
  );
}
