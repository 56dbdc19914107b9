/** Converts a run to form values and back. No I/O. */
import { addDays } from "../../../src/i18n/dates.ts";
import { parseTypedDate, parseTypedTime } from "../../../src/i18n/typed-date.ts";
import { toDay, toInstant, toTime } from "../parts/days.ts";
import { namesIn, pickNames, type FormField } from "../../../src/platform/form-fields.ts";
import { runFields, runForm, type RunFieldName } from "../../../src/features/runs/run-form.ts";
import { readValues, toInput, type FormValues } from "../parts/form-values.ts";
import type { StaffInput } from "../api-types.ts";
import { m, toSnakeCase } from "../messages.ts";
import type { Delivery, FullRun, LastRun, SessionInput, Venue } from "./types.ts";

export interface DayRow {
  key: number;
  /** Id of a saved session. */
  id?: number;
  date: string;
  from: string;
  to: string;
  link: string;
}
export type RunValues = FormValues<typeof runFields>;
export type VenueValue = Pick<RunValues, (typeof venueFields)[number]>;

const venueFields = ["venueEng", "venueAr", "addressEng", "addressAr"] as const;

/** Initial values of a new run. */
const defaults: Partial<RunValues> = {
  delivery: "onsite",
  accreditationStatus: "pending",
  accreditingBodyEng: "Saudi Commission for Health Specialties",
  accreditingBodyAr: "الهيئة السعودية للتخصصات الصحية",
};

type SavedRun = { [Name in RunFieldName]?: FullRun[Name] };
const withDefaults = (saved: SavedRun): SavedRun => ({
  ...saved,
  ...Object.fromEntries(namesIn(defaults).map((name) => [name, saved[name] ?? defaults[name]])),
});

/** Field names that the server uses in errors about a run and its sessions. */
export const formFields = [...namesIn(runFields), "sessions"] as const;

export const newValues: RunValues = readValues(runFields, withDefaults({}));
export const toRunValues = (run: FullRun): RunValues => readValues(runFields, withDefaults(run));
/** Values that a new run copies from the latest run of its course. */
export const toCopiedValues = (last: LastRun): Partial<RunValues> =>
  readValues(pickNames(runFields, namesIn(last)), last);
/** A venue as form values. */
export const toVenueValue = (venue: Omit<Venue, "delivery">): VenueValue =>
  readValues(pickNames(runFields, venueFields), venue);

/** Converts the values to API input. Invalid numbers are sent as text, and the server rejects them. */
export const toRunInput = (values: RunValues) =>
  toInput(runFields, values) as unknown as Omit<StaffInput<"PUT /api/staff/runs/:id">, "id" | "version">;

type PolicyName = keyof typeof runForm.policy;
const isPolicy = (name: RunFieldName): name is PolicyName => name in runForm.policy;
export const getFieldLabel = (name: RunFieldName): string =>
  isPolicy(name) ? m[`staff_settings_changes_${toSnakeCase(name)}`]() : m[`staff_runs_fields_${toSnakeCase(name)}`]();

type ChoiceName = {
  [Name in RunFieldName]: (typeof runFields)[Name] extends { type: "choice" } ? Name : never;
}[RunFieldName];
type OptionOf<Field> = Field extends { options: readonly (infer Option)[] }
  ? Option | (Field extends { isRequired: true } | { initial: string } ? never : "none")
  : never;
/** Labels for the options of a choice. `none` is the option for an empty value. */
const optionLabels: { [Name in ChoiceName]: (option: OptionOf<(typeof runFields)[Name]>) => string } = {
  visibility: (option) => m[`staff_runs_visibility_${option}`](),
  priceFor: (option) => m[`staff_runs_price_for_${option}`](),
  ifMissed: (option) => m[`staff_runs_if_missed_${option}`](),
  delivery: (option) => m[`staff_runs_delivery_${option}`](),
  language: (option) => m[`staff_runs_languages_${option}`](),
  accreditationStatus: (option) => m[`staff_runs_accreditation_states_${option}`](),
};
export const getOptionLabel = (name: RunFieldName, option: string): string =>
  (optionLabels as Partial<Record<RunFieldName, (option: string) => string>>)[name]?.(option || "none") ?? option;

/** The options of a choice. An optional choice starts with an empty option. */
export function listOptions(name: RunFieldName): { value: string; label: string }[] {
  const field: FormField = runFields[name];
  if (field.type !== "choice") return [];
  const values = field.isRequired || field.initial !== undefined ? field.options : ["", ...field.options];
  return values.map((value) => ({ value, label: getOptionLabel(name, value) }));
}

function isVisible(name: RunFieldName, values: RunValues): boolean {
  switch (name) {
    case "addressEng":
    case "addressAr":
    case "doorsOpen":
      return values.delivery === "onsite";
    case "companyName":
    case "priceFor":
      return values.visibility === "company";
    case "groupFromSeats":
    case "groupPercent":
      return values.visibility !== "company";
    case "decideBy":
    case "ifMissed":
    case "remindsToDecide":
      return values.minSeats.trim() !== "";
    default:
      return !(name in runForm.accredited) || values.accreditationStatus === "accredited";
  }
}

/** The visible fields of a card. The value of another field can hide a field. */
export const listVisibleFields = (card: keyof typeof runForm, values: RunValues): RunFieldName[] =>
  namesIn<Partial<RunValues>>(runForm[card] as object).filter((name) => isVisible(name, values));

/** Whether a run can be changed today. False if it is over, cancelled or off sale. */
export const isChangeable = (run: Pick<FullRun, "cancelledAt" | "saleStoppedAt" | "endDate">, today: string): boolean =>
  run.cancelledAt === null && run.saleStoppedAt === null && run.endDate >= today;

let lastKey = 0;
const withKey = (values: Omit<DayRow, "key">): DayRow => ({ key: ++lastKey, ...values });

/** Creates the row of the next teaching day, with the times of the last one. */
export const newRow = (last?: DayRow): DayRow =>
  withKey({
    date: last && parseTypedDate(last.date) ? addDays(last.date, 1) : "",
    from: last?.from ?? "09:00",
    to: last?.to ?? "15:30",
    link: last?.link ?? "",
  });

/** One row for each session. The times are empty if staff have not confirmed them yet. */
export const toDayRows = (run: FullRun): DayRow[] =>
  run.sessions.map(({ id, startsAt, endsAt, joiningUrl }) =>
    withKey({
      id,
      date: toDay(startsAt),
      from: run.timesConfirmed ? toTime(startsAt) : "",
      to: run.timesConfirmed ? toTime(endsAt) : "",
      link: joiningUrl ?? "",
    }),
  );

export const toSessionInputs = (days: readonly DayRow[], delivery: Delivery): SessionInput[] =>
  days.map(({ id, date, from, to, link }) => ({
    ...(id === undefined ? {} : { id }),
    startsAt: toInstant(parseTypedDate(date) ?? "", parseTypedTime(from) ?? ""),
    endsAt: toInstant(parseTypedDate(date) ?? "", parseTypedTime(to) ?? ""),
    joiningUrl: delivery === "online" && link.trim() !== "" ? link.trim() : null,
  }));

export const isSameDays = (one: readonly DayRow[], other: readonly DayRow[]): boolean => {
  const toKey = (days: readonly DayRow[]) =>
    JSON.stringify(days.map(({ date, from, to, link }) => [date, from, to, link]));
  return toKey(one) === toKey(other);
};

/** Adds VAT to a price: `2400` with 15 percent gives `2760.00`. Null if the price is not a valid amount. */
export function addTax(price: string, percent: number): string | null {
  const net = price.replaceAll(",", "").trim();
  if (!/^\d+(\.\d{1,2})?$/.test(net)) return null;
  const halalas = Math.round(Number(net) * 100);
  return ((halalas + Math.floor((halalas * percent + 50) / 100)) / 100).toFixed(2);
}
