import { z } from "zod";
import { maxSessions } from "#features/schedule/sessions.ts";
import { line } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { replaceSessions } from "./replace-sessions.server.ts";
import { cancelRun, moveRun } from "./run-changes.server.ts";
import { listRuns, readRun } from "./staff-runs.server.ts";

const day = () => z.iso.date("invalid").meta({ description: "In Riyadh", example: "2027-01-12" });

const run = z.object({
  id: z.int(),
  slug: z.string(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  start_date: z.string(),
  end_date: z.string(),
  days: z.int(),
  venue_eng: z.string(),
  venue_ar: z.string().nullable(),
  delivery: z.enum(["onsite", "online"]),
  times_confirmed: z.boolean(),
  capacity: z.int(),
  seats_sold: z.int(),
  seats_held: z.int(),
  price: z.string(),
  cancelled_at: z.string().nullable(),
});
const runWithSessions = run.extend({
  sessions: z.array(
    z.object({
      starts_at: z.string(),
      ends_at: z.string(),
      joining_url: z.string().nullable().meta({ description: "Null for roles that may not write the schedule" }),
    }),
  ),
});
const errors = { ...notFound, 409: "The run is cancelled, or has ended" } as const;

export const list = getList({
  summary: "Runs, the latest first",
  sorts: ["start_date", "id"],
  filter: z.object({
    q: line(100).optional().meta({ description: "Part of the course's name or address" }),
    from: day().optional(),
    to: day().optional(),
    cancelled: z.boolean().optional(),
  }),
  row: run,
  list: listRuns,
});

export const one = getOne({
  summary: "One run with its sessions",
  id: numericId(),
  row: runWithSessions,
  read: readRun,
});

export const move = staffEndpoint({
  summary: "Moves a run to other dates or another venue",
  description: "Everyone who has a seat or paid for one gets a mail with a calendar file that moves the entries.",
  errors,
  input: z.object({
    id: numericId(),
    start_date: day(),
    end_date: day(),
    venue_eng: line(200),
    venue_ar: line(200).nullable().default(null),
  }),
  reply: runWithSessions,
  handle: async (ctx, { id, start_date: startDate, end_date: endDate, venue_eng: venueEng, venue_ar: venueAr }) => {
    await moveRun(ctx, { runId: id, startDate, endDate, venueEng, venueAr });
    return readRun(ctx, { id });
  },
});

export const cancel = staffEndpoint({
  summary: "Cancels a run: everyone with a seat gets a mail, and what was paid for it goes back",
  errors,
  input: z.object({ id: numericId() }),
  reply: runWithSessions,
  handle: async (ctx, { id }) => {
    await cancelRun(ctx, { runId: id });
    return readRun(ctx, { id });
  },
});

const session = z
  .object({
    starts_at: z.iso.datetime("invalid").meta({ description: "UTC" }),
    ends_at: z.iso.datetime("invalid").meta({ description: "UTC" }),
    joining_url: line(2000).nullable().default(null),
  })
  .transform(({ starts_at, ends_at, joining_url: joiningUrl }) => ({
    startsAt: new Date(starts_at),
    endsAt: new Date(ends_at),
    joiningUrl,
  }));

export const sessions = staffEndpoint({
  summary: "Gives a run these sessions in place of those it had, which confirms its times",
  errors,
  input: z.object({ id: numericId(), sessions: z.array(session).max(maxSessions, "invalid") }),
  reply: runWithSessions,
  handle: async (ctx, { id, sessions }) => {
    await replaceSessions(ctx, { runId: id, sessions });
    return readRun(ctx, { id });
  },
});
