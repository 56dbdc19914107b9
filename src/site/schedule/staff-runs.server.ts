import { and, eq, gte, ilike, inArray, isNotNull, isNull, lte, or, type SQL } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { countHeld } from "#features/enrolments/seats.server.ts";
import { readSessions } from "#features/schedule/sessions.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsPattern, orderOf, pageOf } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";

export const runSorts = { start_date: courseRuns.startDate, id: courseRuns.id } as const;
export interface RunFilter {
  q?: string | undefined;
  /** First days, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  cancelled?: boolean | undefined;
}

function whereOf(ctx: Ctx, { q, from, to, cancelled }: RunFilter): SQL | undefined {
  const pattern = containsPattern(q ?? "");
  const named = ctx.db
    .select({ id: courses.id })
    .from(courses)
    .where(or(ilike(courses.nameEng, pattern), ilike(courses.nameAr, pattern), ilike(courses.slug, pattern)));
  const { courseId, startDate, cancelledAt } = courseRuns;
  return and(
    q === undefined ? undefined : inArray(courseId, named),
    from === undefined ? undefined : gte(startDate, from),
    to === undefined ? undefined : lte(startDate, to),
    cancelled === undefined ? undefined : cancelled ? isNotNull(cancelledAt) : isNull(cancelledAt),
  );
}

async function rowsOf(ctx: Ctx, ids: number[], order: SQL[]) {
  const found = await ctx.db
    .select({ run: courseRuns, course: courses })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(courseRuns.id, ids))
    .orderBy(...order);
  const held = await countHeld(ctx, ids, undefined);
  return found.map(({ run, course }) => ({
    id: run.id,
    slug: course.slug,
    name_eng: course.nameEng,
    name_ar: course.nameAr,
    start_date: run.startDate,
    end_date: run.endDate,
    days: run.days,
    venue_eng: run.venueEng,
    venue_ar: run.venueAr,
    delivery: run.delivery,
    times_confirmed: run.timesConfirmed,
    capacity: run.capacity,
    seats_sold: run.seatsSold,
    seats_held: held.get(run.id) ?? 0,
    price: decimalFromHalalas(run.priceHalalas),
    cancelled_at: run.cancelledAt?.toISOString() ?? null,
  }));
}

/** For `schedule.read`. Throws Unauthenticated, Forbidden. */
export async function listRuns(
  ctx: Ctx,
  query: ListQuery<keyof typeof runSorts, RunFilter>,
): Promise<ListPage<Awaited<ReturnType<typeof rowsOf>>[number]>> {
  requirePermission(ctx, "schedule.read");
  const { rows: page, ...counted } = await pageOf(ctx, query, {
    rows: ctx.db.select({ id: courseRuns.id }).from(courseRuns).$dynamic(),
    where: whereOf(ctx, query.filter),
    sorts: runSorts,
    tie: courseRuns.id,
  });
  const ids = page.map(({ id }) => id);
  return { data: await rowsOf(ctx, ids, orderOf(query, runSorts, courseRuns.id)), ...counted };
}

/** Joining links only with `schedule.write`. For `schedule.read`. Throws Unauthenticated, Forbidden, NotFound. */
export async function readRun(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, "schedule.read");
  const [row] = await rowsOf(ctx, [id], []);
  if (!row) throw noSuchRecord(ctx);
  const showsLinks = ctx.actor.kind === "staff" && ctx.actor.permissions.has("schedule.write");
  const sessions = (await readSessions(ctx, [id])).get(id) ?? [];
  return {
    ...row,
    sessions: sessions.map(({ startsAt, endsAt, joiningUrl }) => ({
      starts_at: startsAt.toISOString(),
      ends_at: endsAt.toISOString(),
      joining_url: showsLinks ? joiningUrl : null,
    })),
  };
}
