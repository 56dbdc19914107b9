import { z } from "zod";
import { approvalStates } from "#features/changes/approval-tables.server.ts";
import { maxSessions } from "#features/catalogue/schedule/sessions.ts";
import { ifMissedWays } from "#features/catalogue/schedule/tables.server.ts";
import { teachingLanguages } from "#features/catalogue/schedule/teaching-languages.ts";
import { line, recordId, optionalProseLine } from "#platform/http/fields.server.ts";
import { notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { addressFields, day, venueAr } from "./run-fields.server.ts";

const person = z.object({ name_eng: z.string(), name_ar: z.string().nullable() });

export const run = z.object({
  id: z.int(),
  version: z.int(),
  course_id: z.int(),
  slug: z.string(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  course_closed: z.boolean().meta({ description: "The course is not sold, whatever its runs" }),
  speakers: z.array(person),
  start_date: z.string(),
  end_date: z.string(),
  days: z.int(),
  venue_eng: z.string(),
  venue_ar: z.string().nullable(),
  address_eng: z.string().nullable(),
  address_ar: z.string().nullable(),
  doors_open: z.string().nullable(),
  bring_eng: z.string().nullable(),
  bring_ar: z.string().nullable(),
  language: z.enum(teachingLanguages).nullable(),
  delivery: z.enum(["onsite", "online"]),
  times_confirmed: z.boolean(),
  capacity: z.int(),
  min_seats: z.int().nullable().meta({ description: "It takes place from so many people; null: always" }),
  decide_by: z.string().nullable().meta({ description: "In Riyadh, `2026-11-23T16:00`" }),
  if_missed: z.enum(ifMissedWays),
  reminds_to_decide: z.boolean(),
  put_off_at: z.string().nullable().meta({ description: "The decision was put off by a week, which is done once" }),
  decided_at: z.string().nullable().meta({ description: "It takes place with fewer people" }),
  seats_sold: z.int(),
  seats_held: z.int().meta({ description: "For people who are paying, or were offered a seat" }),
  waiting: z.int().meta({ description: "People on its waiting list without an offer" }),
  price: z.string(),
  hours: z.number(),
  late_minutes_allowed: z.int(),
  all_back_days: z
    .int()
    .nullable()
    .meta({ description: "Rules of its own for changes by the buyer; null: the settings" }),
  part_back_days: z.int().nullable(),
  part_back_percent: z.int().nullable(),
  move_days: z.int().nullable(),
  group_from_seats: z.int().nullable(),
  group_percent: z.int().nullable(),
  accreditation_status: z.enum(["none", "pending", "accredited"]),
  accreditation_number: z.string().nullable(),
  activity_reference: z.string().nullable(),
  accrediting_body_eng: z.string().nullable(),
  accrediting_body_ar: z.string().nullable(),
  specialty_eng: z.string().nullable(),
  specialty_ar: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  sale_stopped_at: z
    .string()
    .nullable()
    .meta({ description: "Off sale while its cancellation waits for a second person" }),
});

const colleague = z.object({ id: z.string(), name: z.string() });
export const cancellation = z.object({
  id: z.int(),
  run_id: z.int(),
  state: z.enum(approvalStates),
  amount: z.string().meta({ description: "Refunded in total, SAR including VAT" }),
  reason_eng: z.string().nullable(),
  reason_ar: z.string().nullable(),
  asked_by: colleague,
  asked_at: z.string(),
  decided_by: colleague.nullable(),
  decided_at: z.string().nullable(),
  word: z.string().nullable(),
});

const sessions = z.array(
  z.object({
    id: z.int(),
    starts_at: z.string(),
    ends_at: z.string(),
    joining_url: z.string().nullable().meta({ description: "Null for roles that may not write the schedule" }),
  }),
);
const clash = person.extend({
  kind: z.enum(["speaker", "venue"]),
  date: z.string(),
  runs: z.array(person.extend({ id: z.int() })),
});

export const fullRun = run.extend({
  paid_orders: z.int(),
  sold_before_vat: z.string(),
  refunded: z.string().nullable().meta({ description: "SAR including VAT, done; null while it is not cancelled" }),
  sessions,
  clashes: z.array(clash),
  cancellation: cancellation.nullable().meta({ description: "The last one that was asked for" }),
});
export const decision = z.object({
  sold_lately: z.int().meta({ description: "Seats of the last seven days" }),
  pace: z.array(z.object({ day: z.string(), sold: z.int() })).meta({ description: "Seats sold until each day" }),
  next_run: z
    .object({ id: z.int(), start_date: z.string(), end_date: z.string(), seats_free: z.int() })
    .nullable()
    .meta({ description: "The next date of the course with free seats" }),
  events: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      by: z.string().nullable(),
      action: z.string().meta({ description: "Of the audit log, without `run.`" }),
      reminded: z.string().nullable(),
      sold: z.int().nullable(),
      needed: z.int().nullable(),
      decide_by: z.string().nullable(),
    }),
  ),
});
export const changedRun = fullRun.extend({
  task_id: z.int().nullable().meta({ description: "The long work that tells everyone and returns the money" }),
});
export const calendar = z.object({
  from: z.string(),
  to: z.string(),
  runs: z.array(run.extend({ dates: z.array(z.string()), sessions })),
  clashes: z.array(clash),
});

const venue = z.object({
  venue_eng: z.string(),
  venue_ar: z.string().nullable(),
  address_eng: z.string().nullable(),
  address_ar: z.string().nullable(),
  delivery: z.enum(["onsite", "online"]),
});
export const runOptions = z.object({
  tax_percent: z.number(),
  venues: z.array(venue),
  courses: z.array(
    person.extend({
      id: z.int(),
      closed: z.boolean(),
      speakers: z.array(person),
      last_run: venue
        .extend({
          doors_open: z.string().nullable(),
          bring_eng: z.string().nullable(),
          bring_ar: z.string().nullable(),
          language: z.enum(teachingLanguages).nullable(),
          capacity: z.int(),
          price: z.string(),
          hours: z.number(),
        })
        .nullable(),
    }),
  ),
});

const told = z.object({
  version: z.int(),
  people: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      locale: z.enum(["en", "ar"]),
      order_id: z.int(),
      buyer: z.boolean(),
      seats: z.int(),
      enrolled: z.boolean().meta({ description: "Has a seat, or bought one; false once all of them were refunded" }),
    }),
  ),
  mails: z.object({ total: z.int(), en: z.int(), ar: z.int() }),
  orders: z.int(),
  seats_sold: z.int(),
  seats_held: z.int(),
  open_orders: z.int().meta({ description: "Not paid yet" }),
});
export const movePreview = told.extend({
  clashes: z.array(clash).meta({ description: "With the dates and venue asked about" }),
  refunds: z
    .object({ orders: z.int(), total: z.string() })
    .meta({ description: "At most, when none of those who paid can come. SAR including VAT" }),
});
export const sessionsPreview = told.extend({ kind: z.enum(["moved", "times", "link"]).nullable() });
export const cancelPreview = told.extend({
  refunds: z.object({
    orders: z.int(),
    seats: z.int().meta({ description: "Seats of these orders" }),
    net: z.string(),
    tax: z.string(),
    total: z.string().meta({ description: "SAR including VAT" }),
    to_cards: z.string(),
    by_transfer: z.string().meta({ description: "To be refunded by hand" }),
  }),
  limit: z.string().meta({ description: "What one person may refund alone" }),
  needs_second_person: z.boolean(),
  approvers: z.array(z.string()).meta({ description: "Names of those who may agree" }),
});

export const sessionInput = z
  .object({
    id: recordId()
      .optional()
      .meta({ description: "Of a session that stays, with its attendance; one that the run does not have is new" }),
    starts_at: z.iso.datetime("invalid").meta({ description: "UTC" }),
    ends_at: z.iso.datetime("invalid").meta({ description: "UTC" }),
    joining_url: line(2000).nullable().default(null),
  })
  .transform(({ id, starts_at, ends_at, joining_url: joiningUrl }) => ({
    id,
    startsAt: new Date(starts_at),
    endsAt: new Date(ends_at),
    joiningUrl,
  }));
export const sessionsInput = z.array(sessionInput).max(maxSessions, "invalid");

/** Why, for the mail: in either language or both. */
const reasonFields = {
  reason_eng: optionalProseLine(300).meta({ description: "For the email, in English" }),
  reason_ar: optionalProseLine(300).meta({ description: "For the email, in Arabic" }),
};
export const reasonOf = ({ reason_eng: eng, reason_ar: ar }: { reason_eng: string; reason_ar: string }) =>
  eng || ar ? { eng: eng || null, ar: ar || null } : null;

export const moveInput = z.object({
  id: numericId(),
  start_date: day(),
  end_date: day(),
  venue_eng: line(200),
  venue_ar: venueAr(),
  ...addressFields,
  ...reasonFields,
});
export const cancelInput = z.object({ id: numericId(), ...reasonFields });

export const errors = { ...notFound, 409: "The run is cancelled, about to be, or has ended" } as const;
