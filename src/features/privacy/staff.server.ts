import { optionalPersonName } from "#features/people/person.server.ts";
import { z } from "zod";
import { emailField, line } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, textId, update, versionField } from "#platform/http/staff-resource.server.ts";
import { mailRowReply } from "#features/contact/mails/mail-row.server.ts";
import { eraseAddress, readAddress, cancelErasure, erasePerson, readErasure } from "./erasure.server.ts";
import { obstacles } from "./erasure-facts.server.ts";
import { listPeople, peopleFilter, personRow } from "./people-list.server.ts";
import { exportPerson } from "./person-data.server.ts";
import { endPersonSessions, sendResetLink, readPerson, writePersonName } from "./person.server.ts";

const course = z.object({ name_eng: z.string(), name_ar: z.string().nullable() });
const text = z.string();
const instant = z.string().nullable();
const anything = z.record(z.string(), z.unknown());

export const list = getList({
  access: listPeople.permission,
  summary: "People with an account, by name",
  sorts: ["name", "created_at"],
  filter: peopleFilter,
  row: personRow,
  list: listPeople,
});

const sessions = z.array(z.object({ browser: text, created_at: text, used_at: text }));
const seats = z.array(
  course.extend({
    id: z.int(),
    run_id: z.int(),
    order_id: z.int(),
    start_date: text,
    end_date: text,
    hours: z.number(),
    state: z.enum(["held", "confirmed", "cancelled", "transferred"]),
    is_moved: z
      .boolean()
      .meta({ description: "Whether its buyer moved the seat to another date, not to another person" }),
    hold_expired: z.boolean().meta({ description: "Whether the seat is still `held`, though its hold has expired" }),
    when: z.enum(["ahead", "now", "over"]),
    cancelled_run: z.boolean(),
  }),
);
const newsletter = z.array(
  z.object({
    words: text,
    version: text,
    source: text,
    created_at: text,
    confirmed_at: instant,
    unsubscribed_at: instant,
  }),
);
/**
 * The fields are listed one by one, not derived from the table, because a new column is personal data until someone
 * decides who may read it.
 */
const account = z.object({
  id: text,
  name: text,
  name_other: z.string().nullable(),
  email: text,
  email_confirmed: z.boolean(),
  contact_number: text,
  scfhs_number: text,
  profession: text,
  workplace: text,
  address: text,
  locale: text,
  created_at: text,
  updated_at: text,
  terms_accepted_at: instant,
  erased_at: instant,
});
const planned = z.object({ due_on: text, asked: text, problem: z.string().nullable() }).nullable();

const person = account.extend({
  version: versionField(),
  orders: z.array(
    z.object({
      id: z.int(),
      status: text,
      created_at: text,
      courses: z.array(course),
      seats: z.int(),
      total: text.meta({ example: "2760.00" }),
    }),
  ),
  seats,
  sessions,
  mails: z
    .object({ total: z.int(), data: z.array(mailRowReply) })
    .nullable()
    .meta({ description: "Null if the caller may not read emails" }),
  newsletter,
  planned_erasure: planned,
});

export const one = getOne({
  access: readPerson.permission,
  summary: "A person with orders, seats, sessions, emails and consents; of each the 50 newest",
  id: textId(),
  row: person,
  read: readPerson,
});

export const change = update({
  access: writePersonName.permission,
  summary: "Writes a person's name in the other script, or removes it",
  description: "The rosters of courses that are not over show it as well. Only the person can change the other fields.",
  input: z.object({ id: textId(), name_other: optionalPersonName(), version: versionField() }),
  row: person,
  handle: writePersonName,
});

export const endSessions = staffEndpoint({
  access: endPersonSessions.permission,
  summary: "Ends every session of a person at once",
  errors: notFound,
  input: z.object({ id: textId() }),
  reply: z.object({ ended: z.int() }),
  handle: endPersonSessions,
});

export const resetLink = staffEndpoint({
  access: sendResetLink.permission,
  summary: "Emails a person a link to set a new password",
  errors: notFound,
  input: z.object({ id: textId() }),
  reply: z.object({ ok: z.literal(true) }),
  handle: async (ctx, input) => {
    await sendResetLink(ctx, input);
    return { ok: true } as const;
  },
});

export const exported = staffEndpoint({
  access: exportPerson.permission,
  summary: "All that is kept about a person",
  fresh: true,
  errors: notFound,
  input: z.object({ id: textId() }),
  reply: z.object({
    exported_at: text,
    account,
    sessions,
    orders: z.array(anything),
    documents: z.array(anything),
    seats,
    learning: anything,
    waiting_lists: anything,
    mails: z.array(anything),
    enquiries: z.array(anything),
    messages: z.array(anything),
    newsletter,
    changes: z.array(anything),
  }),
  handle: exportPerson,
});

const erasure = z.object({
  erased_at: instant,
  planned,
  goes: z
    .object({
      sessions: z.int(),
      mails: z.int(),
      enquiries: z.int(),
      newsletter: z.int(),
      seats: z.int(),
      unpaid_orders: z.int(),
    })
    .nullable()
    .meta({ description: "How much of each kind an erasure removes" }),
  stays: z.object({
    invoices: z.int(),
    credit_notes: z.int(),
    orders: z.int(),
    until: z
      .string()
      .nullable()
      .meta({ description: "Last day on which tax law requires them", example: "2032-12-31" }),
  }),
  against: z
    .array(
      z.object({
        reason: z.enum(obstacles),
        order_id: z.int(),
        course: course.extend({ start_date: text, end_date: text }).nullable(),
      }),
    )
    .meta({ description: "What prevents an erasure" }),
  possible_on: z.string().nullable(),
});

export const erasureFacts = getOne({
  access: readErasure.permission,
  summary: "What an erasure of a person would delete, what prevents it, and what the law retains",
  id: textId(),
  row: erasure,
  read: readErasure,
});

export const erase = staffEndpoint({
  access: erasePerson.permission,
  summary: "Erases a person's data now, or plans it for the day after their last course",
  description:
    "Erasing a person again changes nothing. Tax documents and paid orders stay, for as long as the law requires.",
  fresh: true,
  errors: { ...notFound, 409: "An order, a refund, a held seat or a course is still open" },
  input: z.object({
    id: textId(),
    email: z.string().max(254).meta({ description: "The person's email address, typed as a confirmation" }),
    asked: line(300).meta({ description: "How the person asked for the erasure" }),
    when: z.enum(["now", "after-last-course"]).default("now"),
  }),
  reply: erasure,
  handle: erasePerson,
});

const addressData = z.object({
  person_id: z
    .string()
    .nullable()
    .meta({ description: "Id of the account with this address; erase the account instead" }),
  goes: z
    .object({ mails: z.int(), enquiries: z.int(), newsletter: z.int(), seats: z.int() })
    .nullable()
    .meta({ description: "How much of each kind an erasure removes" }),
  against: erasure.shape.against,
});

export const address = staffEndpoint({
  access: readAddress.permission,
  summary: "What is kept under an email address without an account",
  input: z.object({ email: emailField() }),
  reply: addressData,
  handle: readAddress,
});

export const eraseByAddress = staffEndpoint({
  access: eraseAddress.permission,
  summary: "Erases what is kept under an email address without an account",
  description:
    "Erases messages, replies and notes, newsletter consents, emails, and the name on seats that others bought.",
  fresh: true,
  errors: { 409: "The address has an account, or a seat that is held or upcoming" },
  input: z.object({
    email: emailField(),
    asked: line(300).meta({ description: "How the person asked for the erasure" }),
  }),
  reply: addressData,
  handle: eraseAddress,
});

export const keep = staffEndpoint({
  access: cancelErasure.permission,
  summary: "Cancels a planned erasure",
  errors: notFound,
  input: z.object({ id: textId() }),
  reply: erasure,
  handle: cancelErasure,
});
