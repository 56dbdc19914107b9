import { z } from "zod";
import { id, money } from "#features/orders/fields.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { m } from "#messages";
import { joinWaitingList, leaveWaitingList, listMyPlaces, readMyPlace, readWaitingList } from "./places.server.ts";
import { mostSeats, waitingEnds, waitingStates } from "./waiting.ts";

const place = z.object({
  id: z.int(),
  run_id: z.int(),
  slug: z.string(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  start_date: z.string(),
  end_date: z.string(),
  days: z.int(),
  venue_eng: z.string(),
  venue_ar: z.string().nullable(),
  amount: money,
  tax_percent: z.number(),
  capacity: z.int(),
  taken: z.int(),
  seats: z.int(),
  state: z.enum(waitingStates),
  ended: z.enum(waitingEnds).nullable().meta({ description: "Why the caller is off the list" }),
  position: z.int().nullable().meta({ description: "From 1, without an offer" }),
  joined_at: z.string(),
  ends_at: z.string().nullable().meta({ description: "Until when the offered seats are held" }),
  now: z.string().meta({ description: "The server's clock" }),
});
const run = z.object({ course_id: id });

export const waitingList = endpoint({
  summary: "How many people are on the waiting list of a run, and whether the caller is",
  session: "optional",
  body: run,
  reply: z.object({ waiting: z.int(), place: place.nullable() }),
  errors: { 404: "No such run." },
  handle: (ctx, { course_id }) => readWaitingList(ctx, { runId: course_id }),
});

export const join = endpoint({
  summary: "Joins the waiting list of a run without a free seat",
  description: "For someone who is on the list already, nothing changes.",
  session: "required",
  body: run.extend({ seats: z.int("invalid").min(1, "invalid").max(mostSeats, "invalid").default(1) }),
  reply: z.object({ place }),
  errors: { 404: "No such run.", 409: "Not on sale, or a seat is free" },
  handle: async (ctx, { course_id, seats }) => ({ place: await joinWaitingList(ctx, { runId: course_id, seats }) }),
});

export const leave = endpoint({
  summary: "Leaves the waiting list of a run, or declines the offer",
  session: "required",
  body: run,
  reply: z.object({ message: z.string() }),
  handle: async (ctx, { course_id }) => {
    await leaveWaitingList(ctx, { runId: course_id });
    return { message: m.waiting_left({}, { locale: ctx.locale }) };
  },
});

export const mine = endpoint({
  summary: "The waiting lists the caller is on",
  session: "required",
  body: z.object({}),
  reply: z.object({ places: z.array(place) }),
  handle: async (ctx) => ({ places: await listMyPlaces(ctx) }),
});

export const offer = endpoint({
  summary: "What became of the caller on one of their waiting lists",
  session: "required",
  body: z.object({ id }),
  reply: z.object({ place }),
  errors: { 404: "No such place, or another person's" },
  handle: async (ctx, input) => ({ place: await readMyPlace(ctx, input) }),
});
