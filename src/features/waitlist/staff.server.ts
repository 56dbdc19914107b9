import { z } from "zod";
import { line } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { moveUpEntry, offerSeats, readStaffWaitlist, removeEntry } from "./staff-waitlist.server.ts";
import { waitingEnds, waitingStates } from "#features/seats/offer-rules.ts";

const row = z.object({
  id: z.int(),
  position: z.int().nullable().meta({ description: "From 1, without an offer" }),
  personId: z.string(),
  name: z.string(),
  name_other: z.string().nullable().meta({ description: "In the other script" }),
  email: z.string(),
  phone: z.string(),
  profession: z.string().meta({ description: "Empty without one" }),
  seats: z.int(),
  state: z.enum(waitingStates),
  ended: z.enum(waitingEnds).nullable(),
  joinedAt: z.string(),
  endsAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  orderId: z.int().nullable(),
  movedUpReason: z.string().nullable(),
});

export const list = getOne({
  access: readStaffWaitlist.permission,
  summary: "Who waits for a run, in order, then the last 50 who did",
  id: numericId(),
  row: z.object({
    runId: z.int(),
    waiting: z.int(),
    seatsOffered: z.int(),
    seatsFree: z.int().meta({ description: "Neither sold, held nor offered; kept for those who wait" }),
    isOpen: z.boolean().meta({ description: "The run is on sale" }),
    interested: z.int().meta({ description: "People who want to hear of new dates of the course" }),
    rows: z.array(row),
  }),
  read: (ctx, { id: runId }) => readStaffWaitlist(ctx, { runId }),
});

const changeEndpoint = (
  access: "waiting.write",
  texts: { summary: string; conflict: string },
  handler: (ctx: Ctx, input: { id: number; reason: string }) => Promise<void>,
) =>
  staffEndpoint({
    access,
    summary: texts.summary,
    errors: { ...notFound, 409: texts.conflict },
    input: z.object({ id: numericId(), reason: line(300).meta({ description: "Kept in the audit log" }) }),
    reply: z.object({ done: z.literal(true) }),
    handle: async (ctx, input) => {
      await handler(ctx, input);
      return { done: true as const };
    },
  });

export const offer = changeEndpoint(
  offerSeats.permission,
  { summary: "Offers free seats to someone who waits, also before others", conflict: "Too few seats are free" },
  offerSeats,
);
export const moveUp = changeEndpoint(
  moveUpEntry.permission,
  { summary: "Moves someone on a waiting list one up", conflict: "They are first already, or off the list" },
  moveUpEntry,
);
export const remove = changeEndpoint(
  removeEntry.permission,
  { summary: "Takes someone off a waiting list; they get an email", conflict: "They are off the list already" },
  removeEntry,
);
