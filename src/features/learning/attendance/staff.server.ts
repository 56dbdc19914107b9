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
  sessionId: z.int(),
  state: z.enum(markStates),
  lateMinutes: z.int().nullable().meta({ description: "Set for `late` only" }),
  attendedMinutes: z
    .int()
    .nullable()
    .meta({ description: "Minutes attended, when imported from a file of participants" }),
  way: z
    .enum(markWays)
    .meta({ description: "How it was marked: by a check-in at the door, in the list, or from a file of participants" }),
  markedAt: z.string(),
  markedBy: z.string().nullable(),
});
const attendanceReply = z.object({
  runId: z.int(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  delivery: z.enum(["onsite", "online"]),
  timesConfirmed: z.boolean(),
  cancelled: z.boolean(),
  lateMinutesAllowed: z
    .int()
    .meta({ description: "Someone who is later than this for a session has no full attendance" }),
  now: z.string().meta({ description: "Time of the server's clock, which decides what is open" }),
  sessions: z.array(
    z.object({
      id: z.int(),
      startsAt: z.string(),
      endsAt: z.string(),
      opensAt: z.string().meta({ description: "When marking of the session opens" }),
      isOpen: z.boolean(),
    }),
  ),
  rows: z.array(
    z.object({
      id: z.int().meta({ description: "Id of the enrolment" }),
      name: z.string().nullable(),
      name_other: z.string().nullable().meta({ description: "Name in the other script" }),
      orderId: z.int(),
      full: z.boolean().meta({ description: "Whether the person attended every session and so earned the hours" }),
      marks: z.array(mark).meta({ description: "One per marked session" }),
    }),
  ),
});

export const attendance = getOne({
  access: readAttendance.permission,
  summary: "Reads who attended which session of a run, sorted by name",
  id: numericId(),
  row: attendanceReply,
  read: (ctx, { id: runId }) => readAttendance(ctx, { runId }),
});

const changedMark = mark.pick({ state: true, lateMinutes: true, attendedMinutes: true, way: true }).nullable();

export const history = getOne({
  access: readAttendanceHistory.permission,
  summary: "Lists the 500 newest changes of attendance marks in a run",
  id: numericId(),
  row: z.object({
    runId: z.int(),
    changes: z.array(
      z.object({
        id: z.int(),
        key: z.string().meta({ description: "Key of the request; all changes of one request share it" }),
        enrolmentId: z.int(),
        name: z.string().nullable(),
        sessionAt: z.string().nullable().meta({ description: "Start of the session; null when it has been removed" }),
        from: changedMark.meta({ description: "The mark before the change; null when there was none" }),
        to: changedMark,
        changedAt: z.string(),
        changedBy: z.string().nullable(),
        undoneAt: z.string().nullable(),
      }),
    ),
  }),
  read: (ctx, { id: runId }) => readAttendanceHistory(ctx, { runId }),
});

const key = () =>
  z.uuid("invalid").meta({ description: "Idempotency key: repeating a request with the same key changes nothing" });

const markValue = z
  .object({
    state: choice(markStates),
    lateMinutes: whole(1, 1440).nullable().default(null),
  })
  .refine(({ state, lateMinutes }) => (state === "late") === (lateMinutes !== null), {
    error: "invalid",
    path: ["lateMinutes"],
  });

const maxMarks = 5000;

export const marks = staffEndpoint({
  access: markAttendance.permission,
  summary: "Marks the attendance of people in a run: all marks or none",
  description:
    "Possible from one hour before a session. A reason is required more than seven days after the session, and for people with a certificate.",
  errors: {
    ...notFound,
    409: "Someone else has changed a mark meanwhile (`current` has the present marks), the run is cancelled, or marking is not open yet",
  },
  maxBytes: 1024 * 1024,
  input: z.object({
    id: numericId(),
    key: key(),
    reason: optionalLine(300).meta({ description: "Stored in the audit log" }),
    marks: z
      .array(
        z.object({
          enrolmentId: recordId(),
          sessionId: recordId(),
          mark: markValue.nullable().meta({ description: "The new mark; null removes it" }),
          seen: markValue
            .nullish()
            .meta({ description: "The mark that the caller saw; without it, any mark is overwritten" }),
        }),
      )
      .min(1, "required")
      .max(maxMarks, "invalid"),
  }),
  reply: z.object({ changed: z.int() }),
  handle: (ctx, { id: runId, ...input }) => markAttendance(ctx, { ...input, runId }),
});

export const undo = staffEndpoint({
  access: undoAttendance.permission,
  summary: "Undoes the caller's changes by the request with this key, within five minutes",
  errors: { ...notFound, 409: "The change is too long ago, or the marks have changed since" },
  input: z.object({ id: numericId(), key: z.uuid("invalid").meta({ description: "Key of the request to undo" }) }),
  reply: z.object({}),
  handle: async (ctx, { id: runId, key }) => {
    await undoAttendance(ctx, { runId, key });
    return {};
  },
});

export const door = getOne({
  access: readDoor.permission,
  summary: "Reads the list that a phone at the door stores, to check people in without a connection",
  id: numericId(),
  row: z.object({
    runId: z.int(),
    name_eng: z.string(),
    name_ar: z.string().nullable(),
    venue_eng: z.string(),
    venue_ar: z.string().nullable(),
    timesConfirmed: z.boolean(),
    now: z.string().meta({ description: "Time of the server's clock, which decides what is open" }),
    sessions: z.array(
      z.object({
        id: z.int(),
        startsAt: z.string(),
        endsAt: z.string(),
        opensAt: z.string(),
        isOpen: z
          .boolean()
          .meta({ description: "Whether check-in is open: from one hour before the session to the end of its day" }),
      }),
    ),
    rows: z.array(
      z.object({
        id: z.int().meta({ description: "Id of the enrolment" }),
        name: z.string().nullable(),
        name_other: z.string().nullable(),
        scfhs_number: z.string(),
        orderId: z.int(),
        seat: z.int().meta({ description: "Number of the seat within its order line" }),
        refusal: z.enum(["cancelled", "not-paid"]).nullable(),
        unpaid: z
          .object({ total: z.string(), orderedAt: z.string(), dueAt: z.string(), buyer: z.string() })
          .nullable()
          .meta({
            description: "For an unpaid seat: the order's total, when it was placed, when it is due, and the buyer",
          }),
        code: z.string().meta({ description: "The code that the ticket shows under its QR code" }),
        ticketHash: z.string().meta({ description: "32 hex digits of the SHA-256 of the ticket's token" }),
        marks: z.array(mark),
      }),
    ),
  }),
  read: (ctx, { id: runId }) => readDoor(ctx, { runId }),
});

export const arrive = staffEndpoint({
  access: checkIn.permission,
  summary: "Checks someone in at the door, by the ticket's QR code or short code, or by name",
  description:
    "The phone's clock may be wrong: only the time between `at` and `sentAt` counts, which is at most 48 hours. Only the answer `in` changes anything.",
  errors: notFound,
  input: z
    .object({
      id: numericId(),
      sessionId: recordId(),
      key: key(),
      at: z.iso.datetime("invalid"),
      sentAt: z.iso.datetime("invalid"),
      scanned: line(500).optional().meta({ description: "Text of the QR code, or the code under it" }),
      enrolmentId: recordId().optional(),
      letIn: z.boolean("invalid").optional().meta({ description: "True to admit someone whose seat is not paid" }),
    })
    .refine(({ scanned, enrolmentId }) => (scanned === undefined) !== (enrolmentId === undefined), {
      error: "required",
      path: ["scanned"],
    }),
  reply: doorReply,
  handle: (ctx, { id: runId, at, sentAt, ...input }) =>
    checkIn(ctx, { ...input, runId, at: new Date(at), sentAt: new Date(sentAt) }),
});
