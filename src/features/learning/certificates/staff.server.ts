import { personName } from "#features/people/person.server.ts";
import { z } from "zod";
import { startsTask, tooManyTasks } from "#features/staff/tasks/define.server.ts";
import { line, recordId, proseLine } from "#platform/http/fields.server.ts";
import { staffEndpoint, staffFile } from "#platform/http/staff-endpoint.server.ts";
import { getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { certificateFile, startArchive } from "./archive.server.ts";
import { personGaps, runGaps } from "./certificate-rules.ts";
import { certificateStates } from "./certificate.ts";
import {
  holdCertificates,
  keepCertificate,
  reissueCertificate,
  releaseCertificates,
  revokeCertificate,
} from "./changes.server.ts";
import { issueCertificates, startIssuing } from "./issue.server.ts";
import { readCertificates, readRunToDo } from "./run-certificates.server.ts";

const text = z.string();
const seat = recordId();
const seats = (max = 1000) => z.array(seat).min(1, "required").max(max, "invalid");
const reason = () => line(300).meta({ description: "Kept in the audit log" });
const done = z.object({ run_id: z.int() });

export const list = getOne({
  access: readCertificates.permission,
  summary: "The certificates of a run, and who gets none and why",
  id: numericId(),
  row: z.object({
    run_id: z.int(),
    run_gaps: z.array(z.enum(runGaps)).meta({ description: "What stands against certificates of the whole run" }),
    hold: text.nullable().meta({ description: "Why they are held back" }),
    issued_from: text.meta({ description: "When the job issues them" }),
    asks_feedback: z.boolean(),
    people: z.array(
      z.object({
        seat_id: z.int(),
        name: text.nullable(),
        name_other: text.nullable(),
        email: text.nullable(),
        scfhs_number: text,
        locale: z.enum(["en", "ar"]).meta({ description: "Of the emails to this person" }),
        gaps: z.array(z.enum(personGaps)).meta({ description: "Empty: earned" }),
        hold: text.nullable(),
        sessions: z.int(),
        attended: z.int().meta({ description: "Sessions that count towards full attendance" }),
        missed: z.array(
          z.object({
            session: z.int().meta({ description: "Its place among the run's sessions, from 1" }),
            state: z.enum(["late", "absent", "excused"]).nullable().meta({ description: "Null: not marked" }),
            late_minutes: z.int().nullable(),
          }),
        ),
        asked_at: text
          .nullable()
          .meta({ description: "When the SCFHS number was asked for by email, in the last three days" }),
      }),
    ),
    unpaid: z
      .array(z.object({ seat_id: z.int(), name: text.nullable(), name_other: text.nullable(), order_id: z.int() }))
      .meta({ description: "Seats that wait for a bank transfer" }),
    certificates: z.array(
      z.object({
        id: z.int(),
        number: text,
        seat_id: z.int(),
        has_account: z.boolean().meta({ description: "Whose name may be corrected, too" }),
        name_eng: text.nullable(),
        name_ar: text.nullable(),
        state: z.enum(certificateStates),
        issued_at: text,
        ended_at: text.nullable(),
        end_reason: text.nullable(),
        ended_by: text.nullable(),
        replaces_id: z.int().nullable(),
        asks_after_refund: z.boolean().meta({ description: "Its seat was cancelled since: revoke it, or keep it" }),
      }),
    ),
  }),
  read: (ctx, { id: runId }) => readCertificates(ctx, { runId }),
});

export const toDo = getOne({
  access: readRunToDo.permission,
  summary: "How many marks and certificates of a run wait for a member of the staff",
  id: numericId(),
  row: z.object({
    run_id: z.int(),
    attendance: z.int().meta({ description: "People with a session that no one has marked, once the run is over" }),
    certificates: z.int().meta({ description: "Earned and not issued, or to be decided after a refund" }),
  }),
  read: (ctx, { id: runId }) => readRunToDo(ctx, { runId }),
});

export const issue = staffEndpoint({
  access: issueCertificates.permission,
  summary: "Issues certificates of chosen seats of a run that is over before the job does; holders get an email",
  errors: { ...notFound, 409: "Nothing was to be issued, or something stands against the run" },
  input: z.object({
    id: numericId(),
    seats: seats(50),
    without_feedback: z.boolean().optional(),
  }),
  reply: z.object({ issued: z.int() }),
  handle: (ctx, { id: runId, seats, without_feedback: withoutFeedback }) =>
    issueCertificates(ctx, { runId, enrolmentIds: seats, ...(withoutFeedback !== undefined && { withoutFeedback }) }),
});

export const issueEveryone = staffEndpoint({
  access: startIssuing.permission,
  summary: "Starts issuing the certificates of all who have earned one, as long work",
  ...startsTask,
  errors: { ...notFound, 409: `Nothing is to be issued, or something stands against the run. ${tooManyTasks[409]}` },
  input: z.object({ id: numericId() }),
  handle: (ctx, { id: runId }) => startIssuing(ctx, { runId }),
});

export const archive = staffEndpoint({
  access: startArchive.permission,
  summary: "Starts the archive of a run's valid certificates, or of those of some seats, as PDF, as long work",
  ...startsTask,
  fresh: true,
  errors: { ...notFound, 409: `None is valid. ${tooManyTasks[409]}` },
  input: z.object({ id: numericId(), seats: seats().optional() }),
  handle: (ctx, { id: runId, seats }) => startArchive(ctx, { runId, enrolmentIds: seats }),
});

export const pdf = staffFile({
  access: certificateFile.permission,
  summary: "A certificate as PDF, also one that was replaced",
  types: ["application/pdf"],
  errors: notFound,
  input: z.object({ id: numericId() }),
  handle: certificateFile,
});

export const hold = staffEndpoint({
  access: holdCertificates.permission,
  summary: "Holds back the certificates of a run, or of some seats of it",
  errors: notFound,
  input: z.object({ id: numericId(), seats: seats().optional(), reason: reason() }),
  reply: done,
  handle: async (ctx, { id: runId, seats: enrolmentIds, reason }) => {
    await holdCertificates(ctx, { runId, enrolmentIds, reason });
    return { run_id: runId };
  },
});

export const release = staffEndpoint({
  access: releaseCertificates.permission,
  summary: "Lets certificates go that were held back",
  errors: notFound,
  input: z.object({ id: numericId(), seat_id: seat.optional() }),
  reply: done,
  handle: async (ctx, { id: runId, seat_id: enrolmentId }) => {
    await releaseCertificates(ctx, { runId, enrolmentId });
    return { run_id: runId };
  },
});

export const reissue = staffEndpoint({
  access: reissueCertificate.permission,
  summary: "Issues a certificate anew with a corrected name; the former number counts as replaced",
  fresh: true,
  errors: { ...notFound, 409: "It was replaced already, or its holder's data was erased" },
  input: z.object({
    id: numericId(),
    name_eng: personName(),
    name_ar: personName(),
    reason: reason(),
    correct_profile: z.boolean("invalid").default(false).meta({ description: "The account is named so, too" }),
  }),
  reply: z.object({ id: z.int(), number: text }),
  handle: (ctx, { name_eng: nameEng, name_ar: nameAr, correct_profile: isProfileWrong, ...input }) =>
    reissueCertificate(ctx, { ...input, nameEng, nameAr, isProfileWrong }),
});

export const revoke = staffEndpoint({
  access: revokeCertificate.permission,
  summary: "Revokes a valid certificate for good; its holder gets an email",
  fresh: true,
  errors: { ...notFound, 409: "It is not valid" },
  input: z.object({
    id: numericId(),
    reason: reason(),
    told_eng: proseLine(300).meta({ description: "What its holder is told" }),
    told_ar: proseLine(300),
    last_four: line(8).meta({ description: "Of its number, to be sure" }),
  }),
  reply: z.object({ id: z.int() }),
  handle: async (ctx, { told_eng: toldEng, told_ar: toldAr, last_four: lastFour, ...input }) => {
    await revokeCertificate(ctx, { ...input, toldEng, toldAr, lastFour });
    return { id: input.id };
  },
});

export const keep = staffEndpoint({
  access: keepCertificate.permission,
  summary: "Lets a certificate stand whose seat was cancelled after the attendance",
  errors: { ...notFound, 409: "Nothing is to be decided about it" },
  input: z.object({ id: numericId() }),
  reply: z.object({ id: z.int() }),
  handle: async (ctx, { id }) => {
    await keepCertificate(ctx, { id });
    return { id };
  },
});
