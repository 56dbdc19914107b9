import { personName } from "#features/people/person.server.ts";
import { z } from "zod";
import { startsTask, tooManyTasks } from "#features/staff/tasks/define.server.ts";
import { line, recordId, proseLine } from "#platform/http/fields.server.ts";
import { staffEndpoint, staffFile } from "#platform/http/staff-endpoint.server.ts";
import { getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { readCertificateFile, startArchive } from "./archive.server.ts";
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
const reason = () => line(300).meta({ description: "Stored in the audit log" });
const runReply = z.object({ runId: z.int() });

export const list = getOne({
  access: readCertificates.permission,
  summary: "Reads the certificates of a run, and what prevents the missing ones",
  id: numericId(),
  row: z.object({
    runId: z.int(),
    runGaps: z.array(z.enum(runGaps)).meta({ description: "What prevents the certificates of the whole run" }),
    hold: text.nullable().meta({ description: "Why the certificates are held back; null when they are not" }),
    issuedFrom: text.meta({ description: "When the job begins to issue the certificates" }),
    asksFeedback: z.boolean(),
    people: z.array(
      z.object({
        seatId: z.int(),
        name: text.nullable(),
        name_other: text.nullable(),
        email: text.nullable(),
        scfhs_number: text,
        locale: z.enum(["en", "ar"]).meta({ description: "Language of the emails to this person" }),
        gaps: z
          .array(z.enum(personGaps))
          .meta({ description: "What prevents the certificate; empty when it is earned" }),
        hold: text.nullable(),
        sessions: z.int(),
        attended: z.int().meta({ description: "Sessions that count towards full attendance" }),
        missed: z.array(
          z.object({
            session: z.int().meta({ description: "Number of the session in the run, from 1" }),
            state: z
              .enum(["late", "absent", "excused"])
              .nullable()
              .meta({ description: "Null when the session is not marked" }),
            lateMinutes: z.int().nullable(),
          }),
        ),
        askedAt: text
          .nullable()
          .meta({ description: "When an email last requested the SCFHS number, within the last three days" }),
      }),
    ),
    unpaid: z
      .array(z.object({ seatId: z.int(), name: text.nullable(), name_other: text.nullable(), orderId: z.int() }))
      .meta({ description: "Seats that wait for a bank transfer" }),
    certificates: z.array(
      z.object({
        id: z.int(),
        number: text,
        seatId: z.int(),
        hasAccount: z
          .boolean()
          .meta({ description: "Whether the holder has an account, whose name can be corrected too" }),
        name_eng: text.nullable(),
        name_ar: text.nullable(),
        state: z.enum(certificateStates),
        issuedAt: text,
        endedAt: text.nullable(),
        endReason: text.nullable(),
        endedBy: text.nullable(),
        replacesId: z.int().nullable(),
        asksAfterRefund: z
          .boolean()
          .meta({ description: "Whether its seat was cancelled after issue, so that staff must revoke or keep it" }),
      }),
    ),
  }),
  read: (ctx, { id: runId }) => readCertificates(ctx, { runId }),
});

export const toDo = getOne({
  access: readRunToDo.permission,
  summary: "Counts the marks and certificates of a run that wait for staff",
  id: numericId(),
  row: z.object({
    runId: z.int(),
    attendance: z.int().meta({ description: "People with an unmarked session, once the run is over" }),
    certificates: z
      .int()
      .meta({ description: "Certificates that are earned but not issued, or that need a decision after a refund" }),
  }),
  read: (ctx, { id: runId }) => readRunToDo(ctx, { runId }),
});

export const issue = staffEndpoint({
  access: issueCertificates.permission,
  summary: "Issues the certificates of chosen seats of a finished run before the job does; holders get an email",
  errors: { ...notFound, 409: "No certificate is due, or something prevents the certificates of the run" },
  input: z.object({
    id: numericId(),
    seats: seats(50),
    withoutFeedback: z.boolean().optional(),
  }),
  reply: z.object({ issued: z.int() }),
  handle: (ctx, { id: runId, seats, withoutFeedback }) =>
    issueCertificates(ctx, { runId, enrolmentIds: seats, ...(withoutFeedback !== undefined && { withoutFeedback }) }),
});

export const issueEveryone = staffEndpoint({
  access: startIssuing.permission,
  summary: "Starts a task that issues the certificates of everyone who has earned one",
  ...startsTask,
  errors: {
    ...notFound,
    409: `No certificate is due, or something prevents the certificates of the run. ${tooManyTasks[409]}`,
  },
  input: z.object({ id: numericId() }),
  handle: (ctx, { id: runId }) => startIssuing(ctx, { runId }),
});

export const archive = staffEndpoint({
  access: startArchive.permission,
  summary: "Starts a task that packs the valid certificates of a run, or of some seats, as PDFs in a ZIP",
  ...startsTask,
  fresh: true,
  errors: { ...notFound, 409: `No certificate is valid. ${tooManyTasks[409]}` },
  input: z.object({ id: numericId(), seats: seats().optional() }),
  handle: (ctx, { id: runId, seats }) => startArchive(ctx, { runId, enrolmentIds: seats }),
});

export const pdf = staffFile({
  access: readCertificateFile.permission,
  summary: "Reads a valid or replaced certificate as PDF",
  types: ["application/pdf"],
  errors: notFound,
  input: z.object({ id: numericId() }),
  handle: readCertificateFile,
});

export const hold = staffEndpoint({
  access: holdCertificates.permission,
  summary: "Holds back the certificates of a run, or of some of its seats",
  errors: notFound,
  input: z.object({ id: numericId(), seats: seats().optional(), reason: reason() }),
  reply: runReply,
  handle: async (ctx, { id: runId, seats: enrolmentIds, reason }) => {
    await holdCertificates(ctx, { runId, enrolmentIds, reason });
    return { runId };
  },
});

export const release = staffEndpoint({
  access: releaseCertificates.permission,
  summary: "Releases certificates that were held back",
  errors: notFound,
  input: z.object({ id: numericId(), seatId: seat.optional() }),
  reply: runReply,
  handle: async (ctx, { id: runId, seatId: enrolmentId }) => {
    await releaseCertificates(ctx, { runId, enrolmentId });
    return { runId };
  },
});

export const reissue = staffEndpoint({
  access: reissueCertificate.permission,
  summary: "Reissues a certificate with a corrected name and a new number; the old one becomes replaced",
  fresh: true,
  errors: { ...notFound, 409: "The certificate was replaced already, or its holder's data was erased" },
  input: z.object({
    id: numericId(),
    name_eng: personName(),
    name_ar: personName(),
    reason: reason(),
    correctProfile: z
      .boolean("invalid")
      .default(false)
      .meta({ description: "Whether the holder's account gets the corrected name too" }),
  }),
  reply: z.object({ id: z.int(), number: text }),
  handle: (ctx, { name_eng: nameEng, name_ar: nameAr, correctProfile: isProfileWrong, ...input }) =>
    reissueCertificate(ctx, { ...input, nameEng, nameAr, isProfileWrong }),
});

export const revoke = staffEndpoint({
  access: revokeCertificate.permission,
  summary: "Revokes a valid certificate permanently; its holder gets an email",
  fresh: true,
  errors: { ...notFound, 409: "The certificate is not valid" },
  input: z.object({
    id: numericId(),
    reason: reason(),
    told_eng: proseLine(300).meta({ description: "Explanation that the holder reads" }),
    told_ar: proseLine(300),
    lastFour: line(8).meta({ description: "Last four characters of the number, as a confirmation" }),
  }),
  reply: z.object({ id: z.int() }),
  handle: async (ctx, { told_eng: toldEng, told_ar: toldAr, lastFour, ...input }) => {
    await revokeCertificate(ctx, { ...input, toldEng, toldAr, lastFour });
    return { id: input.id };
  },
});

export const keep = staffEndpoint({
  access: keepCertificate.permission,
  summary: "Keeps a certificate whose seat was cancelled after the attendance",
  errors: { ...notFound, 409: "The certificate needs no decision" },
  input: z.object({ id: numericId() }),
  reply: z.object({ id: z.int() }),
  handle: async (ctx, { id }) => {
    await keepCertificate(ctx, { id });
    return { id };
  },
});
