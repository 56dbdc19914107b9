import { z } from "zod";
import { markStates } from "#features/learning/attendance/attendance.ts";
import { boundedLimit } from "#platform/bounded-limit.ts";
import { optionalLine, recordId, whole } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { maxFileBytes, maxLines } from "./participants-file.server.ts";
import { importParticipants, previewParticipants } from "./participants.server.ts";
import { leftOutReasons, maxUntimedMinutes } from "./participants.ts";

const errors = { ...notFound, 409: "The run is cancelled, or the session has not opened" } as const;
const instant = () => z.iso.datetime("invalid");

export const preview = staffEndpoint({
  access: previewParticipants.permission,
  summary: "What a file of participants from Zoom or Teams would write for a session; nothing is stored",
  description: `CSV as Zoom and Teams export it, UTF-8 or UTF-16, 10 MB and ${maxLines} lines at most. Matched by email, else by name, to be confirmed.`,
  errors,
  upload: { maxBytes: maxFileBytes, getMaxBytes: () => maxFileBytes },
  // A file of 10 MB takes a second.
  places: boundedLimit(2, 20),
  input: z.object({ id: numericId() }),
  reply: z.object({
    session: z.object({
      id: z.int(),
      run_id: z.int(),
      starts_at: z.string(),
      ends_at: z.string(),
      minutes: z.int(),
      present_from: z.int().meta({ description: "Minutes from which on someone was present" }),
    }),
    file: z.object({
      name: z.string(),
      encoding: z.string(),
      rows: z.int().meta({ description: "Read; each is one of `people`, merged or left out" }),
      merged: z.int().meta({ description: "Further rows of the same person" }),
      left_out: z.array(z.object({ reason: z.enum(leftOutReasons), count: z.int() })),
    }),
    hint: z
      .object({
        days: z.array(z.string()).meta({ description: "Of the times in the file, YYYY-MM-DD" }),
        session_id: z.int().nullable().meta({ description: "The session of the run that the times fit" }),
        shift_hours: z.int().nullable().meta({ description: "They fit this session when moved by so many hours" }),
      })
      .nullable()
      .meta({ description: "When the times hardly touch the session" }),
    people: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        visits: z
          .array(z.object({ from: z.string(), to: z.string() }))
          .meta({ description: "As in the file, also outside the session" }),
        untimed_minutes: z.int().meta({ description: "Of lines without times" }),
        minutes: z.int().meta({ description: "Within the session; what overlaps counts once" }),
        enrolment_id: z.int().nullable(),
        match: z.enum(["email", "name"]).nullable().meta({ description: "By `name` it is to be confirmed" }),
      }),
    ),
    roster: z.array(
      z.object({
        id: z.int(),
        name: z.string().nullable(),
        name_other: z.string().nullable(),
        state: z.enum(markStates).nullable(),
        is_kept: z.boolean().meta({ description: "Marked at the door or by hand: the file does not change it" }),
      }),
    ),
  }),
  handle: (ctx, { id: sessionId }, { file }) => previewParticipants(ctx, { sessionId }, file),
});

export const apply = staffEndpoint({
  access: importParticipants.permission,
  summary: "Writes attendance from a file of participants, as its preview was confirmed",
  description: "Present from the percentage of the settings, else absent. Marks from the door or by hand stay.",
  errors,
  maxBytes: 2 * 1024 * 1024,
  input: z.object({
    id: numericId(),
    key: z.uuid("invalid").meta({ description: "Idempotency key: twice is once" }),
    reason: optionalLine(300).meta({ description: "Kept in the audit log" }),
    people: z
      .array(
        z.object({
          enrolment_id: recordId(),
          visits: z.array(z.object({ from: instant(), to: instant() })).max(1000, "invalid"),
          untimed_minutes: whole(0, maxUntimedMinutes),
        }),
      )
      .min(1, "required")
      .max(maxLines, "invalid"),
  }),
  reply: z.object({ changed: z.int(), kept: z.int() }),
  handle: (ctx, { id: sessionId, key, reason, people }) =>
    importParticipants(ctx, {
      sessionId,
      key,
      reason,
      people: people.map(({ enrolment_id: enrolmentId, visits, untimed_minutes: minutes }) => ({
        enrolmentId,
        minutes,
        visits: visits.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
      })),
    }),
});
