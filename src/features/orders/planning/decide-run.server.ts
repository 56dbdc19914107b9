import { and, count, eq, gt, gte, isNotNull, isNull, lte, lt, sql } from "drizzle-orm";
import { requireOnSale, requireOpenRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";

const { id, minSeats, decideBy, decidedAt, seatsSold, cancelledAt, endDate, ifMissed } = courseRuns;

/** From so many days before its decision a run that lacks seats is asked about. */
const askedDaysBefore = 7;

/** Runs that have too few seats sold and no decision yet; a cancelled or past one needs none. */
const lacksSeats = (ctx: Ctx) =>
  and(
    isNotNull(minSeats),
    lt(seatsSold, minSeats),
    isNull(decidedAt),
    isNull(cancelledAt),
    gte(endDate, riyadhDate(ctx.now())),
  );

/** The runs to be decided about now, the most urgent first. For `schedule.read`. Throws Unauthenticated, Forbidden. */
export async function listRunsToDecide(ctx: Ctx): Promise<{ id: number; decideBy: Date; minSeats: number }[]> {
  requirePermission(ctx, listRunsToDecide.permission);
  const until = new Date(ctx.now().getTime() + askedDaysBefore * 86_400_000);
  const rows = await ctx.db
    .select({ id, decideBy, minSeats })
    .from(courseRuns)
    .where(and(lacksSeats(ctx), lte(decideBy, until)))
    .orderBy(decideBy, id);
  return rows.flatMap((row) =>
    row.decideBy && row.minSeats !== null ? [{ id: row.id, decideBy: row.decideBy, minSeats: row.minSeats }] : [],
  );
}
listRunsToDecide.permission = "schedule.read" as const;

/** How many seats of a run were sold in the last seven days and are kept. */
export async function soldLately(ctx: Ctx, runId: number): Promise<number> {
  const since = new Date(ctx.now().getTime() - 7 * 86_400_000);
  const isLate = and(eq(enrolments.runId, runId), eq(enrolments.state, "confirmed"), gt(enrolments.confirmedAt, since));
  const [found] = await ctx.db.select({ seats: count() }).from(enrolments).where(isLate);
  return found?.seats ?? 0;
}

async function decide(ctx: Ctx, runId: number): Promise<void> {
  await lockRuns(ctx, [runId]);
  const run = await requireOpenRun(ctx, runId);
  requireOnSale(ctx, run);
  if (run.minSeats === null) throw new Conflict(m.schedule_decide_nothing({}, { locale: ctx.locale }));
  if (run.decidedAt !== null) return;
  await ctx.db
    .update(courseRuns)
    .set({ decidedAt: ctx.now(), version: sql`${courseRuns.version} + 1` })
    .where(eq(id, runId));
  const facts = { minSeats: run.minSeats, seatsSold: run.seatsSold };
  await audit(ctx, { action: "run.goes-ahead", entity: "run", entityId: runId, after: facts });
  await contentChanged(ctx);
}

/**
 * Decides that a run takes place though fewer seats are sold than it needs: from then on its page promises it. Decided
 * twice is once; no one is notified, as no one was told otherwise. For `schedule.write`. Throws Unauthenticated,
 * Forbidden, NotFound, Conflict (cancelled, about to be, or it names no number).
 */
export async function runAnyway(ctx: Ctx, { runId }: { runId: number }): Promise<void> {
  requirePermission(ctx, runAnyway.permission);
  await inTransaction(ctx, (ctx) => decide(ctx, runId));
}
runAnyway.permission = "schedule.write" as const;

/**
 * Job: runs that no one decided about until their hour take place where they say so. Those that ask go on being asked
 * about. Idempotent.
 */
export async function decideRuns(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id })
    .from(courseRuns)
    .where(and(lacksSeats(ctx), eq(ifMissed, "run"), lte(decideBy, ctx.now()), isNull(courseRuns.saleStoppedAt)))
    .orderBy(id);
  for (const { id: runId } of due) await inTransaction(ctx, (ctx) => decide(ctx, runId));
}
