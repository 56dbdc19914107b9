import { z } from "zod";
import { ifMissedWays, type courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { teachingLanguages } from "#features/catalogue/schedule/teaching-languages.ts";
import { maxPercentOff } from "#features/orders/pricing.ts";
import type { ChangePolicy } from "#features/settings/settings.ts";
import type { Locale } from "#i18n/locale.ts";
import { identityOf, requireFreshSignIn, requirePermission, type Ctx } from "#platform/context.server.ts";
import { m } from "#messages";
import { riyadhDate, riyadhInstant, riyadhTime } from "#i18n/dates.ts";
import { halalasFromDecimal } from "#i18n/money.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { choice, fieldText, line, optionalLine, optionalParagraph, whole } from "#platform/http/fields.server.ts";

export const maxSeats = 2000;

const price = z
  .string("invalid")
  .transform((text, issues) => {
    const halalas = halalasFromDecimal(text);
    if (halalas === null || halalas > 100_000_000) issues.addIssue({ code: "custom", message: "invalid" });
    return halalas ?? z.NEVER;
  })
  .meta({ description: "SAR before VAT, two decimals", example: "2400.00" });

export const day = () => z.iso.date("invalid").meta({ description: "In Riyadh", example: "2027-01-12" });
export const venueAr = () =>
  optionalLine(200)
    .transform((text) => text || null)
    .meta({ description: "Empty where there is none" });

/** Street address of a venue, without its city. */
const address = () => venueAr().optional();
export const addressFields = { address_eng: address(), address_ar: address() };

/** What a certificate of an accredited run says of the activity. */
const scfhsField = (most: number) =>
  optionalLine(most).optional().meta({ description: "Required of an accredited run: its certificates say it" });
const doorsOpen = optionalLine(5)
  .refine((text) => text === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "invalid")
  .transform((text) => text || null)
  .optional()
  .meta({ description: "In Riyadh; empty where it is not said", example: "08:30" });
/** A line each, without blank ones; null when there is none. */
const bring = () =>
  optionalParagraph(600)
    .transform(
      (text) =>
        text
          .split(/\s*\n\s*/)
          .filter(Boolean)
          .join("\n") || null,
    )
    .optional()
    .meta({ description: "What to bring, a line each" });

const decideBy = optionalLine(16)
  .refine((text) => text === "" || /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text), "invalid")
  .transform((text, issues) => {
    if (text === "") return null;
    const [date = "", time = ""] = text.split("T");
    const instant = riyadhInstant(date, time);
    if (!Number.isNaN(instant.getTime()) && riyadhDate(instant) === date) return instant;
    issues.addIssue({ code: "custom", message: "invalid" });
    return z.NEVER;
  })
  .optional()
  .meta({ description: "In Riyadh; needed with `min_seats`", example: "2026-11-23T16:00" });

const policyNumber = (most: number) => whole(0, most).nullish();
/** What buyers may change until when, where a run has rules of its own: all four, or none. */
const policyFields = {
  all_back_days: policyNumber(365).meta({
    description: "Days before the first session with a full refund; null: as the settings say",
  }),
  part_back_days: policyNumber(365),
  part_back_percent: policyNumber(100),
  move_days: policyNumber(365),
};

function policyOf(form: RunForm, locale: Locale, wrong: FieldMap): ChangePolicy | null {
  const { all_back_days, part_back_days, part_back_percent, move_days } = form;
  const numbers = { all_back_days, part_back_days, part_back_percent, move_days };
  const missing = Object.entries(numbers).filter(([, value]) => value === null || value === undefined);
  if (missing.length === 4) return null;
  for (const [name] of missing) wrong[name] = [fieldText("required", locale)];
  const [allBackDays = 0, partBackDays = 0] = [all_back_days ?? 0, part_back_days ?? 0];
  if (missing.length === 0 && partBackDays > allBackDays) wrong["part_back_days"] = [fieldText("invalid", locale)];
  return { allBackDays, partBackDays, partBackPercent: part_back_percent ?? 0, moveDays: move_days ?? 0 };
}

/** The same on the wire; nulls where the settings count. */
export const shownPolicy = (policy: ChangePolicy | null) => ({
  all_back_days: policy?.allBackDays ?? null,
  part_back_days: policy?.partBackDays ?? null,
  part_back_percent: policy?.partBackPercent ?? null,
  move_days: policy?.moveDays ?? null,
});

/** What a run has beside its dates, as staff write it. */
export const runFields = {
  delivery: choice(["onsite", "online"]),
  venue_eng: line(200),
  venue_ar: venueAr(),
  ...addressFields,
  doors_open: doorsOpen,
  bring_eng: bring(),
  bring_ar: bring(),
  language: choice(teachingLanguages).nullish().meta({ description: "Of teaching; null while it is not said" }),
  capacity: whole(1, maxSeats),
  min_seats: whole(1, maxSeats).nullish().meta({ description: "It takes place from so many people; null: always" }),
  decide_by: decideBy,
  if_missed: choice(ifMissedWays).optional().meta({
    description:
      "What happens then without a decision; `cancel`, in the name of who writes it, wants schedule.cancel and a code of the last ten minutes",
  }),
  reminds_to_decide: z
    .boolean("invalid")
    .optional()
    .meta({ description: "Who writes it is reminded 7 days and 1 day before; absent: yes" }),
  price,
  group_from_seats: whole(2, 50).nullish().meta({
    description: "Seats in one order from which group_percent is taken off; both or neither; absent: as it is",
  }),
  group_percent: whole(1, maxPercentOff).nullish(),
  ...policyFields,
  hours: z
    .number("invalid")
    .min(0, "invalid")
    .max(999, "invalid")
    .multipleOf(0.5, "invalid")
    .meta({ description: "CME hours, in halves" }),
  late_minutes_allowed: whole(0, 240)
    .optional()
    .meta({ description: "Later than this to a session is not full attendance; absent: as it is, 15 of a new run" }),
  accreditation_status: choice(["none", "pending", "accredited"]),
  accreditation_number: optionalLine(60).meta({ description: "Of an accredited run" }),
  activity_reference: scfhsField(60),
  accrediting_body_eng: scfhsField(160),
  accrediting_body_ar: scfhsField(160),
  specialty_eng: scfhsField(160),
  specialty_ar: scfhsField(160),
};

/** Without any of these an accredited run is not put on sale: SCFHS asks for them on a certificate. */
const accreditedFields = [
  "accreditation_number",
  "activity_reference",
  "accrediting_body_eng",
  "accrediting_body_ar",
  "specialty_eng",
  "specialty_ar",
] as const;

/** A place as `copy` and `move` take it. */
export const placeOf = (form: Pick<RunForm, "venue_eng" | "venue_ar" | "address_eng" | "address_ar">) => ({
  venueEng: form.venue_eng,
  venueAr: form.venue_ar,
  addressEng: form.address_eng,
  addressAr: form.address_ar,
});

export type RunForm = z.output<z.ZodObject<typeof runFields>>;

/** `Required`, so that no column with a default is left out: an edit would miss its change. */
type RunColumns = Required<
  Pick<
    typeof courseRuns.$inferInsert,
    | "delivery"
    | "venueEng"
    | "venueAr"
    | "addressEng"
    | "addressAr"
    | "doorsOpen"
    | "bringEng"
    | "bringAr"
    | "language"
    | "capacity"
    | "minSeats"
    | "decideBy"
    | "ifMissed"
    | "remindsToDecide"
    | "priceHalalas"
    | "groupFromSeats"
    | "groupPercent"
    | "hours"
    | "lateMinutesAllowed"
    | "changePolicy"
    | "accreditationStatus"
    | "accreditationNumber"
    | "activityReference"
    | "accreditingBodyEng"
    | "accreditingBodyAr"
    | "specialtyEng"
    | "specialtyAr"
  >
>;

/**
 * Only an accredited run has a number, only an on-site one an address and doors. Throws ValidationError with all that is missing
 * of what an accredited one needs.
 */
export function columnsOf(form: RunForm, locale: Locale): RunColumns {
  const isAccredited = form.accreditation_status === "accredited";
  const wrong: FieldMap = {};
  if (isAccredited) {
    for (const name of accreditedFields) if (!form[name]) wrong[name] = [fieldText("required", locale)];
    if (form.hours === 0) wrong["hours"] = [fieldText("invalid", locale)];
  }
  const { group_from_seats: groupFromSeats = null, group_percent: groupPercent = null } = form;
  if (groupFromSeats === null && groupPercent !== null) wrong["group_from_seats"] = [fieldText("required", locale)];
  if (groupFromSeats !== null && groupPercent === null) wrong["group_percent"] = [fieldText("required", locale)];
  const minSeats = form.min_seats ?? null;
  const decideBy = minSeats === null ? null : (form.decide_by ?? null);
  if (minSeats !== null && minSeats > form.capacity) wrong["min_seats"] = [fieldText("invalid", locale)];
  if (minSeats !== null && decideBy === null) wrong["decide_by"] = [fieldText("required", locale)];
  const written = (text: string | undefined) => (form.accreditation_status === "none" ? null : text || null);
  const changePolicy = policyOf(form, locale, wrong);
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  return {
    delivery: form.delivery,
    venueEng: form.venue_eng,
    venueAr: form.venue_ar,
    addressEng: form.delivery === "online" ? null : (form.address_eng ?? null),
    addressAr: form.delivery === "online" ? null : (form.address_ar ?? null),
    doorsOpen: form.delivery === "online" ? null : (form.doors_open ?? null),
    bringEng: form.bring_eng ?? null,
    bringAr: form.bring_ar ?? null,
    language: form.language ?? null,
    capacity: form.capacity,
    minSeats,
    decideBy,
    ifMissed: minSeats === null ? "ask" : (form.if_missed ?? "ask"),
    remindsToDecide: form.reminds_to_decide ?? true,
    priceHalalas: form.price,
    groupFromSeats,
    groupPercent,
    hours: form.hours.toFixed(1),
    lateMinutesAllowed: form.late_minutes_allowed ?? 15,
    changePolicy,
    accreditationStatus: form.accreditation_status,
    accreditationNumber: isAccredited ? form.accreditation_number : null,
    activityReference: written(form.activity_reference),
    accreditingBodyEng: written(form.accrediting_body_eng),
    accreditingBodyAr: written(form.accrediting_body_ar),
    specialtyEng: written(form.specialty_eng),
    specialtyAr: written(form.specialty_ar),
  };
}

/**
 * What is kept when a number, its time or what comes then is written: by whom, to be asked for anew; what is over is not
 * reminded of. Throws Forbidden, FreshSignInRequired when it is to be cancelled by itself.
 */
export function minimumSetBy(ctx: Ctx, { ifMissed }: Pick<RunColumns, "ifMissed">) {
  if (ifMissed === "cancel") {
    requirePermission(ctx, "schedule.cancel");
    requireFreshSignIn(ctx);
  }
  return { minSetBy: identityOf(ctx.actor).id, remindedAt: ctx.now(), decidedAt: null };
}

/** As `decide_by` says it; null without one. */
export const shownDecideBy = (decideBy: Date | null | undefined): string | null =>
  decideBy ? `${riyadhDate(decideBy)}T${riyadhTime(decideBy)}` : null;

/** Throws ValidationError for a decision that comes when the run has begun. */
export function requireDecisionAhead(ctx: Ctx, decideBy: Date | null, sessions: readonly { startsAt: Date }[]): void {
  const [first] = sessions.map(({ startsAt }) => startsAt).toSorted((one, other) => one.getTime() - other.getTime());
  if (decideBy && first && decideBy >= first)
    throw new ValidationError({ decide_by: [m.schedule_decide_late({}, { locale: ctx.locale })] });
}
