import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { addDays, daysBetween, riyadhDate, riyadhInstant, riyadhTime } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { listRuns, runRows } from "#features/orders/planning/staff-runs.server.ts";

const { id, courseId, startDate, endDate, cancelledAt } = courseRuns;
type RunRow = Awaited<ReturnType<typeof runRows>>[number];

const shown = { next: 6, slow: 3 };

async function picturesOf(ctx: Ctx, rows: readonly RunRow[]): Promise<Map<number, string>> {
  const found = await ctx.db
    .select({ id: courses.id, image: courses.image })
    .from(courses)
    .where(
      inArray(
        courses.id,
        rows.map((row) => row.course_id),
      ),
    );
  return new Map(found.map((course) => [course.id, course.image]));
}

const toRow = (row: RunRow, picture: string | undefined) => ({
  id: row.id,
  name_eng: row.name_eng,
  name_ar: row.name_ar,
  image: picture ?? null,
  start_date: row.start_date,
  end_date: row.end_date,
  days: row.days,
  venue_eng: row.venue_eng,
  venue_ar: row.venue_ar,
  delivery: row.delivery,
  speakers: row.speakers,
  capacity: row.capacity,
  seats_sold: row.seats_sold,
  seats_held: row.seats_held,
});

/** Which of a run's days is today, and its hours where they are confirmed; null on a day without sessions. */
function todayOf(row: RunRow, sessions: readonly { startsAt: Date; endsAt: Date }[], today: string) {
  const days = [...new Set(sessions.map(({ startsAt }) => riyadhDate(startsAt)))];
  const ofToday = sessions.filter(({ startsAt }) => riyadhDate(startsAt) === today);
  const [first, last] = [ofToday[0], ofToday.at(-1)];
  if (!first || !last) return null;
  return {
    day: days.indexOf(today) + 1,
    of: days.length,
    from: row.times_confirmed ? riyadhTime(first.startsAt) : null,
    to: row.times_confirmed ? riyadhTime(last.endsAt) : null,
  };
}

/** The runs that are on and the next ones. For `schedule.read`. Throws Unauthenticated, Forbidden. */
export async function readNextRuns(ctx: Ctx) {
  requirePermission(ctx, "schedule.read");
  const today = riyadhDate(ctx.now());
  const isNext = and(gte(endDate, today), isNull(cancelledAt));
  const found = await ctx.db
    .select({ id })
    .from(courseRuns)
    .where(isNext)
    .orderBy(asc(startDate), asc(id))
    .limit(shown.next);
  const ids = found.map((run) => run.id);
  const rows = await runRows(ctx, ids, [asc(startDate), asc(id)]);
  const pictures = await picturesOf(ctx, rows);
  const sessions = await readSessions(ctx, ids);
  return {
    items: rows.map((row) => ({
      ...toRow(row, pictures.get(row.course_id)),
      today: todayOf(row, sessions.get(row.id) ?? [], today),
    })),
  };
}

/** How the last run of the same course had sold as many days before it began; null without one. */
async function soldBefore(ctx: Ctx, row: RunRow, today: string) {
  const isEarlier = and(eq(courseId, row.course_id), lt(startDate, today), isNull(cancelledAt));
  const [run] = await ctx.db.select().from(courseRuns).where(isEarlier).orderBy(desc(startDate), desc(id)).limit(1);
  if (!run) return null;
  const daysLeft = daysBetween(today, row.start_date);
  const then = riyadhInstant(addDays(run.startDate, -daysLeft), "23:59");
  const [found] = await ctx.db
    .select({ seats: count() })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.runId, run.id),
        lte(enrolments.confirmedAt, then),
        or(isNull(enrolments.endedAt), sql`${enrolments.endedAt} > ${then.toISOString()}`),
      ),
    );
  return { start_date: run.startDate, seats_sold: found?.seats ?? 0 };
}

/**
 * Runs that sell slowly (`schedule/run-states.ts`), the next first. For `schedule.read`. Throws Unauthenticated,
 * Forbidden.
 */
export async function readSlowRuns(ctx: Ctx) {
  const query = { page: 1, perPage: shown.slow, sort: "start_date", order: "ASC", filter: { state: "slow" } } as const;
  const { data, total } = await listRuns(ctx, query);
  const pictures = await picturesOf(ctx, data);
  const today = riyadhDate(ctx.now());
  const items = [];
  for (const row of data)
    items.push({
      ...toRow(row, pictures.get(row.course_id)),
      seats_needed: Math.ceil(row.capacity / 2),
      earlier: await soldBefore(ctx, row, today),
    });
  return { count: total, items };
}
