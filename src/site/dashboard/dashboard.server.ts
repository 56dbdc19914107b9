import { and, asc, count, desc, eq, gte, isNull, lt, lte, or, sql, type Column } from "drizzle-orm";
import { countArabicGaps, listArabicGaps } from "#features/content/editing/arabic-gaps.server.ts";
import { countItems, listOwnEdits } from "#features/content/editing/items.server.ts";
import { riyadhDate, addDays, daysBetween, riyadhInstant, riyadhTime, startOfRiyadhDay } from "#i18n/dates.ts";
import { requirePermission, type Ctx, type Permission } from "#platform/context.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { listToDecide } from "#features/learning/certificates/run-certificates.server.ts";
import { listRunsToDecide } from "#features/runs/decide-run.server.ts";
import { inStateSql, runRows } from "#features/runs/staff-runs.server.ts";
import { readUnmarkedRuns } from "#features/learning/attendance/unmarked.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import {
  readAskedChanges,
  readCancellations,
  readFailedMails,
  readOpenEnquiries,
  readPaymentCases,
  readRefundsDue,
  readTransfersDue,
  readWaitingRefunds,
} from "./waiting.server.ts";
import { listBookingsToApprove } from "#features/settlement/transfers/bookings-to-approve.server.ts";

const getMonthStart = (date: string) => `${date.slice(0, 7)}-01`;

interface Day {
  day: string;
  kind: string;
  documents: number;
  net: number;
  tax: number;
  total: number;
}

const sumField = (days: readonly Day[], field: "documents" | "net" | "tax" | "total"): number =>
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
  const month = getMonthStart(today);
  const earlier = getMonthStart(addDays(month, -1));
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
  const of = (documentKind: string, from: string, to: string) =>
    days.filter((one) => one.kind === documentKind && one.day >= from && one.day <= to);
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
    net: decimalFromHalalas(sumField(invoices, "net")),
    orders: sumField(invoices, "documents"),
    refunded: decimalFromHalalas(sumField(notes, "total")),
    vat: decimalFromHalalas(sumField(invoices, "tax") - sumField(notes, "tax")),
    days: series(invoices, month, today),
    previous: {
      month: earlier.slice(0, 7),
      net: decimalFromHalalas(sumField(untilSameDay, "net")),
      days: series(before, earlier, lastDay),
    },
  };
}

const { id, courseId, startDate, endDate, cancelledAt } = courseRuns;
type RunRow = Awaited<ReturnType<typeof runRows>>[number];

const maxItems = { next: 6, slow: 3 };

/** Which of a run's days is today, and its hours where they are confirmed; null on a day without sessions. */
function getToday(row: RunRow, sessions: readonly { startsAt: Date; endsAt: Date }[], today: string) {
  const days = [...new Set(sessions.map(({ startsAt }) => riyadhDate(startsAt)))];
  const todaySessions = sessions.filter(({ startsAt }) => riyadhDate(startsAt) === today);
  const [first, last] = [todaySessions[0], todaySessions.at(-1)];
  if (!first || !last) return null;
  return {
    day: days.indexOf(today) + 1,
    of: days.length,
    from: row.timesConfirmed ? riyadhTime(first.startsAt) : null,
    to: row.timesConfirmed ? riyadhTime(last.endsAt) : null,
  };
}

/** The runs that are on and the next ones. For `schedule.read`. Throws Unauthenticated, Forbidden. */
async function readNextRuns(ctx: Ctx) {
  requirePermission(ctx, "schedule.read");
  const today = riyadhDate(ctx.now());
  const isNext = and(gte(endDate, today), isNull(cancelledAt));
  const runIdRows = await ctx.db
    .select({ id })
    .from(courseRuns)
    .where(isNext)
    .orderBy(asc(startDate), asc(id))
    .limit(maxItems.next);
  const ids = runIdRows.map((run) => run.id);
  const [rows, sessions] = await Promise.all([runRows(ctx, ids, [asc(startDate), asc(id)]), readSessions(ctx, ids)]);
  return {
    items: rows.map((row) => ({ ...row, today: getToday(row, sessions.get(row.id) ?? [], today) })),
  };
}

/** How the last run of the same course had sold as many days before it began; null without one. */
async function soldBefore(ctx: Ctx, row: RunRow, today: string) {
  const isEarlier = and(eq(courseId, row.courseId), lt(startDate, today), isNull(cancelledAt));
  const [run] = await ctx.db.select().from(courseRuns).where(isEarlier).orderBy(desc(startDate), desc(id)).limit(1);
  if (!run) return null;
  const daysLeft = daysBetween(today, row.startDate);
  const then = riyadhInstant(addDays(run.startDate, -daysLeft), "23:59");
  const [sold] = await ctx.db
    .select({ seats: count() })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.runId, run.id),
        lte(enrolments.confirmedAt, then),
        or(isNull(enrolments.endedAt), sql`${enrolments.endedAt} > ${then.toISOString()}`),
      ),
    );
  return { startDate: run.startDate, seatsSold: sold?.seats ?? 0 };
}

type Due = Awaited<ReturnType<typeof listRunsToDecide>>;

/**
 * Runs that sell slowly: as many as the list's view `slow` has, and the next of those that are not to be decided about.
 */
async function readSlowRuns(ctx: Ctx, due: Due) {
  const today = riyadhDate(ctx.now());
  const dueIds = new Set(due.map((run) => run.id));
  const runIdRows = await ctx.db
    .select({ id })
    .from(courseRuns)
    .where(inStateSql(ctx, "slow"))
    .orderBy(asc(startDate), asc(id));
  const first = runIdRows
    .map((run) => run.id)
    .filter((one) => !dueIds.has(one))
    .slice(0, maxItems.slow);
  const rows = await runRows(ctx, first, [asc(startDate), asc(id)]);
  const items = rows.map(async (row) => ({
    ...row,
    seats_needed: Math.ceil(row.capacity / 2),
    earlier: await soldBefore(ctx, row, today),
  }));
  return { count: runIdRows.length, items: await Promise.all(items) };
}

/** Runs to be decided about, the most urgent first. */
async function readDecisions(ctx: Ctx, due: Due) {
  const first = due.slice(0, maxItems.slow);
  const rows = await runRows(
    ctx,
    first.map((run) => run.id),
  );
  const items = first.flatMap(({ id: runId, minSeats }) => {
    const row = rows.find((one) => one.id === runId);
    return row?.decideBy ? [{ ...row, minSeats, decideBy: row.decideBy }] : [];
  });
  return { count: due.length, items };
}

/** Runs that lack people; those to decide about for who may. Throws Unauthenticated, Forbidden. */
async function readWeakRuns(ctx: Ctx) {
  const due = await listRunsToDecide(ctx);
  const [slow, decide] = await Promise.all([
    readSlowRuns(ctx, due),
    part("schedule.write", (ctx) => readDecisions(ctx, due))(ctx),
  ]);
  return { slow, ...(decide && { decide }) };
}

const maxGaps = 3;

async function readArabic(ctx: Ctx) {
  const kinds = await countArabicGaps(ctx);
  // What is missing comes before what is behind.
  const query = { page: 1, perPage: maxGaps, sort: "state", order: "asc", filter: {} } as const;
  const { data } = await listArabicGaps(ctx, query);
  return {
    count: kinds.reduce((sum, { gaps }) => sum + gaps, 0),
    by_entity: Object.fromEntries(kinds.map(({ entity, gaps }) => [entity, gaps])),
    items: data.map(({ id, entity, title, state }) => ({ id, entity, title, state })),
  };
}

const maxEdits = 4;

/** Of texts: what is written and not published, what goes out by itself, and what the caller saved last. */
async function readEditing(ctx: Ctx) {
  const kinds = await countItems(ctx);
  const sum = (view: "draft" | "never-published" | "scheduled") => kinds.reduce((all, kind) => all + kind[view], 0);
  const own = await listOwnEdits(ctx, maxEdits);
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
  weak: part("schedule.read", readWeakRuns),
  sales: part("finance.read", readSales),
  payments: part("orders.resolve", readPaymentCases),
  bookings: part("orders.transfer", listBookingsToApprove),
  cancellations: part("orders.approve", readCancellations),
  refunds: part("orders.approve", readWaitingRefunds),
  refunds_due: part("orders.refund", readRefundsDue),
  transfers: part("orders.transfer", readTransfersDue),
  changes: part("changes.decide", readAskedChanges),
  attendance: part("attendance.write", readUnmarkedRuns),
  enquiries: part("enquiries.read", readOpenEnquiries),
  mails: part("mails.read", readFailedMails),
  arabic: part("courses.write", readArabic),
  editing: part("content.write", readEditing),
  certificates: part("certificates.revoke", listToDecide),
};
type Parts = { [Name in keyof typeof parts]: Awaited<ReturnType<(typeof parts)[Name]>> };

/** What waits for the caller, and how things are: only what their role may see. */
export async function readDashboard(ctx: Ctx) {
  requirePermission(ctx, readDashboard.permission);
  const read = await Promise.all(Object.entries(parts).map(async ([name, read]) => [name, await read(ctx)]));
  const { weak, ...others } = Object.fromEntries(read) as Parts;
  return { today: riyadhDate(ctx.now()), ...others, ...weak };
}
readDashboard.permission = "dashboard.read" as const;
