import { z } from "zod";
import { markStates } from "#features/learning/attendance/attendance.ts";
import { limitConcurrency } from "#platform/bounded-limit.ts";
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
  summary: "Previews the import of a Zoom or Teams file of participants for a session; stores nothing",
  description: `The file is a CSV that Zoom or Teams exported, in UTF-8 or UTF-16, of at most 10 MB and ${maxLines} lines. People are matched with the roster by email, else by name; a match by name needs confirmation.`,
  errors,
  upload: { maxBytes: maxFileBytes, getMaxBytes: () => maxFileBytes },
  // Reading a file of 10 MB takes a second.
  concurrencyLimit: limitConcurrency({ maxRunning: 2, maxQueued: 20 }),
  input: z.object({ id: numericId() }),
  reply: z.object({
    session: z.object({
      id: z.int(),
      runId: z.int(),
      startsAt: z.string(),
      endsAt: z.string(),
      minutes: z.int(),
      presentFrom: z.int().meta({ description: "Minutes that someone must attend to be marked as present" }),
    }),
    file: z.object({
      name: z.string(),
      encoding: z.string(),
      rows: z
        .int()
        .meta({ description: "Rows that were read: each became one of `people`, was merged, or was left out" }),
      merged: z.int().meta({ description: "Rows that were merged into another row of the same person" }),
      leftOut: z.array(z.object({ reason: z.enum(leftOutReasons), count: z.int() })),
    }),
    hint: z
      .object({
        days: z.array(z.string()).meta({ description: "Days of the times in the file, YYYY-MM-DD" }),
        sessionId: z.int().nullable().meta({ description: "Another session of the run that the times match" }),
        shiftHours: z
          .int()
          .nullable()
          .meta({ description: "Hours by which the times must be shifted to match this session" }),
      })
      .nullable()
      .meta({ description: "Explains times that hardly match the session; null when they match" }),
    people: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        visits: z
          .array(z.object({ from: z.string(), to: z.string() }))
          .meta({ description: "Visits in the file, also outside the session" }),
        untimedMinutes: z.int().meta({ description: "Minutes of lines without times" }),
        minutes: z.int().meta({ description: "Minutes within the session; overlapping visits count once" }),
        enrolmentId: z.int().nullable(),
        match: z
          .enum(["email", "name"])
          .nullable()
          .meta({ description: "What matched; a match by `name` needs confirmation" }),
      }),
    ),
    roster: z.array(
      z.object({
        id: z.int(),
        name: z.string().nullable(),
        name_other: z.string().nullable(),
        state: z.enum(markStates).nullable(),
        isKept: z.boolean().meta({
          description: "Whether the mark is from the door or the list, so that the import does not change it",
        }),
      }),
    ),
  }),
  handle: (ctx, { id: sessionId }, { file }) => previewParticipants(ctx, { sessionId }, file),
});

export const apply = staffEndpoint({
  access: importParticipants.permission,
  summary: "Imports attendance from the confirmed preview of a file of participants",
  description:
    "People who attended the percentage of the session that the settings require are marked as present, others as absent. Marks from the door or the list stay.",
  errors,
  maxBytes: 2 * 1024 * 1024,
  input: z.object({
    id: numericId(),
    key: z
      .uuid("invalid")
      .meta({ description: "Idempotency key: repeating a request with the same key changes nothing" }),
    reason: optionalLine(300).meta({ description: "Stored in the audit log" }),
    people: z
      .array(
        z.object({
          enrolmentId: recordId(),
          visits: z.array(z.object({ from: instant(), to: instant() })).max(1000, "invalid"),
          untimedMinutes: whole(0, maxUntimedMinutes),
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
      people: people.map(({ enrolmentId, visits, untimedMinutes: minutes }) => ({
        enrolmentId,
        minutes,
        visits: visits.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
      })),
    }),
});
