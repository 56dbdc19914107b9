import { z } from "zod";
import { fileRules } from "#features/changes/files.server.ts";
import { certificateLinksReply } from "#features/learning/certificates/links.server.ts";
import { endpoint, fileReply } from "#platform/http/endpoint.server.ts";
import { choice, recordId, whole, proseLine } from "#platform/http/fields.server.ts";
import { myCertificatesZip } from "#features/learning/certificates/own-archive.server.ts";
import { m } from "#messages";
import { activityKinds, sumHoursByYear, sumHoursWithin, getYear, type VerifiedActivity } from "./record.ts";
import { deleteActivity, readMyRecord, saveActivity, saveTarget } from "./record.server.ts";
import { readProof, uploadProof } from "./proofs.server.ts";
import { listMyShares, readSharedRecord, getShareDays, shareRecord, withdrawShare } from "./shares.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { addressNotConfirmed } from "#features/people/confirmed-address.server.ts";

const day = () => z.iso.date("invalid").refine((date) => date >= "1950-01-01" && date < "2200-01-01", "invalid");
const hours = (max: number) =>
  z
    .number("invalid")
    .min(0.5, "invalid")
    .max(max, "invalid")
    .multipleOf(0.5, "invalid")
    .meta({ description: "In halves" });
const id = recordId();
const messageReply = z.object({ message: z.string() });

const verifiedReply = z.object({
  number: z.string().meta({ description: "Of the certificate" }),
  name_eng: z.string(),
  name_ar: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  delivery: z.enum(["onsite", "online"]),
  hours: z.number().meta({ description: "0 of a certificate of attendance, or of a course that has counted before" }),
  accreditation_number: z.string().nullable(),
  repeated: z.boolean(),
});
const declaredReply = z.object({
  id: z.int(),
  title: z.string(),
  provider: z.string(),
  kind: z.enum(activityKinds),
  date: z.string(),
  hours: z.number(),
});
const proofReply = z.object({ id: z.int().meta({ description: "For save-activity" }), name: z.string() });
const yearReply = z.object({ year: z.int(), onsite: z.number(), online: z.number(), declared: z.number() });

const verifiedOnWire = (activity: VerifiedActivity) => ({
  number: activity.number,
  name_eng: activity.titleEng,
  name_ar: activity.titleAr,
  start_date: activity.startDate,
  end_date: activity.endDate,
  delivery: activity.delivery,
  hours: activity.hours,
  accreditation_number: activity.accreditationNumber,
  repeated: activity.isRepeated,
});
export const record = endpoint({
  summary: "The caller's CPD record: verified and declared hours, apart, with target and shared links",
  session: "required",
  body: z.object({}),
  reply: z.object({
    /** Today in Riyadh. */
    counted_to: z.string(),
    years: z.array(yearReply),
    verified: z.array(verifiedReply.extend({ links: certificateLinksReply.nullable() })),
    declared: z.array(declaredReply.extend({ proof: proofReply.nullable() })),
    target: z
      .object({
        hours: z.number(),
        starts_on: z.string(),
        ends_on: z.string(),
        verified: z.number().meta({ description: "Hours within the cycle" }),
        declared: z.number(),
      })
      .nullable(),
    shares: z.array(
      z.object({
        id: z.string(),
        path: z.string(),
        open: z.boolean(),
        years: z.array(z.int()).nullable(),
        with_declared: z.boolean(),
        ends_on: z.string(),
        withdrawn_on: z.string().nullable(),
        views: z.int(),
        last_viewed_on: z.string().nullable(),
      }),
    ),
    share_days: z.object({ first: z.string(), usual: z.string(), last: z.string() }),
  }),
  handle: async (ctx) => {
    const { verified, declared, proofs, target, links } = await readMyRecord(ctx);
    const today = riyadhDate(ctx.now());
    const dayOrNull = (at: Date | null) => at && riyadhDate(at);
    return {
      counted_to: today,
      years: sumHoursByYear(verified, declared, getYear(today)),
      verified: verified.map((activity) => ({
        ...verifiedOnWire(activity),
        links: links.get(activity.number) ?? null,
      })),
      declared: declared.map((activity) => {
        const proof = proofs.get(activity.id);
        return { ...activity, proof: proof ? { id: proof.id, name: proof.name } : null };
      }),
      target: target && {
        hours: target.hours,
        starts_on: target.startsOn,
        ends_on: target.endsOn,
        ...sumHoursWithin(target, verified, declared),
      },
      shares: (await listMyShares(ctx)).map((share) => ({
        id: share.id,
        path: share.path,
        open: share.isOpen,
        years: share.years,
        with_declared: share.withDeclared,
        ends_on: share.endsOn,
        withdrawn_on: dayOrNull(share.withdrawnAt),
        views: share.views,
        last_viewed_on: dayOrNull(share.lastViewedAt),
      })),
      share_days: getShareDays(ctx),
    };
  },
});

export const save = endpoint({
  summary: "Adds an activity that the caller declares, or changes one",
  session: "required",
  body: z.object({
    id: id.optional(),
    title: proseLine(200),
    provider: proseLine(200),
    kind: choice(activityKinds),
    date: day(),
    hours: hours(200),
    proof_id: id.nullable().optional().meta({
      description: "From upload-proof; 100 MB per account. Null removes the proof; left out, the proof stays",
    }),
  }),
  reply: z.object({ id: z.int(), message: z.string() }),
  errors: { 403: addressNotConfirmed, 404: "No such activity of the caller.", 409: "An account keeps 500 at most." },
  handle: async (ctx, { proof_id: proofId, ...activity }) => ({
    id: await saveActivity(ctx, { ...activity, proofId }),
    message: m.cpd_activity_saved({}, { locale: ctx.locale }),
  }),
});

export const proofUpload = endpoint({
  summary: "Uploads the proof of an activity, which save-activity then attaches",
  description:
    "PDF, JPEG or PNG, 12 MB at most. Only the caller can read it. Deleted after a day unless an activity is saved with it.",
  session: "required",
  limit: "proofsPerAddress",
  upload: fileRules,
  body: z.object({}),
  reply: proofReply,
  errors: { 403: addressNotConfirmed },
  handle: (ctx, _input, file) => uploadProof(ctx, file),
});

export const proof = endpoint({
  summary: "The proof of an activity of the caller",
  session: "required",
  limit: "documentPerAddress",
  body: z.object({ id }),
  file: "application/octet-stream",
  reply: fileReply,
  errors: { 403: addressNotConfirmed, 404: "No such activity of the caller, or it has no proof." },
  handle: (ctx, input) => readProof(ctx, input),
});

export const remove = endpoint({
  summary: "Deletes an activity that the caller has declared",
  session: "required",
  body: z.object({ id }),
  reply: messageReply,
  errors: { 404: "No such activity of the caller." },
  handle: async (ctx, input) => {
    await deleteActivity(ctx, input);
    return { message: m.cpd_activity_deleted({}, { locale: ctx.locale }) };
  },
});

export const target = endpoint({
  summary: "Sets the caller's own target for a cycle; null takes it away",
  session: "required",
  body: z.object({
    target: z.object({ hours: hours(2000), starts_on: day(), ends_on: day() }, "required").nullable(),
  }),
  reply: messageReply,
  errors: { 403: addressNotConfirmed },
  handle: async (ctx, { target }) => {
    const newTarget = target && { hours: target.hours, startsOn: target.starts_on, endsOn: target.ends_on };
    await saveTarget(ctx, { target: newTarget });
    return { message: m.cpd_target_saved({}, { locale: ctx.locale }) };
  },
});

export const share = endpoint({
  summary: "Makes a link to years of the caller's record",
  session: "required",
  body: z.object({
    years: z
      .array(whole(1950, 2200), "invalid")
      .min(1, "required")
      .max(60, "invalid")
      .nullable()
      .meta({ description: "Null: all years" }),
    with_declared: z.boolean("invalid"),
    ends_on: day().optional().meta({ description: "Last day; 30 days from today unless given, a year at most" }),
  }),
  reply: z.object({ path: z.string(), message: z.string() }),
  errors: { 403: addressNotConfirmed, 409: "An account has 20 open links at most." },
  handle: async (ctx, { years, with_declared: withDeclared, ends_on: endsOn }) => ({
    ...(await shareRecord(ctx, { years, withDeclared, endsOn })),
    message: m.cpd_share_made({}, { locale: ctx.locale }),
  }),
});

export const withdraw = endpoint({
  summary: "Ends a link to the caller's record at once",
  session: "required",
  body: z.object({ id: z.uuid("invalid") }),
  reply: messageReply,
  errors: { 404: "No such link of the caller." },
  handle: async (ctx, input) => {
    await withdrawShare(ctx, input);
    return { message: m.cpd_share_withdrawn({}, { locale: ctx.locale }) };
  },
});

export const shared = endpoint({
  summary: "What a link shows of a record",
  session: "optional",
  limit: "sharedRecordPerAddress",
  body: z.object({ code: z.string("required").max(64, "invalid") }),
  reply: z.object({
    name: z.string(),
    name_other: z.string().nullable().meta({ description: "In the other script, where it is known" }),
    all_years: z.boolean(),
    ends_on: z.string(),
    /** Today in Riyadh. */
    counted_to: z.string(),
    with_declared: z.boolean(),
    years: z.array(yearReply),
    verified: z.array(verifiedReply),
    declared: z.array(declaredReply.omit({ id: true })),
  }),
  errors: { 404: "The link has ended, was withdrawn, or never was." },
  handle: async (ctx, input) => {
    const sharedRecord = await readSharedRecord(ctx, input);
    return {
      name: sharedRecord.name,
      name_other: sharedRecord.nameOther,
      all_years: sharedRecord.years === null,
      ends_on: sharedRecord.endsOn,
      counted_to: sharedRecord.countedTo,
      with_declared: sharedRecord.withDeclared,
      years: sumHoursByYear(sharedRecord.verified, sharedRecord.declared),
      verified: sharedRecord.verified.map(verifiedOnWire),
      declared: sharedRecord.declared.map(({ id: _id, ...activity }) => activity),
    };
  },
});

export const csv = endpoint({
  summary: "The caller's record as a table",
  session: "required",
  limit: "documentPerAddress",
  body: z.object({}),
  file: "text/csv",
  reply: fileReply,
  errors: { 403: addressNotConfirmed },
  handle: async (ctx) => (await import("./record-files.server.ts")).exportRecordCsv(ctx),
});

export const pdf = endpoint({
  summary: "The caller's record as PDF, in both languages",
  session: "required",
  limit: "documentPerAddress",
  body: z.object({}),
  file: "application/pdf",
  reply: fileReply,
  errors: { 403: addressNotConfirmed },
  handle: async (ctx) => (await import("./record-files.server.ts")).drawRecordPdf(ctx),
});

export const certificates = endpoint({
  summary: "The caller's valid certificates as one ZIP of PDFs",
  session: "required",
  limit: "documentPerAddress",
  body: z.object({}),
  file: "application/zip",
  reply: fileReply,
  errors: { 403: addressNotConfirmed, 404: "The caller has none." },
  handle: myCertificatesZip,
});
