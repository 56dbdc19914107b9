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

interface DayTotals {
  day: string;
  kind: string;
  documents: number;
  net: number;
  tax: number;
  total: number;
}

const sumField = (dayTotals: readonly DayTotals[], field: "documents" | "net" | "tax" | "total"): number =>
  dayTotals.reduce((sum, day) => sum + day[field], 0);

/** Lists the amount invoiced before VAT on each day from `from` to `to`. */
function listDailyNet(invoices: readonly DayTotals[], from: string, to: string): string[] {
  const byDay = new Map(invoices.map(({ day, net }) => [day, net]));
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(decimalFromHalalas(byDay.get(day) ?? 0));
  return days;
}

/**
 * Sums the tax documents of this month and the last one, by day in Riyadh: invoiced before VAT, credited including VAT,
 * and the remaining VAT. Requires `finance.read`. Throws Unauthenticated, Forbidden.
 */
async function readSales(ctx: Ctx) {
  requirePermission(ctx, "finance.read");
  const today = riyadhDate(ctx.now());
  const monthStart = getMonthStart(today);
  const previousMonthStart = getMonthStart(addDays(monthStart, -1));
  const { issuedAt, kind, netHalalas, taxHalalas, totalHalalas } = taxDocuments;
  const sum = (column: Column) => sql<number>`sum(${column})::float8`;
  const day = sql<string>`((${issuedAt} at time zone 'Asia/Riyadh')::date)::text`;
  const dayTotals: DayTotals[] = await ctx.db
    .select({
      day,
      kind,
      documents: sql<number>`count(*)::int`,
      net: sum(netHalalas),
      tax: sum(taxHalalas),
      total: sum(totalHalalas),
    })
    .from(taxDocuments)
    .where(and(gte(issuedAt, startOfRiyadhDay(previousMonthStart)), lt(issuedAt, startOfRiyadhDay(addDays(today, 1)))))
    .groupBy(sql`1`, kind);
  const selectDays = (documentKind: string, from: string, to: string) =>
    dayTotals.filter((row) => row.kind === documentKind && row.day >= from && row.day <= to);
  const invoices = selectDays("invoice", monthStart, today);
  const creditNotes = selectDays("credit-note", monthStart, today);
  const previousMonthEnd = addDays(monthStart, -1);
  const sameDay = addDays(previousMonthStart, Number(today.slice(8)) - 1);
  const previousInvoices = selectDays("invoice", previousMonthStart, previousMonthEnd);
  // If the previous month is shorter and has no such day, it is compared as a whole.
  const comparedInvoices = selectDays(
    "invoice",
    previousMonthStart,
    sameDay < previousMonthEnd ? sameDay : previousMonthEnd,
  );
  return {
    month: monthStart.slice(0, 7),
    through: today,
    net: decimalFromHalalas(sumField(invoices, "net")),
    orders: sumField(invoices, "documents"),
    refunded: decimalFromHalalas(sumField(creditNotes, "total")),
    vat: decimalFromHalalas(sumField(invoices, "tax") - sumField(creditNotes, "tax")),
    days: listDailyNet(invoices, monthStart, today),
    previous: {
      month: previousMonthStart.slice(0, 7),
      net: decimalFromHalalas(sumField(comparedInvoices, "net")),
      days: listDailyNet(previousInvoices, previousMonthStart, previousMonthEnd),
    },
  };
}

const { id, courseId, startDate, endDate, cancelledAt } = courseRuns;
type RunRow = Awaited<ReturnType<typeof runRows>>[number];

const maxItems = { next: 6, slow: 3 };

/** Returns today's number among the days of a run, and its hours if confirmed; null on a day without sessions. */
function getRunDay(row: RunRow, sessions: readonly { startsAt: Date; endsAt: Date }[], today: string) {
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

/** Reads the runs in progress and the next ones. Requires `schedule.read`. Throws Unauthenticated, Forbidden. */
async function readNextRuns(ctx: Ctx) {
  requirePermission(ctx, "schedule.read");
  const today = riyadhDate(ctx.now());
  const isOnOrNext = and(gte(endDate, today), isNull(cancelledAt));
  const runIdRows = await ctx.db
    .select({ id })
    .from(courseRuns)
    .where(isOnOrNext)
    .orderBy(asc(startDate), asc(id))
    .limit(maxItems.next);
  const ids = runIdRows.map((run) => run.id);
  const [rows, sessions] = await Promise.all([runRows(ctx, ids, [asc(startDate), asc(id)]), readSessions(ctx, ids)]);
  return {
    items: rows.map((row) => ({ ...row, today: getRunDay(row, sessions.get(row.id) ?? [], today) })),
  };
}

/** Reads how many seats the course's previous run had sold, equally long before its start; null without one. */
async function readPreviousSales(ctx: Ctx, row: RunRow, today: string) {
  const isEarlier = and(eq(courseId, row.courseId), lt(startDate, today), isNull(cancelledAt));
  const [run] = await ctx.db.select().from(courseRuns).where(isEarlier).orderBy(desc(startDate), desc(id)).limit(1);
  if (!run) return null;
  const daysLeft = daysBetween(today, row.startDate);
  const comparedAt = riyadhInstant(addDays(run.startDate, -daysLeft), "23:59");
  const [sold] = await ctx.db
    .select({ seats: count() })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.runId, run.id),
        lte(enrolments.confirmedAt, comparedAt),
        or(isNull(enrolments.endedAt), sql`${enrolments.endedAt} > ${comparedAt.toISOString()}`),
      ),
    );
  return { startDate: run.startDate, seatsSold: sold?.seats ?? 0 };
}

type RunsToDecide = Awaited<ReturnType<typeof listRunsToDecide>>;

/** Reads runs that sell slowly: the count of the view `slow`, and its first runs that need no decision yet. */
async function readSlowRuns(ctx: Ctx, runsToDecide: RunsToDecide) {
  const today = riyadhDate(ctx.now());
  const idsToDecide = new Set(runsToDecide.map((run) => run.id));
  const runIdRows = await ctx.db
    .select({ id })
    .from(courseRuns)
    .where(inStateSql(ctx, "slow"))
    .orderBy(asc(startDate), asc(id));
  const slowIds = runIdRows
    .map((run) => run.id)
    .filter((runId) => !idsToDecide.has(runId))
    .slice(0, maxItems.slow);
  const rows = await runRows(ctx, slowIds, [asc(startDate), asc(id)]);
  const items = rows.map(async (row) => ({
    ...row,
    seatsNeeded: Math.ceil(row.capacity / 2),
    earlier: await readPreviousSales(ctx, row, today),
  }));
  return { count: runIdRows.length, items: await Promise.all(items) };
}

/** Reads the first runs that need a decision, the most urgent first. */
async function readDecisions(ctx: Ctx, runsToDecide: RunsToDecide) {
  const mostUrgent = runsToDecide.slice(0, maxItems.slow);
  const rows = await runRows(
    ctx,
    mostUrgent.map((run) => run.id),
  );
  const items = mostUrgent.flatMap(({ id: runId, minSeats }) => {
    const row = rows.find((run) => run.id === runId);
    return row?.decideBy ? [{ ...row, minSeats, decideBy: row.decideBy }] : [];
  });
  return { count: runsToDecide.length, items };
}

/**
 * Reads runs with too few attendees; those that need a decision only with `schedule.write`. Throws Unauthenticated,
 * Forbidden.
 */
async function readWeakRuns(ctx: Ctx) {
  const runsToDecide = await listRunsToDecide(ctx);
  const [slow, decide] = await Promise.all([
    readSlowRuns(ctx, runsToDecide),
    ifPermitted("schedule.write", (ctx) => readDecisions(ctx, runsToDecide))(ctx),
  ]);
  return { slow, ...(decide && { decide }) };
}

const maxGaps = 3;

async function readArabic(ctx: Ctx) {
  const kinds = await countArabicGaps(ctx);
  // Missing translations come before outdated ones.
  const query = { page: 1, perPage: maxGaps, sort: "state", order: "asc", filter: {} } as const;
  const { data } = await listArabicGaps(ctx, query);
  return {
    count: kinds.reduce((sum, { gaps }) => sum + gaps, 0),
    byEntity: Object.fromEntries(kinds.map(({ entity, gaps }) => [entity, gaps])),
    items: data.map(({ id, entity, title, state }) => ({ id, entity, title, state })),
  };
}

const maxEdits = 4;

/** Counts unpublished drafts and scheduled texts, and lists what the caller saved last. */
async function readEditing(ctx: Ctx) {
  const kinds = await countItems(ctx);
  const sum = (view: "draft" | "never-published" | "scheduled") => kinds.reduce((total, kind) => total + kind[view], 0);
  const own = await listOwnEdits(ctx, maxEdits);
  return {
    drafts: sum("draft") + sum("never-published"),
    scheduled: sum("scheduled"),
    items: own.map(({ id, entity, title, title_ar, savedAt, publishAt, onSite, state }) => {
      return { id, entity, title, title_ar, savedAt, publishAt, isWaiting: !onSite || state === "draft" };
    }),
  };
}

const hasPermission = (ctx: Ctx, permission: Permission) =>
  ctx.actor.kind === "command" || (ctx.actor.kind === "staff" && ctx.actor.permissions.has(permission));

/** Wraps the reader of a section: callers without the permission get undefined, which omits it from the reply. */
const ifPermitted =
  <T>(permission: Permission, read: (ctx: Ctx) => Promise<T>) =>
  async (ctx: Ctx): Promise<T | undefined> =>
    hasPermission(ctx, permission) ? read(ctx) : undefined;

const sections = {
  next: ifPermitted("schedule.read", readNextRuns),
  weak: ifPermitted("schedule.read", readWeakRuns),
  sales: ifPermitted("finance.read", readSales),
  payments: ifPermitted("orders.resolve", readPaymentCases),
  bookings: ifPermitted("orders.transfer", listBookingsToApprove),
  cancellations: ifPermitted("orders.approve", readCancellations),
  refunds: ifPermitted("orders.approve", readWaitingRefunds),
  refundsDue: ifPermitted("orders.refund", readRefundsDue),
  transfers: ifPermitted("orders.transfer", readTransfersDue),
  changes: ifPermitted("changes.decide", readAskedChanges),
  attendance: ifPermitted("attendance.write", readUnmarkedRuns),
  enquiries: ifPermitted("enquiries.read", readOpenEnquiries),
  mails: ifPermitted("mails.read", readFailedMails),
  arabic: ifPermitted("courses.write", readArabic),
  editing: ifPermitted("content.write", readEditing),
  certificates: ifPermitted("certificates.revoke", listToDecide),
};
type Sections = { [Name in keyof typeof sections]: Awaited<ReturnType<(typeof sections)[Name]>> };

/** Reads what waits for the caller and how business stands: only what their role may see. */
export async function readDashboard(ctx: Ctx) {
  requirePermission(ctx, readDashboard.permission);
  const entries = await Promise.all(Object.entries(sections).map(async ([name, read]) => [name, await read(ctx)]));
  const { weak, ...others } = Object.fromEntries(entries) as Sections;
  return { today: riyadhDate(ctx.now()), ...others, ...weak };
}
readDashboard.permission = "dashboard.read" as const;
