import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, or, sql, type Column } from "drizzle-orm";
import { countArabicGaps, listArabicGaps } from "#features/content/editing/arabic-gaps.server.ts";
import { countItems, listOwnEdits } from "#features/content/editing/items.server.ts";
import { riyadhDate, addDays, daysBetween, riyadhInstant, riyadhTime, startOfRiyadhDay } from "#i18n/dates.ts";
import { requirePermission, type Ctx, type Permission } from "#platform/context.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { listToDecide } from "#features/learning/certificates/run-certificates.server.ts";
import { listRunsToDecide } from "#features/orders/planning/decide-run.server.ts";
import { listRuns, runRows } from "#features/orders/planning/staff-runs.server.ts";
import { readUnmarkedRuns } from "#features/learning/attendance/unmarked.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import {
  readAskedChanges,
  readCancellations,
  readFailedMails,
  readOpenEnquiries,
  readPaymentCases,
} from "./waiting.server.ts";

const firstOf = (date: string) => `${date.slice(0, 7)}-01`;

interface Day {
  day: string;
  kind: string;
  documents: number;
  net: number;
  tax: number;
  total: number;
}

const sumOf = (days: readonly Day[], field: "documents" | "net" | "tax" | "total"): number =>
  days.reduce((sum, day) => sum + day[field], 0);

/** Before VAT, of each day from `from` to `to`. */
function series(invoices: readonly Day[], from: string, to: string): string[] {
  const byDay = new Map(invoices.map(({ day, net }) => [day, net]));
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(decimalFromHalalas(byDay.get(day) ?? 0));
  return days;
}

/**
 * Invoices of this month and of the last one, by day in Riyadh, as the tax documents have them: what was invoiced
 * before VAT, what credit notes gave back with VAT, and the VAT that remains. For `finance.read`. Throws
 * Unauthenticated, Forbidden.
 */
async function readSales(ctx: Ctx) {
  requirePermission(ctx, "finance.read");
  const today = riyadhDate(ctx.now());
  const month = firstOf(today);
  const earlier = firstOf(addDays(month, -1));
  const { issuedAt, kind, netHalalas, taxHalalas, totalHalalas } = taxDocuments;
  const sum = (column: Column) => sql<number>`sum(${column})::float8`;
  const day = sql<string>`((${issuedAt} at time zone 'Asia/Riyadh')::date)::text`;
  const days: Day[] = await ctx.db
    .select({
      day,
      kind,
      documents: sql<number>`count(*)::int`,
      net: sum(netHalalas),
      tax: sum(taxHalalas),
      total: sum(totalHalalas),
    })
    .from(taxDocuments)
    .where(and(gte(issuedAt, startOfRiyadhDay(earlier)), lt(issuedAt, startOfRiyadhDay(addDays(today, 1)))))
    .groupBy(sql`1`, kind);
  const of = (wanted: string, from: string, to: string) =>
    days.filter((one) => one.kind === wanted && one.day >= from && one.day <= to);
  const invoices = of("invoice", month, today);
  const notes = of("credit-note", month, today);
  const lastDay = addDays(month, -1);
  // The 31st is compared with the whole of a shorter month.
  const sameDay = addDays(earlier, Number(today.slice(8)) - 1);
  const before = of("invoice", earlier, lastDay);
  const untilSameDay = of("invoice", earlier, sameDay < lastDay ? sameDay : lastDay);
  return {
    month: month.slice(0, 7),
    through: today,
    net: decimalFromHalalas(sumOf(invoices, "net")),
    orders: sumOf(invoices, "documents"),
    refunded: decimalFromHalalas(sumOf(notes, "total")),
    vat: decimalFromHalalas(sumOf(invoices, "tax") - sumOf(notes, "tax")),
    days: series(invoices, month, today),
    previous: {
      month: earlier.slice(0, 7),
      net: decimalFromHalalas(sumOf(untilSameDay, "net")),
      days: series(before, earlier, lastDay),
    },
  };
}

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
  waiting: row.waiting,
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
async function readNextRuns(ctx: Ctx) {
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
 * Runs that sell slowly (`schedule/run-states.ts`), the next first, without those to be decided about. For
 * `schedule.read`. Throws Unauthenticated, Forbidden.
 */
async function readSlowRuns(ctx: Ctx) {
  const without = (await listRunsToDecide(ctx)).map((run) => run.id);
  const filter = { state: "slow" as const, without };
  const query = { page: 1, perPage: shown.slow, sort: "start_date", order: "ASC", filter } as const;
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

/** Runs to be decided about, the most urgent first. For `schedule.read`. Throws Unauthenticated, Forbidden. */
async function readDecisions(ctx: Ctx) {
  const due = await listRunsToDecide(ctx);
  const first = due.slice(0, shown.slow);
  const rows = await runRows(
    ctx,
    first.map((run) => run.id),
  );
  const pictures = await picturesOf(ctx, rows);
  const items = first.flatMap(({ id: runId, minSeats }) => {
    const row = rows.find((one) => one.id === runId);
    return row?.decide_by
      ? [{ ...toRow(row, pictures.get(row.course_id)), min_seats: minSeats, decide_by: row.decide_by }]
      : [];
  });
  return { count: due.length, items };
}

const shownGaps = 3;

async function readArabic(ctx: Ctx) {
  const kinds = await countArabicGaps(ctx);
  // What is missing comes before what is behind.
  const query = { page: 1, perPage: shownGaps, sort: "state", order: "ASC", filter: {} } as const;
  const { data } = await listArabicGaps(ctx, query);
  return {
    count: kinds.reduce((sum, { gaps }) => sum + gaps, 0),
    by_entity: Object.fromEntries(kinds.map(({ entity, gaps }) => [entity, gaps])),
    items: data.map(({ id, entity, title, state }) => ({ id, entity, title, state })),
  };
}

const shownEdits = 4;

/** Of texts: what is written and not published, what goes out by itself, and what the caller saved last. */
async function readEditing(ctx: Ctx) {
  const kinds = await countItems(ctx);
  const sum = (view: "draft" | "never-published" | "scheduled") => kinds.reduce((all, kind) => all + kind[view], 0);
  const own = await listOwnEdits(ctx, shownEdits);
  return {
    drafts: sum("draft") + sum("never-published"),
    scheduled: sum("scheduled"),
    items: own.map(({ id, entity, title, title_ar, saved_at, publish_at, on_site, state }) => {
      return { id, entity, title, title_ar, saved_at, publish_at, is_waiting: !on_site || state === "draft" };
    }),
  };
}

const may = (ctx: Ctx, permission: Permission) =>
  ctx.actor.kind === "command" || (ctx.actor.kind === "staff" && ctx.actor.permissions.has(permission));

/** Reads a part for those who may see it; for others it is not in the answer. */
const part =
  <T>(permission: Permission, read: (ctx: Ctx) => Promise<T>) =>
  async (ctx: Ctx): Promise<T | undefined> =>
    may(ctx, permission) ? read(ctx) : undefined;

const parts = {
  next: part("schedule.read", readNextRuns),
  slow: part("schedule.read", readSlowRuns),
  decide: part("schedule.read", readDecisions),
  sales: part("finance.read", readSales),
  payments: part("orders.read", readPaymentCases),
  cancellations: part("orders.approve", readCancellations),
  changes: part("changes.decide", readAskedChanges),
  attendance: part("attendance.write", readUnmarkedRuns),
  enquiries: part("enquiries.read", readOpenEnquiries),
  mails: part("mails.read", readFailedMails),
  arabic: part("content.read", readArabic),
  editing: part("content.write", readEditing),
  certificates: part("certificates.revoke", listToDecide),
};
type Parts = { [Name in keyof typeof parts]: Awaited<ReturnType<(typeof parts)[Name]>> };

/** What waits for the caller, and how things are: only what their role may see. */
export async function readDashboard(ctx: Ctx): Promise<Parts & { today: string }> {
  requirePermission(ctx, readDashboard.permission);
  const read = await Promise.all(Object.entries(parts).map(async ([name, read]) => [name, await read(ctx)]));
  return { today: riyadhDate(ctx.now()), ...(Object.fromEntries(read) as Parts) };
}
readDashboard.permission = "dashboard.read" as const;
