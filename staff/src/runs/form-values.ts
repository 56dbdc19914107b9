/** A run as its form holds it. Pure. */
import { addDays } from "../../../src/i18n/dates.ts";
import { typedDate, typedTime } from "../../../src/i18n/typed-date.ts";
import { dayOf, instantOf, timeOf } from "../parts/days.ts";
import type { TeachingLanguage } from "../../../src/features/catalogue/schedule/teaching-languages.ts";
import type { NameIn } from "../messages.ts";
import type { Accreditation, Delivery, FullRun, SessionInput, Venue } from "./types.ts";

export interface DayRow {
  key: number;
  /** Of a session that is stored. */
  id?: number;
  date: string;
  from: string;
  to: string;
  link: string;
}
export interface VenueValue {
  venue_eng: string;
  venue_ar: string;
  address_eng: string;
  address_ar: string;
}
export interface RunValues extends VenueValue {
  delivery: Delivery;
  /** `08:30`, in Riyadh. */
  doors_open: string;
  /** A line each. */
  bring_eng: string;
  bring_ar: string;
  /** Empty while it is not said. */
  language: TeachingLanguage | "";
  capacity: string;
  /** Empty: it always takes place. */
  min_seats: string;
  /** `2026-11-23T16:00`, in Riyadh. */
  decide_by: string;
  if_missed: FullRun["if_missed"];
  reminds_to_decide: boolean;
  price: string;
  /** Both empty without a group price. */
  group_from_seats: string;
  group_percent: string;
  /** Rules of its own for changes by the buyer; all empty: as the settings say. */
  all_back_days: string;
  part_back_days: string;
  part_back_percent: string;
  move_days: string;
  hours: string;
  late_minutes_allowed: string;
  accreditation_status: Accreditation;
  accreditation_number: string;
  activity_reference: string;
  accrediting_body_eng: string;
  accrediting_body_ar: string;
  specialty_eng: string;
  specialty_ar: string;
}

/** Text fields of the form that have a label. */
export type RunFieldName = Extract<
  NameIn<"runs_fields">,
  { [Name in keyof RunValues]: RunValues[Name] extends string ? Name : never }[keyof RunValues]
>;

/** The run's own rules for changes by the buyer. */
export const policyNames = ["all_back_days", "part_back_days", "part_back_percent", "move_days"] as const;

/** What certificates of an accredited run say. */
export const scfhsFields = [
  "activity_reference",
  "accrediting_body_eng",
  "accrediting_body_ar",
  "specialty_eng",
  "specialty_ar",
] as const;

/** Whether a run can be changed on this day: not once it is over, cancelled or off sale. */
export const isChangeable = (
  run: Pick<FullRun, "cancelled_at" | "sale_stopped_at" | "end_date">,
  today: string,
): boolean => run.cancelled_at === null && run.sale_stopped_at === null && run.end_date >= today;

let rows = 0;
const row = (values: Omit<DayRow, "key">): DayRow => ({ key: ++rows, ...values });

export const newRow = (last: DayRow | undefined): DayRow =>
  row({
    date: last && typedDate(last.date) ? addDays(last.date, 1) : "",
    from: last?.from ?? "09:00",
    to: last?.to ?? "15:30",
    link: last?.link ?? "",
  });

/** Without confirmed times the whole days of the run, for times to be written in. */
export const rowsOf = (run: FullRun): DayRow[] =>
  run.sessions.map(({ id, starts_at, ends_at, joining_url }) =>
    row({
      id,
      date: dayOf(starts_at),
      from: run.times_confirmed ? timeOf(starts_at) : "",
      to: run.times_confirmed ? timeOf(ends_at) : "",
      link: joining_url ?? "",
    }),
  );

export const sessionsOf = (days: readonly DayRow[], delivery: Delivery): SessionInput[] =>
  days.map(({ id, date, from, to, link }) => ({
    ...(id === undefined ? {} : { id }),
    starts_at: instantOf(typedDate(date) ?? "", typedTime(from) ?? ""),
    ends_at: instantOf(typedDate(date) ?? "", typedTime(to) ?? ""),
    joining_url: delivery === "online" && link.trim() !== "" ? link.trim() : null,
  }));

export const sameDays = (one: readonly DayRow[], other: readonly DayRow[]): boolean => {
  const words = (days: readonly DayRow[]) =>
    JSON.stringify(days.map(({ date, from, to, link }) => [date, from, to, link]));
  return words(one) === words(other);
};

/** A place as forms hold it. */
export const placeOf = (place: Omit<Venue, "delivery">): VenueValue => ({
  venue_eng: place.venue_eng,
  venue_ar: place.venue_ar ?? "",
  address_eng: place.address_eng ?? "",
  address_ar: place.address_ar ?? "",
});

/** Who accredits until staff write another. */
export const scfhs = {
  accrediting_body_eng: "Saudi Commission for Health Specialties",
  accrediting_body_ar: "الهيئة السعودية للتخصصات الصحية",
};

export const valuesOf = (run: FullRun): RunValues => ({
  delivery: run.delivery,
  ...placeOf(run),
  doors_open: run.doors_open ?? "",
  bring_eng: run.bring_eng ?? "",
  bring_ar: run.bring_ar ?? "",
  language: run.language ?? "",
  capacity: String(run.capacity),
  min_seats: run.min_seats === null ? "" : String(run.min_seats),
  decide_by: run.decide_by ?? "",
  if_missed: run.if_missed,
  reminds_to_decide: run.reminds_to_decide,
  price: run.price,
  group_from_seats: String(run.group_from_seats ?? ""),
  group_percent: String(run.group_percent ?? ""),
  all_back_days: String(run.all_back_days ?? ""),
  part_back_days: String(run.part_back_days ?? ""),
  part_back_percent: String(run.part_back_percent ?? ""),
  move_days: String(run.move_days ?? ""),
  hours: String(run.hours),
  late_minutes_allowed: String(run.late_minutes_allowed),
  accreditation_status: run.accreditation_status,
  accreditation_number: run.accreditation_number ?? "",
  activity_reference: run.activity_reference ?? "",
  accrediting_body_eng: run.accrediting_body_eng ?? scfhs.accrediting_body_eng,
  accrediting_body_ar: run.accrediting_body_ar ?? scfhs.accrediting_body_ar,
  specialty_eng: run.specialty_eng ?? "",
  specialty_ar: run.specialty_ar ?? "",
});

/** As the API takes them; what is no number is left to its refusal. */
export const inputOf = (values: RunValues) => ({
  ...values,
  language: values.language || null,
  price: values.price.replaceAll(",", "").trim(),
  group_from_seats: values.group_from_seats.trim() === "" ? null : Number(values.group_from_seats),
  group_percent: values.group_percent.trim() === "" ? null : Number(values.group_percent),
  all_back_days: values.all_back_days.trim() === "" ? null : Number(values.all_back_days),
  part_back_days: values.part_back_days.trim() === "" ? null : Number(values.part_back_days),
  part_back_percent: values.part_back_percent.trim() === "" ? null : Number(values.part_back_percent),
  move_days: values.move_days.trim() === "" ? null : Number(values.move_days),
  capacity: Number(values.capacity),
  min_seats: values.min_seats.trim() === "" ? null : Number(values.min_seats),
  hours: Number(values.hours),
  late_minutes_allowed: Number(values.late_minutes_allowed || Number.NaN),
});

export const changesOf = (values: RunValues, before: RunValues): (keyof RunValues)[] =>
  (Object.keys(values) as (keyof RunValues)[]).filter((field) => values[field] !== before[field]);

/** `2400` with 15: `2760.00`; null when it is no amount. */
export function withTax(price: string, percent: number): string | null {
  const net = price.replaceAll(",", "").trim();
  if (!/^\d+(\.\d{1,2})?$/.test(net)) return null;
  const halalas = Math.round(Number(net) * 100);
  return ((halalas + Math.floor((halalas * percent + 50) / 100)) / 100).toFixed(2);
}
