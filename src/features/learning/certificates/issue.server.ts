import { randomBytes } from "node:crypto";
import { z } from "zod";
import { and, asc, eq, exists, gte, isNotNull, isNull, lte, max, notExists } from "drizzle-orm";
import { withRunTitle } from "#features/catalogue/run-title.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { listMissedSessions, type MissedSession } from "#features/learning/attendance/attendance.ts";
import { listRunAttendance } from "#features/learning/attendance/attendance.server.ts";
import { feedback } from "#features/learning/feedback/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { rosterRows, type RosterRow } from "#features/seats/roster/roster.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { sellerSettings, trainingSettings } from "#features/settings/settings.server.ts";
import { dayMs, riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import {
  getActorIdentity,
  inTransaction,
  noSuchRecord,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { certificateNumber, numberBytes } from "./certificate-number.ts";
import {
  findPersonGaps,
  findRunGaps,
  splitNamesByScript,
  type CertifiableRun,
  type PersonGap,
  type RunGap,
} from "./certificate-rules.ts";
import type { CertificateIssuer, CertifiedActivity } from "./certificate.ts";
import type { CertificateMailProps } from "./emails.server.tsx";
import { checkUrl, linkedInUrl } from "./links.server.ts";
import { certificateHolds, certificates } from "./tables.server.ts";
import { currentWording } from "./wordings.ts";
import { recordId } from "#platform/http/fields.server.ts";

type RunRow = typeof courseRuns.$inferSelect;

/** The country on every certificate, in both languages. */
const country = { countryEng: "Saudi Arabia", countryAr: "المملكة العربية السعودية" };

/** A run with the data that the rules of certificates need, and the contents of its certificates. */
export interface RunToCertify {
  run: RunRow;
  rules: CertifiableRun;
  gaps: RunGap[];
  activity: CertifiedActivity;
  /** Why the certificates of the whole run are held back; null when they are not. */
  hold: string | null;
  /** Why the certificates of single people are held back, by enrolment. */
  personHolds: ReadonlyMap<number, string>;
}

/** Reads a run with everything that its certificates depend on. Throws NotFound. */
export async function readRunToCertify(ctx: Ctx, runId: number): Promise<RunToCertify> {
  const [row] = await ctx.db
    .select({ run: courseRuns, course: courses })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!row) throw noSuchRecord(ctx);
  const [lastSession] = await ctx.db
    .select({ endsAt: max(runSessions.endsAt) })
    .from(runSessions)
    .where(eq(runSessions.runId, runId));
  const holds = await ctx.db.select().from(certificateHolds).where(eq(certificateHolds.runId, runId));
  const { run, course } = row;
  const isAccredited = run.accreditationStatus === "accredited";
  const { activityReference, accreditationNumber, accreditingBodyEng, accreditingBodyAr, specialtyEng, specialtyAr } =
    run;
  const rules: CertifiableRun = {
    isCancelled: run.cancelledAt !== null,
    endsAt: lastSession?.endsAt ?? new Date(`${run.endDate}T21:00:00Z`),
    isHeld: holds.some(({ enrolmentId }) => enrolmentId === null),
    titleAr: course.name_ar,
    isAccredited,
    scfhsFields: [
      activityReference,
      accreditationNumber,
      accreditingBodyEng,
      accreditingBodyAr,
      specialtyEng,
      specialtyAr,
    ],
    asksFeedback: run.feedbackRequired,
  };
  const accreditation = isAccredited
    ? {
        activityReference: activityReference ?? "",
        number: accreditationNumber ?? "",
        bodyEng: accreditingBodyEng ?? "",
        bodyAr: accreditingBodyAr ?? "",
        specialtyEng: specialtyEng ?? "",
        specialtyAr: specialtyAr ?? "",
      }
    : null;
  const { startDate, endDate, days, venueEng, venueAr, hours } = run;
  return {
    run,
    rules,
    gaps: findRunGaps(rules, ctx.now()),
    activity: {
      titleEng: course.name_eng,
      titleAr: course.name_ar ?? course.name_eng,
      startDate,
      endDate,
      days,
      venueEng,
      venueAr: venueAr ?? venueEng,
      ...country,
      hours: Number(hours),
      accreditation,
    },
    hold: holds.find(({ enrolmentId }) => enrolmentId === null)?.reason ?? null,
    personHolds: new Map(
      holds.flatMap(({ enrolmentId, reason }) => (enrolmentId === null ? [] : [[enrolmentId, reason] as const])),
    ),
  };
}

/** Someone with a confirmed seat of a run, and what prevents their certificate. */
export interface PersonToCertify {
  seat: RosterRow;
  nameEng: string | null;
  nameAr: string | null;
  gaps: PersonGap[];
  /** How many sessions the run has. */
  sessions: number;
  /** How many of the sessions count towards full attendance. */
  attended: number;
  /** The sessions that do not count. */
  missed: MissedSession[];
}

/** Lists everyone with a confirmed seat of a run, by name. Callers check the permission. */
export async function readPeopleToCertify(
  ctx: Ctx,
  { run, rules, personHolds }: RunToCertify,
): Promise<PersonToCertify[]> {
  const seats = await rosterRows(ctx, run.id, eq(enrolments.state, "confirmed"));
  const attendance = new Map((await listRunAttendance(ctx, run.id)).map((item) => [item.enrolmentId, item]));
  const sessions = await ctx.db
    .select({ id: runSessions.id })
    .from(runSessions)
    .where(eq(runSessions.runId, run.id))
    .orderBy(asc(runSessions.startsAt));
  const sessionIds = sessions.map(({ id }) => id);
  const answers = await ctx.db
    .select({ id: feedback.enrolmentId })
    .from(feedback)
    .where(and(eq(feedback.runId, run.id), isNotNull(feedback.sentAt)));
  const seatsWithFeedback = new Set(answers.map(({ id }) => id));
  return seats.map((seat) => {
    const { marks = [], full = false } = attendance.get(seat.id) ?? {};
    const names = splitNamesByScript(seat.name, seat.name_other);
    const gaps = findPersonGaps(rules, {
      ...names,
      isHeld: personHolds.has(seat.id),
      unmarked: Math.max(0, sessionIds.length - marks.length),
      isFull: full,
      scfhsNumber: seat.scfhs_number ?? "",
      hasFeedback: seatsWithFeedback.has(seat.id),
    });
    const missed = listMissedSessions(sessionIds, marks, run.lateMinutesAllowed);
    return {
      seat,
      ...names,
      gaps,
      sessions: sessionIds.length,
      attended: sessionIds.length - missed.length,
      missed,
    };
  });
}

/** The issuer as printed on a certificate issued now. */
export async function readCurrentIssuer(ctx: Ctx): Promise<CertificateIssuer> {
  const { nameEng, nameAr } = await sellerSettings(ctx);
  return { nameEng, nameAr, verifyUrl: `${ctx.env.BASE_URL}/verify` };
}

export const createCertificateNumber = (ctx: Ctx): string =>
  certificateNumber(Number(riyadhDate(ctx.now()).slice(0, 4)), randomBytes(numberBytes));

/** The data that emails about a certificate need. */
export const buildCertificateMailProps = (
  ctx: Ctx,
  { number, activity, issuer }: { number: string; activity: CertifiedActivity; issuer: CertificateIssuer },
  locale: Locale,
): Omit<CertificateMailProps, "name"> => ({
  number,
  checkUrl: checkUrl(ctx, number, locale),
  linkedInUrl: linkedInUrl(ctx, { number, activity, issuer, issuedAt: ctx.now() }, locale),
  titleEng: activity.titleEng,
  titleAr: activity.titleAr,
  startDate: activity.startDate,
  endDate: activity.endDate,
  hours: activity.hours,
  isAccredited: activity.accreditation !== null,
});

/** Account id of the staff member who acts; null for a job. */
export const getStaffId = (ctx: Ctx): string | null =>
  ctx.actor.kind === "staff" ? getActorIdentity(ctx.actor).id : null;

/** Reads the ids of a run's seats that have or had a certificate. */
async function readCertifiedSeats(ctx: Ctx, runId: number): Promise<Set<number>> {
  const { enrolmentId } = certificates;
  const rows = await ctx.db.select({ enrolmentId }).from(certificates).where(eq(certificates.runId, runId));
  return new Set(rows.map((row) => row.enrolmentId));
}

/**
 * Issues the certificates that people of a run have earned and do not have yet, optionally only those of
 * `enrolmentIds`, and emails each holder. Ignores the gaps in `waived`. The lock of the run serialises processes, and a
 * unique index prevents a second certificate for a seat. Issues at most `max`. Returns how many it issued, and the gaps
 * of the run that prevented it.
 */
async function issueForRun(
  ctx: Ctx,
  runId: number,
  {
    enrolmentIds,
    waived = [],
    max,
  }: { enrolmentIds?: readonly number[]; waived?: readonly PersonGap[]; max?: number } = {},
): Promise<{ issued: number; gaps: RunGap[] }> {
  return inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const toCertify = await readRunToCertify(ctx, runId);
    if (toCertify.gaps.length > 0) return { issued: 0, gaps: toCertify.gaps };
    const people = await readPeopleToCertify(ctx, toCertify);
    const eligible = people.filter(
      ({ seat, gaps }) =>
        gaps.every((gap) => waived.includes(gap)) && (enrolmentIds === undefined || enrolmentIds.includes(seat.id)),
    );
    const certifiedSeats = await readCertifiedSeats(ctx, runId);
    const due = eligible.filter(({ seat }) => !certifiedSeats.has(seat.id)).slice(0, max);
    if (due.length === 0) return { issued: 0, gaps: [] };
    const issuer = await readCurrentIssuer(ctx);
    const { activity } = toCertify;
    const issued = await ctx.db
      .insert(certificates)
      .values(
        due.map(({ seat, nameEng, nameAr }) => ({
          number: createCertificateNumber(ctx),
          enrolmentId: seat.id,
          runId,
          holder: { nameEng: nameEng ?? "", nameAr: nameAr ?? "", scfhsNumber: seat.scfhs_number ?? "" },
          activity,
          issuer,
          wordingVersion: currentWording,
          issuedAt: ctx.now(),
          issuedBy: getStaffId(ctx),
        })),
      )
      .onConflictDoNothing()
      .returning({ number: certificates.number, enrolmentId: certificates.enrolmentId });
    const seats = new Map(due.map(({ seat }) => [seat.id, seat]));
    for (const { number, enrolmentId } of issued) {
      const seat = seats.get(enrolmentId);
      if (!seat?.email) continue;
      await queueMail(ctx, {
        key: `certificate-issued:${number}`,
        to: seat.email,
        locale: seat.locale,
        template: "certificate-issued",
        props: { name: seat.name ?? "", ...buildCertificateMailProps(ctx, { number, activity, issuer }, seat.locale) },
      });
    }
    const entry = { action: "certificate.issued", entity: "run", entityId: runId };
    const withoutFeedback = waived.includes("feedback") ? { withoutFeedback: true } : {};
    await audit(
      ctx,
      ...issued.map(({ number, enrolmentId }) => ({
        ...entry,
        after: { number, seatId: enrolmentId, ...withoutFeedback },
      })),
    );
    return { issued: issued.length, gaps: [] };
  });
}

/** The job issues certificates until so many days after the run's last day; later, only staff and late feedback do. */
const issueWindowDays = 90;

/**
 * Job: issues the certificates of runs whose last session ended at least `certificateHours` ago (setting `training`).
 * It includes certificates that were earned later, because a name, a number or a mark was corrected. Skips runs without
 * any attendance.
 */
export async function issueDueCertificates(ctx: Ctx): Promise<void> {
  const { certificateHours } = await trainingSettings(ctx);
  const now = ctx.now().getTime();
  const lastEnd = max(runSessions.endsAt);
  const attendedWithoutCertificate = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .innerJoin(attendanceMarks, eq(attendanceMarks.enrolmentId, enrolments.id))
    .where(
      and(
        eq(enrolments.runId, courseRuns.id),
        eq(enrolments.state, "confirmed"),
        notExists(
          ctx.db.select({ id: certificates.id }).from(certificates).where(eq(certificates.enrolmentId, enrolments.id)),
        ),
      ),
    );
  const runs = await ctx.db
    .select({ id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(runSessions, eq(runSessions.runId, courseRuns.id))
    .where(
      and(
        isNull(courseRuns.cancelledAt),
        gte(courseRuns.endDate, riyadhDate(new Date(now - issueWindowDays * dayMs))),
        exists(attendedWithoutCertificate),
      ),
    )
    .groupBy(courseRuns.id)
    .having(lte(lastEnd, new Date(now - certificateHours * 3_600_000)))
    .orderBy(asc(courseRuns.id));
  for (const { id } of runs) await issueForRun(ctx, id);
}

/** Issues the certificate of one seat when nothing prevents it; otherwise does nothing. Throws NotFound. */
export async function issueWhenDue(
  ctx: Ctx,
  { runId, enrolmentId }: { runId: number; enrolmentId: number },
): Promise<void> {
  await issueForRun(ctx, runId, { enrolmentIds: [enrolmentId] });
}

/**
 * Issues certificates of a finished run before the job does, for everyone who has earned one or for chosen seats. With
 * `withoutFeedback`, missing feedback does not prevent them. Throws NotFound, Conflict (nothing to issue, or something
 * prevents it; the message says what).
 */
export async function issueCertificates(
  ctx: Ctx,
  {
    runId,
    enrolmentIds,
    withoutFeedback = false,
  }: { runId: number; enrolmentIds?: number[] | undefined; withoutFeedback?: boolean },
): Promise<{ issued: number }> {
  requirePermission(ctx, issueCertificates.permission);
  const { issued, gaps } = await issueForRun(ctx, runId, {
    ...(enrolmentIds && { enrolmentIds }),
    waived: withoutFeedback ? ["feedback"] : [],
  });
  requireNoGaps(ctx, gaps);
  if (issued === 0) throw new Conflict(m.certificates_none_due({}, { locale: ctx.locale }));
  return { issued };
}
issueCertificates.permission = "certificates.issue" as const;

/** Certificates per step of the task; with emails this takes well under a second. */
const certificatesPerStep = 25;

const issueInput = z.strictObject({ run_id: recordId() });

/** Task: issues the certificates of everyone in a run who has earned one. Skips those held back meanwhile. */
export const issueAll = defineTask<z.infer<typeof issueInput>, number>({
  kind: "certificates.issue",
  permission: "certificates.issue",
  input: issueInput,
  title: withRunTitle(m.certificates_issue_title),
  async total(ctx, { run_id: runId }) {
    const toCertify = await readRunToCertify(ctx, runId);
    requireNoGaps(ctx, toCertify.gaps);
    const people = await readPeopleToCertify(ctx, toCertify);
    const certifiedSeats = await readCertifiedSeats(ctx, runId);
    const due = people.filter(({ seat, gaps }) => gaps.length === 0 && !certifiedSeats.has(seat.id)).length;
    if (due === 0) throw new Conflict(m.certificates_none_due({}, { locale: ctx.locale }));
    return due;
  },
  async step(ctx, { run_id: runId }, { cursor }) {
    const { issued } = await issueForRun(ctx, runId, { max: certificatesPerStep });
    return { cursor: issued === certificatesPerStep ? (cursor ?? 0) + 1 : null, done: issued };
  },
});

/** Starts the task `issueAll`. Throws NotFound, Conflict (as `issueCertificates`, or ten tasks are open). */
export async function startIssuing(ctx: Ctx, { runId }: { runId: number }): Promise<{ id: number }> {
  requirePermission(ctx, startIssuing.permission);
  return startTask(ctx, issueAll, { run_id: runId });
}
startIssuing.permission = issueAll.permission;

function requireNoGaps({ locale }: Ctx, gaps: readonly RunGap[]): void {
  if (gaps.length === 0) return;
  const reasons = gaps.map((gap) => getRunGapLabel(gap, locale)).join(locale === "ar" ? "، " : ", ");
  throw new Conflict(m.certificates_run_refused({ reasons }, { locale }));
}

function getRunGapLabel(gap: RunGap, locale: Ctx["locale"]): string {
  const labels: Record<RunGap, (inputs: object, options: { locale: Ctx["locale"] }) => string> = {
    cancelled: m.certificates_gap_cancelled,
    "not-over": m.certificates_gap_not_over,
    held: m.certificates_gap_held,
    "title-ar": m.certificates_gap_title_ar,
    "scfhs-fields": m.certificates_gap_scfhs_fields,
  };
  return labels[gap]({}, { locale });
}
