import { z } from "zod";
import { id, amountText } from "#features/orders/fields.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { emailField, line, whole } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import * as dates from "./new-dates.server.ts";
import { joinWaitlist, leaveWaitlist, listMyWaitlists, readMyEntry, readWaitlist } from "./my-waitlists.server.ts";
import { maxSeats, waitingEnds, waitingStates } from "#features/seats/offer-rules.ts";
import { addressNotConfirmed } from "#features/people/confirmed-address.server.ts";

const entryReply = z.object({
  id: z.int(),
  run_id: z.int(),
  slug: z.string(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  start_date: z.string(),
  end_date: z.string(),
  days: z.int(),
  sessions: z
    .array(z.object({ starts_at: z.string(), ends_at: z.string() }))
    .meta({ description: "Empty until times are confirmed" }),
  venue_eng: z.string(),
  venue_ar: z.string().nullable(),
  total: amountText.meta({ description: "Price of all seats of the entry, VAT included, with the run's group price" }),
  tax_percent: z.number(),
  capacity: z.int(),
  taken: z.int(),
  seats: z.int(),
  state: z.enum(waitingStates),
  ended: z.enum(waitingEnds).nullable().meta({ description: "Why the entry ended" }),
  position: z.int().nullable().meta({ description: "Position on the list, from 1; null unless the entry waits" }),
  joined_at: z.string(),
  ends_at: z.string().nullable().meta({ description: "Until when the offered seats are held" }),
  now: z.string().meta({ description: "Time of the server" }),
});
const run = z.object({ course_id: id });

export const waitingList = endpoint({
  summary: "How many people are on the waiting list of a run, and the entry of the caller",
  session: "optional",
  body: run,
  reply: z.object({
    waiting: z.int(),
    place: entryReply.nullable().meta({ description: "Entry of the caller; null without one" }),
  }),
  errors: { 404: "No such run." },
  handle: (ctx, { course_id }) => readWaitlist(ctx, { runId: course_id }),
});

export const join = endpoint({
  summary: "Joins the waiting list of a run without a free seat",
  description: "For someone who is on the list already, nothing changes.",
  session: "required",
  body: run.extend({ seats: whole(1, maxSeats).default(1) }),
  reply: z.object({ place: entryReply }),
  errors: { 403: addressNotConfirmed, 404: "No such run.", 409: "The run is not on sale, or a seat is free" },
  handle: async (ctx, { course_id, seats }) => ({ place: await joinWaitlist(ctx, { runId: course_id, seats }) }),
});

export const leave = endpoint({
  summary: "Leaves the waiting list of a run, or declines the offer",
  session: "required",
  body: run,
  reply: z.object({ message: z.string() }),
  handle: async (ctx, { course_id }) => {
    await leaveWaitlist(ctx, { runId: course_id });
    return { message: m.waiting_left({}, { locale: ctx.locale }) };
  },
});

export const mine = endpoint({
  summary: "The entries of the caller on waiting lists",
  session: "required",
  body: z.object({}),
  reply: z.object({ places: z.array(entryReply) }),
  handle: async (ctx) => ({ places: await listMyWaitlists(ctx) }),
});

export const offer = endpoint({
  summary: "One entry of the caller on a waiting list, also an ended one",
  session: "required",
  body: z.object({ id }),
  reply: z.object({ place: entryReply }),
  errors: { 404: "No such entry of the caller." },
  handle: async (ctx, input) => ({ place: await readMyEntry(ctx, input) }),
});

const slug = line();
const token = z.string("required").min(1, "required").max(100, "invalid");

export const newDates = endpoint({
  summary: "Whether the caller gets emails about new dates of a course",
  session: "optional",
  body: z.object({ slug }),
  reply: z.object({ on: z.boolean() }),
  errors: { 404: "No such course." },
  handle: (ctx, input) => dates.readNewDates(ctx, input),
});

export const notifyNewDates = endpoint({
  summary: "Subscribes to emails about new dates of a course",
  description:
    "A caller with a confirmed address is subscribed at once. Otherwise the caller's address, or `email`, has to be confirmed by the link that is sent to it. The reply is the same whether or not the address is known.",
  session: "optional",
  limit: "newDatesPerAddress",
  body: z.object({ slug, email: emailField().nullish() }),
  reply: z.object({ confirmed: z.boolean() }),
  errors: { 404: "No such course." },
  handle: (ctx, { email, ...input }) => dates.subscribeToNewDates(ctx, { ...input, email: email ?? undefined }),
});

export const confirmNewDates = endpoint({
  summary: "Confirms an address for new dates by the token of its link",
  session: "optional",
  limit: "newDatesPerAddress",
  body: z.object({ token }),
  reply: z.object({ message: z.string() }),
  errors: { 404: "No address has this token, or it was not confirmed in time." },
  handle: async (ctx, input) => {
    await dates.confirmNewDates(ctx, input);
    return { message: m.waiting_interest_confirmed({}, { locale: ctx.locale }) };
  },
});

export const stopNewDates = endpoint({
  summary: "Ends emails about new dates, by the token of their link, or for a course if the caller is signed in",
  session: "optional",
  limit: "newDatesPerAddress",
  body: z.object({ token: token.nullish(), slug: slug.nullish() }),
  reply: z.object({ message: z.string() }),
  errors: { 403: addressNotConfirmed, 404: "No such course." },
  handle: async (ctx, input) => {
    if (input.token) await dates.stopNewDates(ctx, { token: input.token });
    else if (input.slug) await dates.stopMyNewDates(ctx, { slug: input.slug });
    return { message: m.waiting_interest_stopped({}, { locale: ctx.locale }) };
  },
});
