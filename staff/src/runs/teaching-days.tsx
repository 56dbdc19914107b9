import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { parseTypedDate } from "../../../src/i18n/typed-date.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import type { FieldMap } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { DayField, TimeField } from "../parts/date-time-fields.tsx";
import { useFormats } from "../parts/formats.ts";
import { newRow, type DayRow } from "./form-values.ts";
import type { Clash, Delivery } from "./types.ts";
import { ClashAlert } from "./clash-alert.tsx";
import { clsx } from "clsx/lite";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

/**
 * Grid classes for the header and each row. If there is no space for another column, the joining link gets its own
 * labelled line below the other fields.
 */
const gridClass = (delivery: Delivery) =>
  clsx(
    "grid min-w-0 items-start gap-x-3.25 gap-y-1.25 md:grid-cols-[6.5rem_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_2.5rem]",
    delivery === "online" &&
      "@min-[44rem]:grid-cols-[6.5rem_minmax(9rem,1.2fr)_minmax(6.5rem,.8fr)_minmax(6.5rem,.8fr)_minmax(9rem,2fr)_2.5rem]",
  );

/** Edits the sessions of a run, one in each row. Online runs have a joining link in each row. */
export function TeachingDays(props: {
  days: DayRow[];
  delivery: Delivery;
  errors: FieldMap;
  /** The times were never confirmed. Saving confirms them. */
  isUnconfirmed: boolean;
  clashes: Clash[];
  runId?: number;
  onChange(days: DayRow[]): void;
}) {
  const { days, delivery, errors, isUnconfirmed, clashes, runId, onChange } = props;
  const { date } = useFormats();
  const changeRow = (key: number, values: Partial<DayRow>) =>
    onChange(days.map((row) => (row.key === key ? { ...row, ...values } : row)));
  const addDay = () => onChange([...days, newRow(days.at(-1))]);
  return (
    <Panel
      title={m.staff_runs_teaching_days()}
      count={days.length}
      action={
        <Button variant="secondary" size="sm" icon="plus" onClick={addDay}>
          {m.staff_common_action_add_day()}
        </Button>
      }
    >
      <div className="grid gap-4 @container">
        {isUnconfirmed && <Alert>{m.staff_runs_unconfirmed()}</Alert>}
        {errors["sessions"] && <p className="text-sm text-danger">{errors["sessions"][0]}</p>}
        <div
          className={clsx(
            gridClass(delivery),
            "-mx-pad -mt-1 -mb-4 border-y border-line bg-row px-pad py-2 text-sm font-medium text-ink-3 max-md:hidden",
          )}
          aria-hidden="true"
        >
          <span>{m.staff_runs_fields_day()}</span>
          {fieldNames(delivery).map((name) => (
            <span key={name} className={name === "link" ? "hidden @min-[44rem]:inline" : undefined}>
              {columnLabel(name)}
            </span>
          ))}
        </div>
        <ol className="grid divide-y divide-line">
          {days.map((row, index) => (
            <li key={row.key}>
              <fieldset className={clsx(gridClass(delivery), "py-2.5 max-md:grid-cols-2")}>
                <legend className="float-start p-0 max-md:col-span-full max-md:row-start-1 md:grid md:min-h-(--nh-field) md:content-center">
                  <span className="font-medium">{m.staff_common_day({ day: index + 1 })}</span>
                  {parseTypedDate(row.date) && <SecondLine>{date(row.date, "dayMonth")}</SecondLine>}
                </legend>
                {fieldNames(delivery).map((name) => (
                  <Field key={name} name={name} row={row} index={index} errors={errors} onChange={changeRow} />
                ))}
                <TooltipButton
                  className="-col-end-1 row-start-1 justify-self-end"
                  icon="trash-2"
                  label={m.staff_runs_remove_day({ day: index + 1 })}
                  disabled={days.length === 1}
                  onClick={() => onChange(days.filter(({ key }) => key !== row.key))}
                />
              </fieldset>
            </li>
          ))}
        </ol>
        <ClashAlert clashes={clashes} {...(runId === undefined ? {} : { runId })} />
      </div>
    </Panel>
  );
}

type FieldName = "date" | "from" | "to" | "link";
const errorFields = { date: "startsAt", from: "startsAt", to: "endsAt", link: "joiningUrl" } as const;
const inputs = { date: DayField, from: TimeField, to: TimeField };

const fieldNames = (delivery: Delivery): FieldName[] => [
  "date",
  "from",
  "to",
  ...(delivery === "online" ? ["link" as const] : []),
];

/** The label of a field, and the header of its column. Dates and times include their format. */
const columnLabel = (name: FieldName): string => {
  const label = m[`staff_runs_fields_${name}`]();
  return name === "link"
    ? label
    : `${label} (${name === "date" ? m.staff_common_format_date() : m.staff_common_format_time()})`;
};

function Field(props: {
  name: FieldName;
  row: DayRow;
  index: number;
  errors: FieldMap;
  onChange(key: number, values: Partial<DayRow>): void;
}) {
  const { name, row, index, errors, onChange } = props;
  const messages = name === "date" ? undefined : errors[`sessions.${index}.${errorFields[name]}`];
  const commonProps = {
    // The header already shows the labels, so only screen readers need them here.
    className: "md:[&>:first-child]:sr-only",
    label: columnLabel(name),
    value: row[name],
    error: messages?.[0],
  };
  const setValue = (value: string) => onChange(row.key, { [name]: value });
  if (name === "link")
    return (
      <TextField
        {...commonProps}
        className="max-md:col-span-full md:@max-[44rem]:col-[2/span_3] @min-[44rem]:[&>:first-child]:sr-only"
        type="url"
        onChange={(event) => setValue(event.target.value)}
        placeholder="https://"
        maxLength={2000}
      />
    );
  const Input = inputs[name];
  return <Input {...commonProps} isInRow required onChange={setValue} />;
}
