import { z } from "zod";
import { professions } from "#features/people/professions.ts";
import { attendeeFields, optionalPersonName } from "#features/people/person.server.ts";
import { billingSchema } from "#features/orders/billing.server.ts";
import { choice, line, recordId } from "#platform/http/fields.server.ts";
import { staffEndpoint, staffFile } from "#platform/http/staff-endpoint.server.ts";
import { getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { giveSeat, sellSeatByTransfer } from "#features/checkout/add-seat.server.ts";
import { askForNumbers } from "#features/seats/roster/ask-for-numbers.server.ts";
import { cancelSeatWithoutRefund } from "#features/changes/cancel-seat.server.ts";
import { changeAttendee } from "#features/seats/roster/seats.server.ts";
import { rosterStates } from "#features/seats/roster/roster-states.ts";
import { writeOtherName } from "#features/seats/roster/other-name.server.ts";
import { readRoster } from "#features/seats/roster/roster.server.ts";
import { signInSheet } from "#features/seats/roster/sign-in-sheet.server.ts";

const row = z.object({
  id: z.int(),
  seat: z.int().meta({ description: "Number of the seat in its order line" }),
  state: z.enum(rosterStates),
  name: z.string().nullable(),
  name_other: z.string().nullable().meta({ description: "The name in the other script" }),
  email: z.string().nullable(),
  scfhs_number: z.string().nullable(),
  profession: z.string().meta({ description: "From the person’s account; empty without an account" }),
  phone: z.string(),
  locale: z.enum(["en", "ar"]).meta({ description: "Language of the emails to this person" }),
  personId: z.string().nullable(),
  orderId: z.int(),
  orderStatus: z.string(),
  buyer: z.string(),
  heldUntil: z.string().nullable(),
  endedAt: z.string().nullable(),
  askedAt: z
    .string()
    .nullable()
    .meta({ description: "When staff asked for the number by email, if in the last three days" }),
});
const rosterReply = z.object({
  runId: z.int(),
  capacity: z.int(),
  taken: z.int(),
  withoutName: z.int(),
  withoutScfhs: z.int(),
  awaitingBank: z.int(),
  rows: z.array(row),
});

const reason = () => line(300).meta({ description: "Kept in the audit log" });
const errors = { ...notFound, 409: "The run is cancelled or has ended, or the seat has no person" } as const;

export const roster = getOne({
  access: readRoster.permission,
  summary: "Lists the people on the seats of a run by name; people who lost their seat come last",
  id: numericId(),
  row: rosterReply,
  read: (ctx, { id: runId }) => readRoster(ctx, { runId }),
});

export const give = staffEndpoint({
  access: giveSeat.permission,
  summary: "Gives someone a seat free of charge; they get an email",
  description: "A person without an account gets one without a password.",
  status: 201,
  fresh: true,
  errors: { ...errors, 409: "No seat is left, or the run is cancelled or has ended" },
  input: z.object({
    id: numericId(),
    ...attendeeFields,
    profession: choice(professions),
    locale: choice(["en", "ar"]),
    reason: reason(),
  }),
  reply: z.object({ orderId: z.int() }),
  handle: async (ctx, { id: runId, scfhs_number, ...input }) => {
    const { orderId } = await giveSeat(ctx, { ...input, runId, scfhsNumber: scfhs_number });
    return { orderId };
  },
});

export const sell = staffEndpoint({
  access: sellSeatByTransfer.permission,
  summary: "Holds a seat for someone to be paid by bank transfer; they get an email with the bank's details",
  status: 201,
  errors: { ...errors, 409: "No seat is left, no bank account is set, or the run cannot be bought" },
  input: z.object({
    id: numericId(),
    ...attendeeFields,
    profession: choice(professions),
    locale: choice(["en", "ar"]),
    reason: reason(),
    billing: billingSchema,
    dueOn: z.iso.date("invalid").optional().meta({ description: "Last day to pay" }),
  }),
  reply: z.object({ orderId: z.int() }),
  handle: async (ctx, { id: runId, scfhs_number, dueOn, ...input }) => {
    const { orderId } = await sellSeatByTransfer(ctx, { ...input, runId, scfhsNumber: scfhs_number, dueOn });
    return { orderId };
  },
});

export const swap = staffEndpoint({
  access: changeAttendee.permission,
  summary: "Gives a seat to another person, names one without a name, or corrects name and number",
  description:
    "The new and the previous person get an email. A correction with the same email address notifies no one and is possible after the run.",
  errors,
  input: z.object({ id: numericId(), ...attendeeFields, reason: reason() }),
  reply: z.object({ runId: z.int(), notified: z.int() }),
  handle: async (ctx, { id: seatId, ...input }) => {
    const { runId, notified } = await changeAttendee(ctx, { ...input, seatId });
    return { runId, notified };
  },
});

export const askNumbers = staffEndpoint({
  access: askForNumbers.permission,
  summary: "Asks people by email for their SCFHS number, each in their language",
  description: "Leaves out people who have a number by now, and people who were asked in the last three days.",
  errors: { ...notFound, 409: "All were left out, or the run is cancelled" },
  input: z.object({
    id: numericId(),
    seats: z.array(recordId()).min(1, "required").max(300, "invalid"),
  }),
  reply: z.object({ sent: z.int(), leftOut: z.int() }),
  handle: async (ctx, { id: runId, seats: seatIds }) => {
    const { sent, leftOut } = await askForNumbers(ctx, { runId, seatIds });
    return { sent, leftOut };
  },
});

export const otherName = staffEndpoint({
  access: writeOtherName.permission,
  summary: "Writes the name of a seat's person in the other script, or removes it",
  description:
    "The roster, its lists and the sign-in sheet show it. It is also saved in the person's account. No one is notified.",
  errors,
  input: z.object({ id: numericId(), name_other: optionalPersonName() }),
  reply: z.object({ runId: z.int() }),
  handle: async (ctx, { id: seatId, name_other: name }) => ({
    runId: (await writeOtherName(ctx, { seatId, name })).runId,
  }),
});

export const cancel = staffEndpoint({
  access: cancelSeatWithoutRefund.permission,
  summary: "Cancels one seat without a refund",
  description: "A refund of the order releases its seats as well.",
  errors,
  input: z.object({
    id: numericId(),
    reason: line(300).meta({ description: "Kept in the audit log; with `tell`, the email to the person says it too" }),
    tell: z.boolean(),
  }),
  reply: z.object({ runId: z.int() }),
  handle: async (ctx, { id: seatId, ...input }) => ({
    runId: (await cancelSeatWithoutRefund(ctx, { ...input, seatId })).runId,
  }),
});

export const sheet = staffFile({
  access: signInSheet.permission,
  summary: "The sheet that people sign on a teaching day, in both languages",
  types: ["application/pdf"],
  fresh: true,
  errors: notFound,
  input: z.object({ id: numericId(), date: z.iso.date("invalid").optional() }),
  handle: async (ctx, { id: runId, date }) => {
    const { bytes, name } = await signInSheet(ctx, { runId, date });
    return { name, type: "application/pdf", body: bytes };
  },
});
