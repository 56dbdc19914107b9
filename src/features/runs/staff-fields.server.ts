import { createSelectSchema } from "drizzle-zod";
import { z } from "zod";
import { approvalStates } from "#features/changes/approval-tables.server.ts";
import { maxSessions } from "#features/catalogue/schedule/sessions.ts";
import { priceUnits } from "#features/catalogue/schedule/run-choices.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { namesIn, pickNames } from "#platform/form-fields.ts";
import { day } from "#platform/http/form-input.server.ts";
import { instant, instantText, moneyText, riyadhMinuteText } from "#platform/http/codecs.server.ts";
import { line, recordId, optionalProseLine } from "#platform/http/fields.server.ts";
import { notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { placeInput } from "./run-fields.server.ts";
import { runFieldNames, runForm, type RunFieldName } from "./run-form.ts";

const named = z.object({ name_eng: z.string(), name_ar: z.string().nullable() });
const trainer = named.extend({ id: z.int() });

/**
 * The columns of a run in API replies, with money and instants as text. Staff see every new column of the table unless
 * `omit` names it.
 */
const columns = createSelectSchema(courseRuns, {
  decideBy: riyadhMinuteText.nullable(),
  putOffAt: instantText
    .nullable()
    .meta({ description: "When the decision was put off by a week, which is possible once" }),
  decidedAt: instantText
    .nullable()
    .meta({ description: "When staff decided that the run takes place with fewer people" }),
  cancelledAt: instantText.nullable(),
  saleStoppedAt: instantText
    .nullable()
    .meta({ description: "Since when the run is off sale, while its cancellation waits for a second person" }),
})
  .omit({
    priceHalalas: true,
    changePolicy: true,
    minSetBy: true,
    remindedAt: true,
    seatsOffered: true,
    feedbackRequired: true,
    linkSeed: true,
    wholePriceHalalas: true,
  })
  .extend({
    price: moneyText.meta({ description: "Before VAT, for a seat or for all seats together" }),
    priceFor: z.enum(priceUnits),
    hours: z.number(),
    allBackDays: z
      .int()
      .nullable()
      .meta({ description: "The change policy of this run; null for the policy of the settings" }),
    partBackDays: z.int().nullable(),
    partBackPercent: z.int().nullable(),
    moveDays: z.int().nullable(),
  });

/** Picks some of the columns. */
const pickColumns = <const Name extends RunFieldName>(names: readonly Name[]) =>
  z.object(pickNames(columns.shape, names));

/** The fields of the form in API replies, with money as text. */
export const editableRunReply = pickColumns(runFieldNames);

export const run = columns.extend({
  slug: z.string(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  courseClosed: z.boolean().meta({ description: "Whether the course is closed, so that none of its runs is on sale" }),
  speakers: z.array(trainer),
  seatsHeld: z.int().meta({ description: "Seats held for people who are paying, or were offered a seat" }),
});

const colleague = z.object({ id: z.string(), name: z.string() });
export const cancellation = z.object({
  id: z.int(),
  runId: z.int(),
  state: z.enum(approvalStates),
  amount: moneyText.meta({ description: "What is refunded in total, SAR including VAT" }),
  reasonEng: z.string().nullable(),
  reasonAr: z.string().nullable(),
  askedBy: colleague,
  askedAt: instantText,
  decidedBy: colleague.nullable(),
  decidedAt: instantText.nullable(),
  word: z.string().nullable(),
});

const sessions = z.array(
  z.object({
    id: z.int(),
    startsAt: instantText,
    endsAt: instantText,
    joiningUrl: z.string().nullable().meta({ description: "Null for roles that may not write the schedule" }),
  }),
);
const clash = named.extend({
  kind: z.enum(["speaker", "venue"]),
  trainerId: z.int().nullable().meta({ description: "Id of the speaker; null for a venue" }),
  date: z.string(),
  runs: z.array(named.extend({ id: z.int() })),
});

export const fullRun = run.extend({
  paidOrders: z.int(),
  soldBeforeVat: z.string(),
  links: z.object({ eng: z.string(), ar: z.string() }).nullable().meta({
    description: "Links of a private run; null while none works, and for roles that may not write the schedule",
  }),
  refunded: z
    .string()
    .nullable()
    .meta({ description: "What has been refunded, SAR including VAT; null unless the run is cancelled" }),
  sessions,
  clashes: z.array(clash),
  cancellation: cancellation.nullable().meta({ description: "The last cancellation that was requested" }),
});
export const decision = z.object({
  soldLately: z.int().meta({ description: "Seats sold in the last seven days" }),
  pace: z.array(z.object({ day: z.string(), sold: z.int() })).meta({
    description: "For today and each of the 14 days before, how many seats were sold in total by its end",
  }),
  nextRun: z
    .object({ id: z.int(), startDate: z.string(), endDate: z.string(), seatsFree: z.int() })
    .nullable()
    .meta({ description: "The next date of the course with free seats" }),
  events: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      by: z.string().nullable(),
      action: z.string().meta({ description: "Action of the audit log, without `run.`" }),
      reminded: z.string().nullable(),
      sold: z.int().nullable(),
      needed: z.int().nullable(),
      decideBy: z.string().nullable(),
    }),
  ),
});
export const changedRun = fullRun.extend({
  taskId: z.int().nullable().meta({ description: "The task that notifies everyone and makes the refunds" }),
});
export const calendar = z.object({
  from: z.string(),
  to: z.string(),
  runs: z.array(run.extend({ dates: z.array(z.string()), sessions })),
  clashes: z.array(clash),
});

export const runOptions = z.object({
  taxPercent: z.number(),
  venues: z.array(pickColumns(["venueEng", "venueAr", "addressEng", "addressAr", "delivery"])),
  courses: z.array(
    named.extend({
      id: z.int(),
      closed: z.boolean(),
      lastRun: pickColumns([...namesIn(runForm.place), "capacity", "price", "hours"])
        .nullable()
        .meta({ description: "Values that a new run of the course begins with" }),
    }),
  ),
});

const changePreview = z.object({
  version: z.int(),
  people: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      locale: z.enum(["en", "ar"]),
      orderId: z.int(),
      paid: z.boolean().meta({ description: "Whether the person bought a seat of the run" }),
      seats: z.int(),
      isEnrolled: z
        .boolean()
        .meta({ description: "Whether the person has a seat or bought one; false once all of these were refunded" }),
    }),
  ),
  mails: z.object({ total: z.int(), en: z.int(), ar: z.int() }),
  orders: z.int(),
  seatsSold: z.int(),
  seatsHeld: z.int(),
  openOrders: z.int().meta({ description: "Orders that are not paid yet" }),
});
export const movePreview = changePreview.extend({
  clashes: z.array(clash).meta({ description: "Clashes at the dates and venue of the request" }),
  refunds: z
    .object({ orders: z.int(), total: z.string() })
    .meta({ description: "The most that is refunded, if nobody who paid can come. SAR including VAT" }),
});
export const sessionsPreview = changePreview.extend({ kind: z.enum(["moved", "times", "link"]).nullable() });
export const cancelPreview = changePreview.extend({
  refunds: z.object({
    orders: z.int(),
    seats: z.int().meta({ description: "Seats of these orders" }),
    net: z.string(),
    tax: z.string(),
    total: z.string().meta({ description: "SAR including VAT" }),
    toCards: z.string(),
    byTransfer: z.string().meta({ description: "Refunded by bank transfer" }),
  }),
  limit: z.string().meta({ description: "What one person may refund alone" }),
  needsSecondPerson: z.boolean(),
  approvers: z.array(z.string()).meta({ description: "Names of the staff who may approve the cancellation" }),
});

const sessionInput = z.object({
  id: recordId().optional().meta({
    description: "Id of a session that stays, with its attendance; an id that the run does not have adds a session",
  }),
  startsAt: instant.meta({ description: "UTC" }),
  endsAt: instant.meta({ description: "UTC" }),
  joiningUrl: line(2000).nullable().default(null),
});
export const sessionsInput = z.array(sessionInput).max(maxSessions, "invalid");

/** The reason for the email, in one or both languages. */
const reasonFields = {
  reasonEng: optionalProseLine(300).meta({ description: "For the email, in English" }),
  reasonAr: optionalProseLine(300).meta({ description: "For the email, in Arabic" }),
};
export const toReason = ({ reasonEng: eng, reasonAr: ar }: { reasonEng: string; reasonAr: string }) =>
  eng || ar ? { eng: eng || null, ar: ar || null } : null;

export const moveInput = z.object({
  id: numericId(),
  startDate: day(),
  endDate: day(),
  ...placeInput,
  ...reasonFields,
});
export const cancelInput = z.object({ id: numericId(), ...reasonFields });

export const errors = { ...notFound, 409: "The run is cancelled, about to be, or has ended" } as const;
