/**
 * The fields of a run that staff edit, grouped like the cards of the portal's form. They define the checks and replies
 * of the staff API, the audit diff, the reply to an edit conflict, the copy, and the form.
 */
import {
  accreditationStates,
  deliveries,
  belowMinimumActions,
  priceUnits,
  visibilities,
} from "#features/catalogue/schedule/run-choices.ts";
import { teachingLanguages } from "#features/catalogue/schedule/teaching-languages.ts";
import { maxPercentOff } from "#features/orders/pricing.ts";
import { choice, namesIn, number, required, text, type FormField } from "#platform/form-fields.ts";

export const maxSeats = 2000;

export const runForm = {
  sale: {
    visibility: {
      ...choice(visibilities),
      initial: "public",
      description:
        "`link`: the run is in no list or search, and only its link opens and sells it. `company`: like `link`, with all seats in one order",
    },
    companyName: { ...text(120), description: "The company that a run for a company is for" },
  },
  minimum: {
    minSeats: {
      ...number(1, maxSeats),
      description: "Number of people from which the run takes place; null if it always does",
    },
    decideBy: { type: "moment", description: "Time to decide in Riyadh, `2026-11-23T16:00`; needed with `minSeats`" },
    ifMissed: {
      ...choice(belowMinimumActions),
      initial: "ask",
      description:
        "What happens at that time without a decision. `cancel` acts in the name of the person who sets it, and needs schedule.cancel and a fresh sign-in",
    },
    remindsToDecide: {
      type: "flag",
      initial: true,
      description: "Whether the person who sets it is reminded 7 days and 1 day before",
    },
  },
  place: {
    delivery: { ...choice(deliveries), ...required },
    venueEng: { ...text(200), ...required },
    venueAr: text(200),
    addressEng: text(200),
    addressAr: text(200),
    language: { ...choice(teachingLanguages), description: "Language of teaching; null while it is not known" },
    bringEng: { type: "lines", max: 600 },
    bringAr: { type: "lines", max: 600 },
    doorsOpen: { type: "time" },
  },
  price: {
    capacity: { ...number(1, maxSeats), ...required },
    price: { type: "money", max: 100_000_000, ...required, description: "SAR before VAT, `2400.00`" },
    priceFor: {
      ...choice(priceUnits),
      initial: "seat",
      description: "`run`: `price` is for all seats together, which is possible for a run for a company only",
    },
    groupFromSeats: {
      ...number(2, 50),
      description: "Seats in one order from which groupPercent is taken off; set both or neither",
    },
    groupPercent: number(1, maxPercentOff),
  },
  /** The run's own change policy: all four parts, or none. */
  policy: {
    allBackDays: {
      ...number(0, 365),
      description: "Days before the first session; null for the policy of the settings",
    },
    partBackDays: number(0, 365),
    partBackPercent: number(0, 100),
    moveDays: number(0, 365),
  },
  accreditation: {
    hours: { ...number(0, 999), step: 0.5, ...required, description: "CME hours, in halves" },
    lateMinutesAllowed: {
      ...number(0, 240),
      initial: 15,
      description: "Minutes; someone who comes later than this to a session has no full attendance",
    },
    accreditationStatus: { ...choice(accreditationStates), ...required },
  },
  /** SCFHS requires these fields on a certificate. An accredited run without one of them is not put on sale. */
  accredited: {
    accreditationNumber: text(60),
    activityReference: text(60),
    accreditingBodyEng: text(160),
    accreditingBodyAr: text(160),
    specialtyEng: text(160),
    specialtyAr: text(160),
  },
} as const satisfies Record<string, Record<string, FormField>>;

export const runFields = {
  ...runForm.sale,
  ...runForm.minimum,
  ...runForm.place,
  ...runForm.price,
  ...runForm.policy,
  ...runForm.accreditation,
  ...runForm.accredited,
};

export type RunFieldName = keyof typeof runFields;
export const runFieldNames: RunFieldName[] = namesIn(runFields);
