import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { addressOf, requireRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { requireSessions, writeSessions } from "#features/catalogue/schedule/sessions.server.ts";
import {
  daysOfSessions,
  movedSessions,
  wholeDaySessions,
  type Session,
} from "#features/catalogue/schedule/sessions.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { tellNewDates } from "#features/waitlist/new-dates.server.ts";
import { addDays, daysBetween } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { columnsOf, minimumSetBy, requireDecisionAhead, type RunForm } from "./run-fields.server.ts";

type NewRun = typeof courseRuns.$inferInsert;

export interface RunInput extends RunForm {
  course_id: number;
  /** Confirm the times; without any, days are all that is known. */
  sessions: Session[];
  start_date?: string | undefined;
  end_date?: string | undefined;
  /** Teaching days; as many as the dates span by default. */
  days?: number | undefined;
}

async function writeRun(ctx: Ctx, run: NewRun, sessions: readonly Session[], after: object): Promise<number> {
  const [made] = await ctx.db.insert(courseRuns).values(run).returning({ id: courseRuns.id });
  if (!made) throw new Error("A run was not written");
  await writeSessions(ctx, made.id, sessions);
  await audit(ctx, { action: "run.created", entity: "run", entityId: made.id, after: { ...run, ...after } });
  await contentChanged(ctx);
  return made.id;
}

type Planned = Pick<NewRun, "startDate" | "endDate" | "days" | "timesConfirmed"> & { sessions: Session[] };

function plannedDays(ctx: Ctx, { sessions, start_date: startDate, end_date: to, days, delivery }: RunInput): Planned {
  const { locale } = ctx;
  if (sessions.length > 0) {
    const taught = requireSessions(ctx, sessions, delivery);
    return { ...daysOfSessions(taught), timesConfirmed: true, sessions: taught };
  }
  const wrong: FieldMap = {};
  if (startDate === undefined) throw new ValidationError({ start_date: [fieldText("required", locale)] });
  const endDate = to ?? startDate;
  const span = daysBetween(startDate, endDate) + 1;
  if (span < 1 || span > 366) wrong["end_date"] = [fieldText("invalid", locale)];
  else if (days !== undefined && (days > span || (days === 1 && span > 1)))
    wrong["days"] = [fieldText("invalid", locale)];
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  const run = { startDate, endDate, days: days ?? span };
  return { ...run, timesConfirmed: false, sessions: wholeDaySessions(run) };
}

/**
 * Opens a run of a course: on sale at once unless the course is closed. Throws ValidationError (course, dates,
 * sessions, accreditation).
 */
export async function createRun(ctx: Ctx, input: RunInput): Promise<{ id: number }> {
  requirePermission(ctx, createRun.permission);
  const columns = columnsOf(input, ctx.locale);
  const { sessions, ...dates } = plannedDays(ctx, input);
  requireDecisionAhead(ctx, columns.decideBy ?? null, sessions);
  return inTransaction(ctx, async (ctx) => {
    const [course] = await ctx.db.select({ id: courses.id }).from(courses).where(eq(courses.id, input.course_id));
    if (!course) throw new ValidationError({ course_id: [fieldText("choice", ctx.locale)] });
    const minimum = columns.minSeats === null ? {} : minimumSetBy(ctx, columns);
    const id = await writeRun(ctx, { courseId: course.id, ...columns, ...minimum, ...dates }, sessions, {});
    await tellNewDates(ctx, id);
    return { id };
  });
}
createRun.permission = "schedule.write" as const;

/**
 * The same run at another date, also of a cancelled one: days and times shifted; joining links, accreditation number and
 * activity reference left behind, as they belong to one date. Throws NotFound.
 */
export async function copyRun(
  ctx: Ctx,
  input: Pick<NewRun, "startDate" | "venueEng"> & {
    runId: number;
    venueAr: string | null;
    addressEng?: string | null | undefined;
    addressAr?: string | null | undefined;
  },
): Promise<{ id: number }> {
  requirePermission(ctx, copyRun.permission);
  const { runId, startDate, venueEng, venueAr } = input;
  return inTransaction(ctx, async (ctx) => {
    const from = await requireRun(ctx, runId);
    const endDate = addDays(startDate, daysBetween(from.startDate, from.endDate));
    const { sessions, ...moved } = movedSessions(from, from.sessions, { startDate, endDate });
    const { courseId, delivery, language, capacity, priceHalalas, hours, accreditationStatus, feedbackRequired } = from;
    const { lateMinutesAllowed, groupFromSeats, groupPercent } = from;
    const { accreditingBodyEng, accreditingBodyAr, specialtyEng, specialtyAr } = from;
    const { doorsOpen, bringEng, bringAr } = from;
    const run = {
      courseId,
      feedbackRequired,
      lateMinutesAllowed,
      delivery,
      language,
      doorsOpen,
      bringEng,
      bringAr,
      capacity,
      priceHalalas,
      groupFromSeats,
      groupPercent,
      hours,
      startDate,
      endDate,
      ...moved,
      venueEng,
      venueAr,
      ...addressOf(from, input),
      accreditationStatus: accreditationStatus === "none" ? ("none" as const) : ("pending" as const),
      accreditingBodyEng,
      accreditingBodyAr,
      specialtyEng,
      specialtyAr,
    };
    const withoutLinks = sessions.map(({ startsAt, endsAt }) => ({ startsAt, endsAt, joiningUrl: null }));
    const id = await writeRun(ctx, run, withoutLinks, { copiedFrom: runId });
    await tellNewDates(ctx, id);
    return { id };
  });
}
copyRun.permission = "schedule.write" as const;
