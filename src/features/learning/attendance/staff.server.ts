import { z } from "zod";
import { choice, line, optionalLine, recordId, whole } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { markStates, markWays } from "./attendance.ts";
import { readAttendance } from "./attendance.server.ts";
import { checkIn, doorReply, readDoor } from "./check-in.server.ts";
import { readAttendanceHistory } from "./history.server.ts";
import { markAttendance, undoAttendance } from "./marks.server.ts";

const mark = z.object({
  session_id: z.int(),
  state: z.enum(markStates),
  late_minutes: z.int().nullable().meta({ description: "Of `late` only" }),
  attended_minutes: z.int().nullable().meta({ description: "Where a file of participants told" }),
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

const changedMark = mark.pick({ state: true, late_minutes: true, attended_minutes: true, way: true }).nullable();

export const history = getOne({
  access: readAttendanceHistory.permission,
  summary: "Who changed which mark of a run, from what to what and by which way: the 500 newest",
  id: numericId(),
  row: z.object({
    run_id: z.int(),
    changes: z.array(
      z.object({
        id: z.int(),
        key: z.string().meta({ description: "Of the request: what it changed shares it" }),
        enrolment_id: z.int(),
        name: z.string().nullable(),
        session_at: z.string().nullable().meta({ description: "Null where the session is gone" }),
        from: changedMark.meta({ description: "Null: not marked" }),
        to: changedMark,
        changed_at: z.string(),
        changed_by: z.string().nullable(),
        undone_at: z.string().nullable(),
      }),
    ),
  }),
  read: (ctx, { id: runId }) => readAttendanceHistory(ctx, { runId }),
});

const key = () => z.uuid("invalid").meta({ description: "Idempotency key: twice is once" });

const markValue = z
  .object({
    state: choice(markStates),
    late_minutes: whole(1, 1440).nullable().default(null),
  })
  .refine(({ state, late_minutes }) => (state === "late") === (late_minutes !== null), {
    error: "invalid",
    path: ["late_minutes"],
  })
  .transform(({ state, late_minutes: lateMinutes }) => ({ state, lateMinutes }));

const maxMarks = 5000;

export const marks = staffEndpoint({
  access: markAttendance.permission,
  summary: "Marks people of a run by hand: all or none",
  description:
    "From an hour before a session. More than seven days after it, and for who has a certificate, with a reason.",
  errors: {
    ...notFound,
    409: "Changed by someone else meanwhile: `current`; or the run is cancelled, or not open yet",
  },
  maxBytes: 1024 * 1024,
  input: z.object({
    id: numericId(),
    key: key(),
    reason: optionalLine(300).meta({ description: "Kept in the audit log" }),
    marks: z
      .array(
        z.object({
          enrolment_id: recordId(),
          session_id: recordId(),
          mark: markValue.nullable().meta({ description: "Null takes the mark away" }),
          seen: markValue.nullish().meta({ description: "What was there when it was read; absent: whatever it is" }),
        }),
      )
      .min(1, "required")
      .max(maxMarks, "invalid"),
  }),
  reply: z.object({ changed: z.int() }),
  handle: (ctx, { id: runId, key, reason, marks }) =>
    markAttendance(ctx, {
      runId,
      key,
      reason,
      marks: marks.map(({ enrolment_id: enrolmentId, session_id: sessionId, ...one }) => ({
        enrolmentId,
        sessionId,
        ...one,
      })),
    }),
});

export const undo = staffEndpoint({
  access: undoAttendance.permission,
  summary: "Takes back what the caller changed by the request with this key, within five minutes",
  errors: { ...notFound, 409: "Too long ago, or changed since" },
  input: z.object({ id: numericId(), key: key() }),
  reply: z.object({}),
  handle: async (ctx, { id: runId, key }) => {
    await undoAttendance(ctx, { runId, key });
    return {};
  },
});

export const door = getOne({
  access: readDoor.permission,
  summary: "What a phone at the door keeps: who may come in, and how to know their tickets without a connection",
  id: numericId(),
  row: z.object({
    run_id: z.int(),
    name_eng: z.string(),
    name_ar: z.string().nullable(),
    venue_eng: z.string(),
    venue_ar: z.string().nullable(),
    times_confirmed: z.boolean(),
    now: z.string().meta({ description: "The server's clock, which decides" }),
    sessions: z.array(
      z.object({
        id: z.int(),
        starts_at: z.string(),
        ends_at: z.string(),
        opens_at: z.string(),
        is_open: z.boolean().meta({ description: "From an hour before it to the end of its day" }),
      }),
    ),
    rows: z.array(
      z.object({
        id: z.int().meta({ description: "Of the enrolment" }),
        name: z.string().nullable(),
        name_other: z.string().nullable(),
        scfhs_number: z.string(),
        order_id: z.int(),
        seat: z.int().meta({ description: "Its place in the line of the order" }),
        refusal: z.enum(["cancelled", "not-paid"]).nullable(),
        unpaid: z
          .object({ total: z.string(), ordered_at: z.string(), due_at: z.string(), buyer: z.string() })
          .nullable()
          .meta({
            description: "Of a seat that is not paid: the order's sum, since when, until when, and who owes it",
          }),
        code: z.string().meta({ description: "As it stands under the QR code" }),
        ticket_hash: z.string().meta({ description: "32 hex digits of the SHA-256 of the ticket's token" }),
        marks: z.array(mark),
      }),
    ),
  }),
  read: (ctx, { id: runId }) => readDoor(ctx, { runId }),
});

export const arrive = staffEndpoint({
  access: checkIn.permission,
  summary: "Someone comes in at the door: by ticket, by its code, or found by name",
  description:
    "Whatever the phone's clock says: only the time between `at` and `sent_at` counts, 48 hours at most. Only the answer `in` changes anything.",
  errors: notFound,
  input: z
    .object({
      id: numericId(),
      session_id: recordId(),
      key: key(),
      at: z.iso.datetime("invalid"),
      sent_at: z.iso.datetime("invalid"),
      scanned: line(500).optional().meta({ description: "What the QR code says, or the code under it" }),
      enrolment_id: recordId().optional(),
      let_in: z.boolean("invalid").optional().meta({ description: "Although the seat is not paid" }),
    })
    .refine(({ scanned, enrolment_id }) => (scanned === undefined) !== (enrolment_id === undefined), {
      error: "required",
      path: ["scanned"],
    }),
  reply: doorReply,
  handle: (ctx, input) =>
    checkIn(ctx, {
      runId: input.id,
      sessionId: input.session_id,
      key: input.key,
      at: new Date(input.at),
      sentAt: new Date(input.sent_at),
      scanned: input.scanned,
      enrolmentId: input.enrolment_id,
      letIn: input.let_in,
    }),
});
