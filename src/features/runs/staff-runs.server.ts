import { paidStatuses } from "#features/orders/order-states.ts";
import { z } from "zod";
import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
  asc,
  countDistinct,
  count,
} from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { speakersSql } from "#features/catalogue/course-rows.server.ts";
import { countHeld, heldSeatsSql } from "#features/seats/seats.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { readWrittenRunRefunds } from "#features/settlement/refunds/refund-run.server.ts";
import { runCancellations, type RunCancellation } from "#features/changes/approval-tables.server.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { visibilities } from "#features/catalogue/schedule/run-choices.ts";
import { runLink } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { readDisplayNames } from "#features/staff/names.server.ts";
import { addDays, riyadhDate, startOfRiyadhDay } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsSql, toOrderBy, readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { monthBounds } from "#features/invoices/finance/months.ts";
import { toSessionDates, type Session } from "#features/catalogue/schedule/sessions.ts";
import { ValidationError } from "#platform/errors.ts";
import { getProblemMessage, choice, recordId, searchText } from "#platform/http/fields.server.ts";
import { day } from "#platform/http/form-input.server.ts";
import { toEditable } from "./run-fields.server.ts";
import { readClashes } from "./read-clashes.server.ts";
import { decisionDays, slowDays } from "./run-states.ts";

const maxCourses = 500;
const maxVenues = 30;

/**
 * Reads the choices of the run form: courses with their latest public run, whose values fill in the form, earlier
 * venues, and the tax rate for the price with VAT.
 */
export async function readRunOptions(ctx: Ctx) {
  requirePermission(ctx, readRunOptions.permission);
  const { id, name_eng, name_ar, disable_course: closed } = courses;
  const courseRows = await ctx.db
    .select({ id, name_eng, name_ar, closed })
    .from(courses)
    .orderBy(asc(name_eng))
    .limit(maxCourses);
  const latestRuns = await ctx.db
    .selectDistinctOn([courseRuns.courseId])
    .from(courseRuns)
    .where(eq(courseRuns.visibility, "public"))
    .orderBy(courseRuns.courseId, desc(courseRuns.startDate), desc(courseRuns.id));
  const { venueEng, venueAr, addressEng, addressAr, delivery } = courseRuns;
  const venues = await ctx.db
    .select({ venueEng, venueAr, addressEng, addressAr, delivery })
    .from(courseRuns)
    .groupBy(venueEng, venueAr, addressEng, addressAr, delivery)
    .orderBy(desc(sql`count(*)`), asc(venueEng))
    .limit(maxVenues);
  return {
    taxPercent: await taxPercent(ctx),
    venues,
    courses: courseRows.map((course) => {
      const lastRun = latestRuns.find(({ courseId }) => courseId === course.id);
      return {
        ...course,
        lastRun: lastRun ? toEditable(lastRun) : null,
      };
    }),
  };
}
readRunOptions.permission = "schedule.read" as const;

export const runSorts = { start_date: courseRuns.startDate, id: courseRuns.id } as const;
export const runStates = [
  "ahead",
  "on-now",
  "decide",
  "slow",
  "full",
  "pending",
  "waiting",
  "past",
  "cancelled",
] as const;
export const runFilter = z.object({
  q: searchText(100).optional().meta({ description: "Part of the course's name or address" }),
  course_id: recordId().optional(),
  delivery: choice(["onsite", "online"]).optional(),
  visibility: choice(visibilities).optional(),
  venue: searchText(100).optional().meta({ description: "Part of the venue's name" }),
  from: day().optional(),
  to: day().optional(),
  state: choice(runStates).optional(),
  cancelled: z.boolean().optional(),
});
export type RunFilter = z.output<typeof runFilter> & { /** Ids. */ without?: number[] };

const { courseId, startDate, endDate, cancelledAt, seatsSold, capacity, accreditationStatus } = courseRuns;

/** Selects the runs of a saved view, as of today in Riyadh. `full`: every seat is sold, held or offered. */
export function inStateSql(ctx: Ctx, state: (typeof runStates)[number]): SQL | undefined {
  const today = riyadhDate(ctx.now());
  const isNotCancelled = isNull(cancelledAt);
  const isAhead = and(isNotCancelled, gt(startDate, today));
  switch (state) {
    case "ahead":
      return isAhead;
    case "on-now":
      return and(isNotCancelled, lte(startDate, today), gte(endDate, today));
    case "decide":
      return and(
        isNotCancelled,
        gte(endDate, today),
        lt(seatsSold, courseRuns.minSeats),
        isNull(courseRuns.decidedAt),
        isNull(courseRuns.saleStoppedAt),
        lt(courseRuns.decideBy, startOfRiyadhDay(addDays(today, decisionDays + 1))),
      );
    case "slow":
      return and(isAhead, lte(startDate, addDays(today, slowDays)), lt(sql`${seatsSold} * 2`, capacity));
    case "full":
      return and(
        isNotCancelled,
        gte(endDate, today),
        gte(sql`${seatsSold} + ${courseRuns.seatsOffered} + ${heldSeatsSql(ctx, undefined)}`, capacity),
      );
    case "pending":
      return and(isNotCancelled, gte(endDate, today), eq(accreditationStatus, "pending"));
    case "waiting":
      return and(isNotCancelled, isNotNull(courseRuns.saleStoppedAt));
    case "past":
      return and(isNotCancelled, lt(endDate, today));
    case "cancelled":
      return isNotNull(cancelledAt);
  }
}

function whereSql(ctx: Ctx, filter: RunFilter): SQL | undefined {
  const { q, venue, from, to, state, cancelled } = filter;
  const coursesMatching = (part: string) =>
    ctx.db
      .select({ id: courses.id })
      .from(courses)
      .where(or(...[courses.name_eng, courses.name_ar, courses.slug].map((text) => containsSql(text, part))));
  return and(
    q === undefined ? undefined : inArray(courseId, coursesMatching(q)),
    filter.course_id === undefined ? undefined : eq(courseId, filter.course_id),
    filter.delivery === undefined ? undefined : eq(courseRuns.delivery, filter.delivery),
    filter.visibility === undefined ? undefined : eq(courseRuns.visibility, filter.visibility),
    venue === undefined
      ? undefined
      : or(containsSql(courseRuns.venueEng, venue), containsSql(courseRuns.venueAr, venue)),
    from === undefined ? undefined : gte(startDate, from),
    to === undefined ? undefined : lte(startDate, to),
    state === undefined ? undefined : inStateSql(ctx, state),
    cancelled === undefined ? undefined : cancelled ? isNotNull(cancelledAt) : isNull(cancelledAt),
  );
}

/** Reads runs as the staff API returns them. Callers check the permission. */
export async function runRows(ctx: Ctx, ids: number[], order: SQL[] = []) {
  const rows = await ctx.db
    .select({ run: courseRuns, course: courses, speakers: speakersSql })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(courseRuns.id, ids))
    .orderBy(...order);
  const held = await countHeld(ctx, ids, undefined);
  return rows.map(({ run, course, speakers }) => ({
    ...run,
    ...toEditable(run),
    slug: course.slug,
    name_eng: course.name_eng,
    name_ar: course.name_ar,
    image: course.image,
    courseClosed: course.disable_course,
    speakers: speakers.map(({ id, name_eng, name_ar }) => ({ id, name_eng, name_ar })),
    seatsHeld: (held.get(run.id) ?? 0) + run.seatsOffered,
  }));
}

export async function listRuns(
  ctx: Ctx,
  query: ListQuery<keyof typeof runSorts, RunFilter>,
): Promise<ListPage<Awaited<ReturnType<typeof runRows>>[number]>> {
  requirePermission(ctx, listRuns.permission);
  const { rows: page, ...counted } = await readPage(ctx, query, {
    rows: ctx.db.select({ id: courseRuns.id }).from(courseRuns).$dynamic(),
    where: whereSql(ctx, query.filter),
    sorts: runSorts,
    tie: courseRuns.id,
  });
  const ids = page.map(({ id }) => id);
  return { data: await runRows(ctx, ids, toOrderBy(query, runSorts, courseRuns.id)), ...counted };
}
listRuns.permission = "schedule.read" as const;

const sessionRow = ({ id = 0, startsAt, endsAt, joiningUrl }: Session, { showsLinks }: { showsLinks: boolean }) => ({
  id,
  startsAt,
  endsAt,
  joiningUrl: showsLinks ? joiningUrl : null,
});

/** Counts the paid orders of a run and sums what they paid for it before VAT. */
async function readSales(ctx: Ctx, runId: number) {
  const [sold] = await ctx.db
    .select({
      orders: sql<number>`count(distinct ${orders.id})::int`,
      halalas: sql<number>`coalesce(sum(${orderLines.qty}::bigint * ${orderLines.unitPriceHalalas} - ${orderLines.discountHalalas}), 0)::float8`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.runId, runId), inArray(orders.status, paidStatuses)));
  return { paidOrders: sold?.orders ?? 0, soldBeforeVat: decimalFromHalalas(sold?.halalas ?? 0) };
}

/** Sums the refunds of a cancelled run, VAT included. */
async function readRefunded(ctx: Ctx, runId: number): Promise<string> {
  const runRefunds = await readWrittenRunRefunds(ctx, runId);
  const doneRefunds = runRefunds.filter(({ status }) => status === "done");
  return decimalFromHalalas(doneRefunds.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0));
}

/**
 * Reads a run. Its joining links and its private link are null for callers without `schedule.write`. Throws NotFound.
 */
export async function readRun(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readRun.permission);
  const [row] = await runRows(ctx, [id]);
  if (!row) throw noSuchRecord(ctx);
  const canWrite = ctx.actor.kind === "staff" && ctx.actor.permissions.has("schedule.write");
  const [eng, ar] = (["en", "ar"] as const).map((locale) => runLink(ctx, row, locale));
  const sessions = (await readSessions(ctx, [id])).get(id) ?? [];
  const clashes = row.cancelledAt === null ? await readClashes(ctx, row.startDate, row.endDate) : [];
  return {
    ...row,
    ...(await readSales(ctx, id)),
    links: canWrite && eng && ar ? { eng, ar } : null,
    refunded: row.cancelledAt === null ? null : await readRefunded(ctx, id),
    sessions: sessions.map((session) => sessionRow(session, { showsLinks: canWrite })),
    clashes: clashes.filter(({ runs }) => runs.some((run) => run.id === id)),
    cancellation: await lastCancellation(ctx, id),
  };
}
readRun.permission = "schedule.read" as const;

/** Converts a cancellation to the form that the staff API returns. */
export async function toCancellationRow(ctx: Ctx, cancellation: RunCancellation) {
  const { amountHalalas: amount, reason, askedBy, askedByName, decidedBy, decidedByName, ...columns } = cancellation;
  const names = await readDisplayNames(ctx, [askedBy, decidedBy]);
  return {
    ...columns,
    amount,
    reasonEng: reason?.eng ?? null,
    reasonAr: reason?.ar ?? null,
    askedBy: { id: askedBy, name: names.get(askedBy) ?? askedByName },
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: names.get(decidedBy) ?? decidedByName ?? "" },
  };
}

async function lastCancellation(ctx: Ctx, runId: number) {
  const whereRun = eq(runCancellations.runId, runId);
  const newest = ctx.db.select().from(runCancellations).where(whereRun).orderBy(desc(runCancellations.id)).limit(1);
  const [last] = await newest;
  return last ? toCancellationRow(ctx, last) : null;
}

/** Counts the runs of each saved view, and the teaching days of this month in Riyadh. */
export async function countRuns(ctx: Ctx) {
  requirePermission(ctx, countRuns.permission);
  const month = monthBounds(riyadhDate(ctx.now()).slice(0, 7));
  const { startsAt } = runSessions;
  const [[viewCounts], [teaching]] = await Promise.all([
    ctx.db
      .select({
        all: count(),
        ...Object.fromEntries(
          runStates.map((state) => [
            state,
            sql<number>`(count(*) filter (where ${inStateSql(ctx, state)}))::int`.as(state.replace("-", "_")),
          ]),
        ),
      })
      .from(courseRuns),
    ctx.db
      .select({ days: countDistinct(sql`(${startsAt} at time zone 'Asia/Riyadh')::date`) })
      .from(runSessions)
      .innerJoin(courseRuns, and(eq(courseRuns.id, runSessions.runId), isNull(courseRuns.cancelledAt)))
      .where(and(gte(startsAt, month.from), lt(startsAt, month.to))),
  ]);
  return {
    views: Object.entries(viewCounts ?? {}).map(([name, total]) => ({ name, total: Number(total) })),
    teachingDays: teaching?.days ?? 0,
  };
}
countRuns.permission = "schedule.read" as const;

/** A calendar month shows six weeks; the rest is a margin. */
const maxCalendarDays = 62;
const maxRuns = 500;

/**
 * Lists the runs between two days, with their sessions and clashes. Defaults to six weeks from today. Throws
 * ValidationError when the days are more than 62 days apart or in the wrong order.
 */
export async function readCalendar(ctx: Ctx, input: { from?: string | undefined; to?: string | undefined }) {
  requirePermission(ctx, readCalendar.permission);
  const from = input.from ?? riyadhDate(ctx.now());
  const to = input.to ?? addDays(from, 41);
  if (to < from || to > addDays(from, maxCalendarDays))
    throw new ValidationError({ to: [getProblemMessage("invalid", ctx.locale)] });
  const { id, startDate, endDate, cancelledAt } = courseRuns;
  const runIdRows = await ctx.db
    .select({ id })
    .from(courseRuns)
    .where(and(isNull(cancelledAt), lte(startDate, to), gte(endDate, from)))
    .orderBy(asc(startDate), asc(id))
    .limit(maxRuns);
  const ids = runIdRows.map((run) => run.id);
  const sessions = await readSessions(ctx, ids);
  const rows = await runRows(ctx, ids, [asc(startDate), asc(id)]);
  return {
    from,
    to,
    runs: rows.map((row) => {
      const itsSessions = sessions.get(row.id) ?? [];
      return {
        ...row,
        dates: toSessionDates(itsSessions),
        sessions: itsSessions.map((session) => sessionRow(session, { showsLinks: false })),
      };
    }),
    clashes: await readClashes(ctx, from, to),
  };
}
readCalendar.permission = "schedule.read" as const;
