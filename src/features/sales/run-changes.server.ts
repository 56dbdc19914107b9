import { and, eq, exists, inArray, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#features/accounts/tables.server.ts";
import { courseRuns } from "#features/catalogue/tables.server.ts";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { m } from "#messages";
import { auditExpired } from "./locked-order.server.ts";
import { mailedRun } from "./order-mails.server.ts";
import { taxOn } from "./pricing.ts";
import { releaseSeats } from "./seats.server.ts";
import { attendees, orderLines, orders, paymentAttempts, refunds, runChanges } from "./tables.server.ts";
import type { RunMailProps } from "./run-emails.server.tsx";

type RunRow = typeof courseRuns.$inferSelect;

/** The run, locked until the transaction ends. Throws NotFound, Conflict when it has been cancelled. */
async function lockRun(ctx: Ctx, runId: number): Promise<RunRow> {
  const [run] = await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId)).for("update");
  if (!run) throw new NotFound(m.platform_not_found({}, { locale: ctx.locale }));
  if (run.cancelledAt !== null) throw new Conflict(m.sales_run_cancelled({}, { locale: ctx.locale }));
  return run;
}

interface AffectedPerson {
  orderId: number;
  name: string;
  email: string;
  locale: Locale;
  paid: boolean;
  seats: number;
  slug: string;
  course: RunMailProps["course"];
}

/** Everyone with a place in a run, and who paid for it; each address once, as a buyer where it is both. */
async function affectedBy(ctx: Ctx, runId: number): Promise<AffectedPerson[]> {
  const account = alias(users, "account");
  const locale = sql<Locale>`coalesce(${account.locale}, ${orders.locale})`;
  const bought = await ctx.db
    .select({ line: orderLines, name: account.name, email: account.email, locale })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(account, eq(account.id, orders.userId))
    .where(and(eq(orderLines.runId, runId), inArray(orders.status, ["paid", "partially_refunded"])))
    .orderBy(account.email, orderLines.id);
  const ofLine = and(eq(orderLines.orderId, attendees.orderId), eq(orderLines.runId, attendees.runId));
  const booked = await ctx.db
    .select({ line: orderLines, name: attendees.name, email: attendees.email, locale })
    .from(attendees)
    .innerJoin(orders, eq(orders.id, attendees.orderId))
    .innerJoin(orderLines, ofLine)
    .leftJoin(account, eq(account.id, attendees.userId))
    .where(and(eq(attendees.runId, runId), eq(attendees.state, "confirmed")))
    .orderBy(attendees.email);
  const everybody = [
    ...bought.map((person) => ({ ...person, paid: true, seats: person.line.qty })),
    ...booked.map((person) => ({ ...person, paid: false, seats: 1 })),
  ];
  return [...Map.groupBy(everybody, ({ email }) => email).values()].flatMap(([person]) => {
    if (!person) return [];
    const { line, ...others } = person;
    const course = { name_eng: line.nameEng, name_ar: line.nameAr };
    return { ...others, orderId: line.orderId, slug: line.slug, course };
  });
}

async function notifyAttendees(ctx: Ctx, kind: "moved" | "cancelled", before: RunRow, now: RunRow): Promise<void> {
  const { id: runId, startDate, endDate, venueEng, venueAr } = before;
  const [change] = await ctx.db
    .insert(runChanges)
    .values({ runId, kind, before: { startDate, endDate, venueEng, venueAr }, changedAt: ctx.now() })
    .returning({ id: runChanges.id });
  for (const { email, locale, slug, ...person } of await affectedBy(ctx, runId)) {
    const courseUrl = `${ctx.env.BASE_URL}${localePath(`/courses/${slug}`, locale)}`;
    const props: RunMailProps = { ...person, runId, before: mailedRun(before), now: mailedRun(now), courseUrl };
    const key = `course-${kind}:${change?.id}:${email}`;
    await queueMail(ctx, { key, to: email, locale, template: `course-${kind}`, props });
  }
  await contentChanged(ctx);
}

/**
 * Moves a run to other dates or another venue and notifies everyone who has a seat or paid for one, with a calendar
 * file that moves the entry. For `schedule.move`. Throws Unauthenticated, Forbidden, NotFound, Conflict when it is
 * cancelled.
 */
export async function moveRun(
  ctx: Ctx,
  input: { runId: number; startDate: string; endDate: string; venueEng: string; venueAr: string | null },
): Promise<void> {
  requirePermission(ctx, "schedule.move");
  const { runId, startDate, endDate, venueEng, venueAr } = input;
  const change = { startDate, endDate, venueEng, venueAr };
  await inTransaction(ctx, async (ctx) => {
    const before = await lockRun(ctx, runId);
    await ctx.db.update(courseRuns).set(change).where(eq(courseRuns.id, runId));
    const was = {
      startDate: before.startDate,
      endDate: before.endDate,
      venueEng: before.venueEng,
      venueAr: before.venueAr,
    };
    await audit(ctx, { action: "run.moved", entity: "run", entityId: runId, before: was, after: change });
    await notifyAttendees(ctx, "moved", before, { ...before, ...change });
  });
}

/**
 * Ends a run's unpaid orders and releases their seats; a payment that still comes for them buys nothing. The run is not
 * locked yet.
 */
async function endOpenOrders(ctx: Ctx, runId: number): Promise<void> {
  const { id, status } = orders;
  const ofRun = and(eq(orderLines.orderId, id), eq(orderLines.runId, runId));
  const lines = ctx.db.select({ id: orderLines.id }).from(orderLines).where(ofRun);
  const open = await ctx.db
    .select({ id })
    .from(orders)
    .where(and(inArray(status, ["pending", "failed"]), exists(lines)))
    .orderBy(id)
    .for("update", { of: orders });
  if (open.length === 0) return;
  const ids = open.map((order) => order.id);
  await releaseSeats(ctx, ...ids);
  const ended = await ctx.db
    .update(orders)
    .set({ status: "expired", reason: "run-cancelled" })
    .where(and(inArray(id, ids), eq(status, "pending")))
    .returning({ id });
  await auditExpired(ctx, ended, "run-cancelled");
}

/** Writes down what goes back to everyone who paid for a run; orders and run are locked. */
async function refundRun(ctx: Ctx, runId: number): Promise<void> {
  const asked = ctx.db
    .select({ halalas: sql`coalesce(sum(${refunds.amountHalalas}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.attemptId, paymentAttempts.id));
  const others = alias(orderLines, "other_line");
  const otherLines = ctx.db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.orderId, orders.id), ne(others.runId, runId)));
  const paid = await ctx.db
    .select({
      attemptId: paymentAttempts.id,
      line: orderLines,
      taxPercent: orders.taxPercent,
      leftHalalas: sql<number>`${paymentAttempts.amountHalalas} - ${asked}`,
      isOnlyLine: sql<boolean>`${notExists(otherLines)}`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(and(eq(orderLines.runId, runId), inArray(orders.status, ["paid", "partially_refunded"])));
  for (const { attemptId, line, taxPercent, leftHalalas, isOnlyLine } of paid) {
    const netHalalas = line.qty * line.unitPriceHalalas;
    // A line's VAT is rounded for itself here; the last halala of an order is never given twice.
    const due = isOnlyLine ? leftHalalas : Math.min(leftHalalas, netHalalas + taxOn(netHalalas, taxPercent));
    if (due <= 0) continue;
    const key = `course-cancelled:${runId}:${attemptId}`;
    const reason = "course-cancelled";
    const made = await ctx.db
      .insert(refunds)
      .values({ attemptId, amountHalalas: due, reason, runIds: [runId], key, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: refunds.id });
    const decided = { action: "refund.decided", entity: "order", entityId: line.orderId };
    await audit(ctx, ...made.map(({ id }) => ({ ...decided, after: { refundId: id, amountHalalas: due, reason } })));
  }
}

/** Locks the orders of a run until the transaction ends. Orders lock before runs, everywhere. */
async function lockOrdersOf(ctx: Ctx, runId: number): Promise<void> {
  await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.runId, runId))
    .orderBy(orders.id)
    .for("update", { of: orders });
}

/**
 * Cancels a run: it is off sale, its unpaid orders end, everyone with a seat or a payment is notified, and the refund
 * job refunds what was paid for it. For `schedule.cancel`. Throws Unauthenticated, Forbidden, NotFound, Conflict when it
 * is cancelled already.
 */
export async function cancelRun(ctx: Ctx, input: { runId: number }): Promise<void> {
  requirePermission(ctx, "schedule.cancel");
  const { runId } = input;
  await inTransaction(ctx, async (ctx) => {
    await lockOrdersOf(ctx, runId);
    await endOpenOrders(ctx, runId);
    const before = await lockRun(ctx, runId);
    await ctx.db.update(courseRuns).set({ cancelledAt: ctx.now() }).where(eq(courseRuns.id, runId));
    const cancelledAt = ctx.now().toISOString();
    await audit(ctx, { action: "run.cancelled", entity: "run", entityId: runId, after: { cancelledAt } });
    await notifyAttendees(ctx, "cancelled", before, before);
    await refundRun(ctx, runId);
  });
  // A transaction that held the lock before us may have opened an order that we could not see; from now on none can.
  await inTransaction(ctx, (ctx) => endOpenOrders(ctx, runId));
}
