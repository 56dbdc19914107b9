import { and, eq, exists, inArray } from "drizzle-orm";
import { peopleConcerned, renderChangeMail, type ChangeReason } from "#features/seats/run-notices.server.ts";
import { countHeldInRun } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { splitGross } from "#features/invoices/document.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { readRunRefunds } from "#features/settlement/refunds/refund-run.server.ts";
import { listApprovers } from "#features/changes/approval.server.ts";
import { resolveAddress, requireUncancelledRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { requireSessions } from "#features/catalogue/schedule/sessions.server.ts";
import {
  classifySessionChange,
  toRunSpan,
  movedSessions,
  type Session,
} from "#features/catalogue/schedule/sessions.ts";
import { refundLimitHalalas } from "#features/settings/settings.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { requireDayOrder, type RunMove } from "#features/runs/run-changes/move.server.ts";
import { readMoveClashes } from "./read-clashes.server.ts";

/** Maximum people named in a reply; all of them are counted. */
const maxNamed = 200;

/** Reads the people who are notified of a change, and how many emails there are in each language. */
async function readRecipients(ctx: Ctx, runId: number, kind: "moved" | "cancelled" | "times" | "link") {
  const people = await peopleConcerned(ctx, runId, kind);
  const inArabic = people.filter(({ locale }) => locale === "ar").length;
  return {
    people: people.slice(0, maxNamed),
    mails: { total: people.length, en: people.length - inArabic, ar: inArabic },
    orders: new Set(people.map(({ orderId }) => orderId)).size,
  };
}

async function countOpenOrders(ctx: Ctx, runId: number): Promise<number> {
  const whereRun = and(eq(orderLines.orderId, orders.id), eq(orderLines.runId, runId));
  const lines = ctx.db.select({ id: orderLines.id }).from(orderLines).where(whereRun);
  return ctx.db.$count(orders, and(eq(orders.status, "pending"), exists(lines)));
}

/** Counts the confirmed seats of a run that these orders have. */
const countConfirmed = (ctx: Ctx, runId: number, orderIds: number[]): Promise<number> =>
  ctx.db.$count(
    enrolments,
    and(eq(enrolments.runId, runId), eq(enrolments.state, "confirmed"), inArray(enrolments.orderId, orderIds)),
  );

const countSeats = async (ctx: Ctx, runId: number, sold: number) => ({
  seatsSold: sold,
  seatsHeld: await countHeldInRun(ctx, runId),
  openOrders: await countOpenOrders(ctx, runId),
});

/** Sums the refunds of these payments, in halalas. */
const sumAmounts = (parts: readonly { amountHalalas: number }[]): number =>
  parts.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0);

/** Target of a move; absent fields do not change. */
export interface MoveTarget {
  runId: number;
  startDate?: string | undefined;
  endDate?: string | undefined;
  venueEng?: string | undefined;
}

/**
 * Previews `moveRun`: its clashes, and the maximum refund (VAT included) if no one can come. Throws NotFound, Conflict
 * (cancelled).
 */
export async function previewMove(ctx: Ctx, { runId, ...to }: MoveTarget) {
  requirePermission(ctx, previewMove.permission);
  const run = await requireUncancelledRun(ctx, runId);
  const { startDate = run.startDate, endDate = run.endDate, venueEng = run.venueEng } = to;
  const runRefunds = await readRunRefunds(ctx, runId);
  const maxHalalas = sumAmounts(runRefunds.flatMap(({ parts }) => parts));
  return {
    clashes: endDate < startDate ? [] : await readMoveClashes(ctx, run, { startDate, endDate, venueEng }),
    refunds: { orders: runRefunds.length, total: decimalFromHalalas(maxHalalas) },
    version: run.version,
    ...(await readRecipients(ctx, runId, "moved")),
    ...(await countSeats(ctx, runId, run.seatsSold)),
  };
}
previewMove.permission = "schedule.move" as const;

/**
 * Previews the email of `moveRun` or, without `to`, of `cancelRun` in both languages; null where no one gets one.
 * Throws NotFound, ValidationError (the run would end before it starts), Conflict (cancelled).
 */
export async function readChangeMail(
  ctx: Ctx,
  { runId, to, reason }: { runId: number; to?: Omit<RunMove, "runId" | "reason">; reason: ChangeReason | null },
) {
  requirePermission(ctx, ...readChangeMail.permission);
  const before = await requireUncancelledRun(ctx, runId);
  if (!to) return renderChangeMail(ctx, { kind: "cancelled", before, now: before }, reason);
  requireDayOrder(ctx, to);
  const after = { ...before, ...to, ...resolveAddress(before, to), ...movedSessions(before, before.sessions, to) };
  return renderChangeMail(ctx, { kind: "moved", before, now: after }, reason);
}
readChangeMail.permission = ["schedule.move", "schedule.cancel"] as const;

/**
 * Previews `replaceSessions`. `kind` is null when nothing changes and no one is notified. Throws what `replaceSessions`
 * throws.
 */
export async function previewSessions(ctx: Ctx, input: { runId: number; sessions: Session[] }) {
  requirePermission(ctx, previewSessions.permission);
  const { runId } = input;
  const run = await requireUncancelledRun(ctx, runId);
  const sessions = requireSessions(ctx, input.sessions, run.delivery);
  const kind = classifySessionChange(run, { ...toRunSpan(sessions), timesConfirmed: true, sessions });
  const unchanged = { people: [], mails: { total: 0, en: 0, ar: 0 }, orders: 0 };
  const recipients = kind ? await readRecipients(ctx, runId, kind) : unchanged;
  return { version: run.version, kind, ...recipients, ...(await countSeats(ctx, runId, run.seatsSold)) };
}
previewSessions.permission = "schedule.write" as const;

/** Previews `cancelRun` with its refunds, VAT included. Throws NotFound, Conflict (cancelled already). */
export async function previewCancel(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, ...previewCancel.permission);
  const run = await requireUncancelledRun(ctx, runId);
  const runRefunds = await readRunRefunds(ctx, runId);
  const orderIds = runRefunds.map(({ orderId }) => orderId);
  const parts = runRefunds.flatMap(({ parts }) => parts);
  const sumByMethod = (method: "card" | "transfer") =>
    decimalFromHalalas(sumAmounts(parts.filter(({ payment }) => payment.method === method)));
  const percentByOrder = await readTaxPercents(ctx, orderIds);
  const total = sumAmounts(parts);
  const tax = runRefunds.reduce(
    (sum, { orderId, parts }) => sum + splitGross(sumAmounts(parts), percentByOrder.get(orderId) ?? 0).taxHalalas,
    0,
  );
  const limitHalalas = await refundLimitHalalas(ctx);
  const needsSecondPerson = total > limitHalalas;
  return {
    version: run.version,
    ...(await readRecipients(ctx, runId, "cancelled")),
    ...(await countSeats(ctx, runId, run.seatsSold)),
    refunds: {
      orders: runRefunds.length,
      seats: await countConfirmed(ctx, runId, orderIds),
      net: decimalFromHalalas(total - tax),
      tax: decimalFromHalalas(tax),
      total: decimalFromHalalas(total),
      toCards: sumByMethod("card"),
      byTransfer: sumByMethod("transfer"),
    },
    limit: decimalFromHalalas(limitHalalas),
    needsSecondPerson,
    approvers: needsSecondPerson ? (await listApprovers(ctx, requireStaff(ctx).id)).map(({ name }) => name) : [],
  };
}
previewCancel.permission = ["schedule.cancel", "orders.approve"] as const;

async function readTaxPercents(ctx: Ctx, orderIds: number[]): Promise<Map<number, number>> {
  const { id, taxPercent } = orders;
  const rows = await ctx.db.select({ id, taxPercent }).from(orders).where(inArray(id, orderIds));
  return new Map(rows.map((order) => [order.id, order.taxPercent]));
}
