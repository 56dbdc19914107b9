import { z } from "zod";
import { getOne, numericId } from "#platform/http/staff-resource.server.ts";
import { markStates, markWays } from "./attendance.ts";
import { readAttendance } from "./attendance.server.ts";

const mark = z.object({
  session_id: z.int(),
  state: z.enum(markStates),
  late_minutes: z.int().nullable().meta({ description: "Of `late` only" }),
  way: z.enum(markWays).meta({ description: "By a check-in at the door, by hand, or from a file of participants" }),
  marked_at: z.string(),
  marked_by: z.string().nullable(),
});
const attendanceReply = z.object({
  run_id: z.int(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  delivery: z.enum(["onsite", "online"]),
  times_confirmed: z.boolean(),
  cancelled: z.boolean(),
  late_minutes_allowed: z.int().meta({ description: "Later than this to a session is not full attendance" }),
  now: z.string().meta({ description: "The server's clock, which decides" }),
  sessions: z.array(
    z.object({
      id: z.int(),
      starts_at: z.string(),
      ends_at: z.string(),
      opens_at: z.string().meta({ description: "From when on it may be marked" }),
      is_open: z.boolean(),
    }),
  ),
  rows: z.array(
    z.object({
      id: z.int().meta({ description: "Of the enrolment" }),
      name: z.string().nullable(),
      name_other: z.string().nullable().meta({ description: "In the other script" }),
      order_id: z.int(),
      full: z.boolean().meta({ description: "Every session attended: the hours are earned" }),
      marks: z.array(mark).meta({ description: "A session without one is not marked" }),
    }),
  ),
});

export const attendance = getOne({
  access: readAttendance.permission,
  summary: "Who was at which session of a run, by name",
  id: numericId(),
  row: attendanceReply,
  read: (ctx, { id: runId }) => readAttendance(ctx, { runId }),
});
