import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { linkSeedFor } from "#features/catalogue/schedule/private-runs.server.ts";
import { resolveAddress, requireRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { requireSessions, writeSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { toRunSpan, movedSessions, wholeDaySessions, type Session } from "#features/catalogue/schedule/sessions.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { lockTrainers } from "#features/content/trainers.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { notifyNewDates } from "#features/waitlist/new-dates.server.ts";
import { addDays, daysBetween } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import {
  buildMinimumColumns,
  newRun,
  requireDecisionAhead,
  toColumns,
  toEditable,
  type EditableRun,
  type RunInput,
} from "./run-fields.server.ts";

type NewRun = typeof courseRuns.$inferInsert;
type Delivery = NewRun["delivery"];

interface Dates {
  /** Sessions with confirmed times; empty while only the days are known. */
  sessions: Session[];
  startDate?: string | undefined;
  endDate?: string | undefined;
  /** Teaching days; defaults to the number of days that the dates span. */
  days?: number | undefined;
}

async function writeRun(ctx: Ctx, run: NewRun, sessions: readonly Session[], auditDetails: object): Promise<number> {
  const linkSeed = linkSeedFor(null, run.visibility ?? "public");
  const [created] = await ctx.db
    .insert(courseRuns)
    .values({ ...run, linkSeed })
    .returning({ id: courseRuns.id });
  if (!created) throw new Error("A run was not written");
  await writeSessions(ctx, created.id, sessions);
  await audit(ctx, { action: "run.created", entity: "run", entityId: created.id, after: { ...run, ...auditDetails } });
  await announceContentChange(ctx);
  return created.id;
}

type ResolvedDates = Pick<NewRun, "startDate" | "endDate" | "days" | "timesConfirmed"> & { sessions: Session[] };

function resolveDates(
  ctx: Ctx,
  { sessions, startDate, endDate: lastDate, days }: Dates,
  delivery: Delivery,
): ResolvedDates {
  const { locale } = ctx;
  if (sessions.length > 0) {
    const checkedSessions = requireSessions(ctx, sessions, delivery);
    return { ...toRunSpan(checkedSessions), timesConfirmed: true, sessions: checkedSessions };
  }
  const errors: FieldMap = {};
  if (startDate === undefined) throw new ValidationError({ startDate: [getProblemMessage("required", locale)] });
  const endDate = lastDate ?? startDate;
  const span = daysBetween(startDate, endDate) + 1;
  if (span < 1 || span > 366) errors["endDate"] = [getProblemMessage("invalid", locale)];
  else if (days !== undefined && (days > span || (days === 1 && span > 1)))
    errors["days"] = [getProblemMessage("invalid", locale)];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  const run = { startDate, endDate, days: days ?? span };
  return { ...run, timesConfirmed: false, sessions: wholeDaySessions(run) };
}

/**
 * Creates a run of a course. It is on sale at once unless the course is closed; a private run only through its link.
 * Throws ValidationError (course, dates, sessions, accreditation).
 */
export async function createRun(ctx: Ctx, input: RunInput & Dates & { courseId: number }): Promise<{ id: number }> {
  requirePermission(ctx, createRun.permission);
  const { courseId, sessions: sessionInputs, startDate, endDate, days, ...fields } = input;
  const columns = toColumns(newRun(fields), ctx.locale);
  const { sessions, ...dates } = resolveDates(
    ctx,
    { sessions: sessionInputs, startDate, endDate, days },
    columns.delivery,
  );
  requireDecisionAhead(ctx, columns.decideBy, sessions);
  return inTransaction(ctx, async (ctx) => {
    const [course] = await ctx.db.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId));
    if (!course) throw new ValidationError({ courseId: [getProblemMessage("choice", ctx.locale)] });
    const minimum = columns.minSeats === null ? {} : buildMinimumColumns(ctx, columns);
    const id = await writeRun(ctx, { courseId: course.id, ...columns, ...minimum, ...dates }, sessions, {});
    await notifyNewDates(ctx, id);
    return { id };
  });
}
createRun.permission = "schedule.write" as const;

/** Fields that belong to one date; a copy starts with these values. */
export const perDateDefaults = {
  accreditationNumber: null,
  activityReference: null,
  minSeats: null,
  decideBy: null,
  ifMissed: "ask",
  remindsToDecide: true,
} satisfies Partial<EditableRun>;

/**
 * Copies a run, which may be cancelled, to another date. Shifts days and times, and keeps the price and the run's own
 * change policy. Does not copy joining links or fields of one date. Throws NotFound.
 */
export async function copyRun(
  ctx: Ctx,
  input: Pick<EditableRun, "venueEng" | "venueAr"> &
    Partial<Pick<EditableRun, "addressEng" | "addressAr">> & { runId: number; startDate: string },
): Promise<{ id: number }> {
  requirePermission(ctx, copyRun.permission);
  const { runId, startDate, venueEng, venueAr } = input;
  return inTransaction(ctx, async (ctx) => {
    const source = await requireRun(ctx, runId);
    const { courseId, feedbackRequired, accreditationStatus } = source;
    // If a trainer was removed since, the copy has the trainers of the course.
    const trainerIds = (await lockTrainers(ctx, source.trainerIds ?? [])) ? source.trainerIds : null;
    const endDate = addDays(startDate, daysBetween(source.startDate, source.endDate));
    const { sessions, ...dates } = movedSessions(source, source.sessions, { startDate, endDate });
    const columns = toColumns(
      {
        ...toEditable(source),
        ...perDateDefaults,
        accreditationStatus: accreditationStatus === "none" ? "none" : "pending",
        venueEng,
        venueAr,
        ...resolveAddress(source, input),
      },
      ctx.locale,
    );
    const run = { courseId, trainerIds, feedbackRequired, ...columns, startDate, endDate, ...dates };
    const withoutLinks = sessions.map(({ startsAt, endsAt }) => ({ startsAt, endsAt, joiningUrl: null }));
    const id = await writeRun(ctx, run, withoutLinks, { copiedFrom: runId });
    await notifyNewDates(ctx, id);
    return { id };
  });
}
copyRun.permission = "schedule.write" as const;
