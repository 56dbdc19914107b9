import { and, desc, eq, gt, gte, ilike, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { countHeld } from "#features/orders/seats/seats.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { writtenRefundsOfRun } from "#features/orders/refunds/refund-run.server.ts";
import { runCancellations, type RunCancellation } from "#features/orders/approvals/tables.server.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import type { Session } from "#features/catalogue/schedule/sessions.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { shownNames } from "#features/staff/names.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsPattern, orderOf, pageOf } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { readClashes } from "./read-clashes.server.ts";
import { slowDays } from "./run-states.ts";

export const runSorts = { start_date: courseRuns.startDate, id: courseRuns.id } as const;
export const runStates = ["ahead", "on-now", "slow", "full", "pending", "waiting", "past", "cancelled"] as const;
export interface RunFilter {
  q?: string | undefined;
  course_id?: number | undefined;
  delivery?: "onsite" | "online" | undefined;
  /** Part of the venue in either language. */
  venue?: string | undefined;
  /** First days, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  state?: (typeof runStates)[number] | undefined;
  cancelled?: boolean | undefined;
}

const { courseId, startDate, endDate, cancelledAt, seatsSold, capacity, accreditationStatus } = courseRuns;

/** What a saved view of the list shows; `today` is the day in Riyadh. */
export function inStateSql(state: (typeof runStates)[number], today: string): SQL | undefined {
  const isOn = isNull(cancelledAt);
  const isAhead = and(isOn, gt(startDate, today));
  switch (state) {
    case "ahead":
      return isAhead;
    case "on-now":
      return and(isOn, lte(startDate, today), gte(endDate, today));
    case "slow":
      return and(isAhead, lte(startDate, addDays(today, slowDays)), lt(sql`${seatsSold} * 2`, capacity));
    case "full":
      return and(isOn, gte(endDate, today), gte(seatsSold, capacity));
    case "pending":
      return and(isOn, gte(endDate, today), eq(accreditationStatus, "pending"));
    case "waiting":
      return and(isOn, isNotNull(courseRuns.saleStoppedAt));
    case "past":
      return and(isOn, lt(endDate, today));
    case "cancelled":
      return isNotNull(cancelledAt);
  }
}

function whereSql(ctx: Ctx, filter: RunFilter): SQL | undefined {
  const { q, venue, from, to, state, cancelled } = filter;
  const pattern = containsPattern(q ?? "");
  const place = containsPattern(venue ?? "");
  const named = ctx.db
    .select({ id: courses.id })
    .from(courses)
    .where(or(ilike(courses.nameEng, pattern), ilike(courses.nameAr, pattern), ilike(courses.slug, pattern)));
  return and(
    q === undefined ? undefined : inArray(courseId, named),
    filter.course_id === undefined ? undefined : eq(courseId, filter.course_id),
    filter.delivery === undefined ? undefined : eq(courseRuns.delivery, filter.delivery),
    venue === undefined ? undefined : or(ilike(courseRuns.venueEng, place), ilike(courseRuns.venueAr, place)),
    from === undefined ? undefined : gte(startDate, from),
    to === undefined ? undefined : lte(startDate, to),
    state === undefined ? undefined : inStateSql(state, riyadhDate(ctx.now())),
    cancelled === undefined ? undefined : cancelled ? isNotNull(cancelledAt) : isNull(cancelledAt),
  );
}

/** Runs as the staff's API shows them. The caller has asked for the permission. */
export async function runRows(ctx: Ctx, ids: number[], order: SQL[] = []) {
  const found = await ctx.db
    .select({ run: courseRuns, course: courses })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(inArray(courseRuns.id, ids))
    .orderBy(...order);
  const held = await countHeld(ctx, ids, undefined);
  return found.map(({ run, course }) => ({
    id: run.id,
    version: run.version,
    course_id: course.id,
    slug: course.slug,
    name_eng: course.nameEng,
    name_ar: course.nameAr,
    course_closed: course.closed,
    speakers: course.speakers.map(({ name_eng, name_ar }) => ({ name_eng, name_ar })),
    start_date: run.startDate,
    end_date: run.endDate,
    days: run.days,
    venue_eng: run.venueEng,
    address_eng: run.addressEng,
    address_ar: run.addressAr,
    language: run.language,
    venue_ar: run.venueAr,
    delivery: run.delivery,
    times_confirmed: run.timesConfirmed,
    capacity: run.capacity,
    seats_sold: run.seatsSold,
    seats_held: held.get(run.id) ?? 0,
    price: decimalFromHalalas(run.priceHalalas),
    hours: Number(run.hours),
    accreditation_status: run.accreditationStatus,
    accreditation_number: run.accreditationNumber,
    cancelled_at: run.cancelledAt?.toISOString() ?? null,
    sale_stopped_at: run.saleStoppedAt?.toISOString() ?? null,
  }));
}

/** For `schedule.read`. Throws Unauthenticated, Forbidden. */
export async function listRuns(
  ctx: Ctx,
  query: ListQuery<keyof typeof runSorts, RunFilter>,
): Promise<ListPage<Awaited<ReturnType<typeof runRows>>[number]>> {
  requirePermission(ctx, "schedule.read");
  const { rows: page, ...counted } = await pageOf(ctx, query, {
    rows: ctx.db.select({ id: courseRuns.id }).from(courseRuns).$dynamic(),
    where: whereSql(ctx, query.filter),
    sorts: runSorts,
    tie: courseRuns.id,
  });
  const ids = page.map(({ id }) => id);
  return { data: await runRows(ctx, ids, orderOf(query, runSorts, courseRuns.id)), ...counted };
}

/** Instants ISO 8601. */
export const sessionRow = ({ startsAt, endsAt, joiningUrl }: Session, showsLinks: boolean) => ({
  starts_at: startsAt.toISOString(),
  ends_at: endsAt.toISOString(),
  joining_url: showsLinks ? joiningUrl : null,
});

/** Orders that paid for a run, and what they paid for it, before VAT. */
async function soldOf(ctx: Ctx, runId: number) {
  const [sold] = await ctx.db
    .select({
      orders: sql<number>`count(distinct ${orders.id})::int`,
      halalas: sql<number>`coalesce(sum(${orderLines.qty}::bigint * ${orderLines.unitPriceHalalas}), 0)::float8`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.runId, runId), inArray(orders.status, ["paid", "partially_refunded"])));
  return { paid_orders: sold?.orders ?? 0, sold_before_vat: decimalFromHalalas(sold?.halalas ?? 0) };
}

/** What a cancelled run has returned, VAT included. */
async function refundedOf(ctx: Ctx, runId: number): Promise<string> {
  const written = await writtenRefundsOfRun(ctx, runId);
  const done = written.filter(({ status }) => status === "done");
  return decimalFromHalalas(done.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0));
}

/** Joining links only with `schedule.write`. For `schedule.read`. Throws Unauthenticated, Forbidden, NotFound. */
export async function readRun(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, "schedule.read");
  const [row] = await runRows(ctx, [id]);
  if (!row) throw noSuchRecord(ctx);
  const showsLinks = ctx.actor.kind === "staff" && ctx.actor.permissions.has("schedule.write");
  const sessions = (await readSessions(ctx, [id])).get(id) ?? [];
  const clashes = row.cancelled_at === null ? await readClashes(ctx, row.start_date, row.end_date) : [];
  return {
    ...row,
    ...(await soldOf(ctx, id)),
    refunded: row.cancelled_at === null ? null : await refundedOf(ctx, id),
    sessions: sessions.map((session) => sessionRow(session, showsLinks)),
    clashes: clashes.filter(({ runs }) => runs.some((run) => run.id === id)),
    cancellation: await lastCancellation(ctx, id),
  };
}

/** A cancellation as the staff's API shows it. */
export async function shownCancellation(ctx: Ctx, cancellation: RunCancellation) {
  const { id, runId, state, reason, askedBy, askedByName, askedAt, decidedBy, decidedByName, word } = cancellation;
  const names = await shownNames(ctx, [askedBy, decidedBy]);
  return {
    id,
    run_id: runId,
    state,
    amount: decimalFromHalalas(cancellation.amountHalalas),
    reason_eng: reason?.eng ?? null,
    reason_ar: reason?.ar ?? null,
    asked_by: { id: askedBy, name: names.get(askedBy) ?? askedByName },
    asked_at: askedAt.toISOString(),
    decided_by: decidedBy === null ? null : { id: decidedBy, name: names.get(decidedBy) ?? decidedByName ?? "" },
    decided_at: cancellation.decidedAt?.toISOString() ?? null,
    word,
  };
}

async function lastCancellation(ctx: Ctx, runId: number) {
  const ofRun = eq(runCancellations.runId, runId);
  const newest = ctx.db.select().from(runCancellations).where(ofRun).orderBy(desc(runCancellations.id)).limit(1);
  const [last] = await newest;
  return last ? shownCancellation(ctx, last) : null;
}
