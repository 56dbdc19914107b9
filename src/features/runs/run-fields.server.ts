import type { BelowMinimumAction, priceUnits } from "#features/catalogue/schedule/run-choices.ts";
import type { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { maxQty, minChargeHalalas, seatShare } from "#features/orders/pricing.ts";
import type { ChangePolicy } from "#features/settings/settings.ts";
import type { Locale } from "#i18n/locale.ts";
import { getActorIdentity, requireFreshSignIn, requirePermission, type Ctx } from "#platform/context.server.ts";
import { m } from "#messages";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { namesIn, pickNames } from "#platform/form-fields.ts";
import { getProblemMessage, line } from "#platform/http/fields.server.ts";
import {
  formInput,
  initialValues,
  textOrNull,
  type FieldsFor,
  type NewRecord,
} from "#platform/http/form-input.server.ts";
import { runFieldNames, runFields, runForm } from "./run-form.ts";

type Run = typeof courseRuns.$inferSelect;

/** Columns that are not in the form: identity, dates and sessions, counters, and those that other actions set. */
type ManagedColumn =
  | "id"
  | "courseId"
  | "trainerIds"
  | "startDate"
  | "endDate"
  | "days"
  | "timesConfirmed"
  | "seatsSold"
  | "seatsOffered"
  | "waiting"
  | "minSetBy"
  | "remindedAt"
  | "putOffAt"
  | "decidedAt"
  | "cancelledAt"
  | "saleStoppedAt"
  | "feedbackRequired"
  | "linkSeed"
  | "quotedUntil"
  | "version";
/** The columns that are in the form: all but the managed ones. */
export type FormColumns = Omit<Run, ManagedColumn>;

type PolicyValues = { [Name in keyof ChangePolicy]: ChangePolicy[Name] | null };

/**
 * The fields of the form. They differ from the columns: the price is in halalas for a seat or for the
 * whole run (`priceFor`), the hours are a number, and the change policy is in parts.
 */
export type EditableRun = Omit<FormColumns, "priceHalalas" | "wholePriceHalalas" | "hours" | "changePolicy"> & {
  price: number;
  priceFor: (typeof priceUnits)[number];
  hours: number;
} & PolicyValues;

/** Input of a new run. Absent fields get their initial value. */
export type RunInput = NewRecord<EditableRun, typeof runFields>;

const fields = runFields satisfies FieldsFor<EditableRun>;
/** The checks of the form's fields. */
export const runInput = formInput<EditableRun, typeof fields>(fields);

/** Venue input of `copy` and `move`; an absent address does not change. */
export const placeInput = {
  venueEng: line(200),
  venueAr: textOrNull(200),
  addressEng: textOrNull(200).optional(),
  addressAr: textOrNull(200).optional(),
};

const noPolicy = { allBackDays: null, partBackDays: null, partBackPercent: null, moveDays: null };

/** Completes a new run. Absent fields get their initial value, else null. */
export const newRun = (input: RunInput): EditableRun => ({
  ...initialValues<EditableRun, typeof fields>(fields),
  ...input,
});

/** Picks the fields that staff edit from a stored run. */
export function toEditable(run: Run): EditableRun {
  const { priceHalalas, wholePriceHalalas, hours, changePolicy, ...columns } = run;
  const price = wholePriceHalalas ?? priceHalalas;
  const priceFor = wholePriceHalalas === null ? ("seat" as const) : ("run" as const);
  const values = { ...columns, price, priceFor, hours: Number(hours), ...(changePolicy ?? noPolicy) };
  return pickNames(values, runFieldNames);
}

/** Reads all four parts of a run's own policy, or none. Adds missing parts to `errors`. */
function requirePolicy(parts: PolicyValues, locale: Locale, errors: FieldMap): ChangePolicy | null {
  const missing = namesIn(parts).filter((name) => parts[name] === null);
  if (missing.length === 4) return null;
  for (const name of missing) errors[name] = [getProblemMessage("required", locale)];
  if (missing.length > 0) return null;
  const policy = parts as ChangePolicy;
  if (policy.partBackDays > policy.allBackDays) errors["partBackDays"] = [getProblemMessage("invalid", locale)];
  return policy;
}

/**
 * Converts the form to columns and clears what does not apply: only an accredited run has an accreditation number, only
 * an on-site run has an address and doors, only a run for a company has a price for the whole run, and that run has no
 * group price. Throws ValidationError when accreditation, company, group price, minimum or policy is incomplete.
 */
export function toColumns(run: EditableRun, locale: Locale): FormColumns {
  const { accreditationStatus, minSeats, groupFromSeats, groupPercent } = run;
  const isForCompany = run.visibility === "company";
  const hasWholePrice = isForCompany && run.priceFor === "run";
  const isAccredited = accreditationStatus === "accredited";
  const accreditedFields = namesIn(runForm.accredited);
  const errors: FieldMap = {};
  if (isAccredited) {
    for (const name of accreditedFields) if (!run[name]) errors[name] = [getProblemMessage("required", locale)];
    if (run.hours === 0) errors["hours"] = [getProblemMessage("invalid", locale)];
  }
  if (isForCompany && !run.companyName) errors["companyName"] = [getProblemMessage("required", locale)];
  if (isForCompany && run.capacity > maxQty)
    errors["capacity"] = [m.schedule_company_seats({ count: maxQty }, { locale })];
  if (isForCompany && run.price < minChargeHalalas) errors["price"] = [getProblemMessage("invalid", locale)];
  if (groupFromSeats === null && groupPercent !== null)
    errors["groupFromSeats"] = [getProblemMessage("required", locale)];
  if (groupFromSeats !== null && groupPercent === null)
    errors["groupPercent"] = [getProblemMessage("required", locale)];
  if (minSeats !== null && minSeats > run.capacity) errors["minSeats"] = [getProblemMessage("invalid", locale)];
  if (minSeats !== null && run.decideBy === null) errors["decideBy"] = [getProblemMessage("required", locale)];
  const { price, priceFor: _priceFor, hours, allBackDays, partBackDays, partBackPercent, moveDays, ...columns } = run;
  const changePolicy = requirePolicy({ allBackDays, partBackDays, partBackPercent, moveDays }, locale, errors);
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return {
    ...columns,
    priceHalalas: hasWholePrice ? seatShare(price, run.capacity) : price,
    wholePriceHalalas: hasWholePrice ? price : null,
    hours: hours.toFixed(1),
    changePolicy,
    ...(isForCompany ? { groupFromSeats: null, groupPercent: null } : { companyName: null }),
    ...(run.delivery === "online" && { addressEng: null, addressAr: null, doorsOpen: null }),
    ...(minSeats === null && { decideBy: null, ifMissed: "ask" as const }),
    ...(accreditationStatus === "none" && Object.fromEntries(accreditedFields.map((name) => [name, null]))),
    ...(!isAccredited && { accreditationNumber: null }),
  };
}

/**
 * Builds the columns to store when staff set the minimum, its time or its default. They record who set it and make the
 * decision due again; reminders whose time has passed are not sent. Throws Forbidden and FreshSignInRequired, only when
 * the default is to cancel.
 */
export function buildMinimumColumns(ctx: Ctx, { ifMissed }: { ifMissed: BelowMinimumAction }) {
  if (ifMissed === "cancel") {
    requirePermission(ctx, "schedule.cancel");
    requireFreshSignIn(ctx);
  }
  return { minSetBy: getActorIdentity(ctx.actor).id, remindedAt: ctx.now(), decidedAt: null };
}

/** Throws ValidationError when the time to decide is after the run has begun. */
export function requireDecisionAhead(ctx: Ctx, decideBy: Date | null, sessions: readonly { startsAt: Date }[]): void {
  const [firstStart] = sessions
    .map(({ startsAt }) => startsAt)
    .toSorted((one, other) => one.getTime() - other.getTime());
  if (decideBy && firstStart && decideBy >= firstStart)
    throw new ValidationError({ decideBy: [m.schedule_decide_late({}, { locale: ctx.locale })] });
}
