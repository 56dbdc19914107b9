import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  sql,
} from "drizzle-orm";
import { z } from "zod";
import {
  requireNoWaitingCancellation,
  requireUncancelledRun,
  requireRun,
} from "#features/catalogue/schedule/run-changes.server.ts";
import type { BelowMinimumAction } from "#features/catalogue/schedule/run-choices.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { runCancellations } from "#features/changes/approval-tables.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { cancelRun } from "#features/runs/run-changes/cancel.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { notifyRunConfirmed } from "#features/seats/run-notices.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { actorNames } from "#features/staff/audit-log.server.ts";
import { staffName } from "#features/staff/names.server.ts";
import { staffAtWork } from "#features/staff/sessions.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { dayMs, riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { riyadhMinute } from "#platform/http/codecs.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { m } from "#messages";
import { requireDecisionAhead } from "./run-fields.server.ts";
import { decisionDays } from "./run-states.ts";
import { inStateSql } from "./staff-runs.server.ts";

const { id, minSeats, decideBy, decidedAt, seatsSold, cancelledAt, endDate, ifMissed, saleStoppedAt } = courseRuns;

/** Selects runs with fewer seats sold than their minimum and no decision yet. Cancelled and past runs need none. */
const belowMinimumSql = (ctx: Ctx) =>
  and(
    isNotNull(minSeats),
    lt(seatsSold, minSeats),
    isNull(decidedAt),
    isNull(cancelledAt),
    gte(endDate, riyadhDate(ctx.now())),
  );

/**
 * Lists the runs of the view `decide`, the most urgent first. Requires `schedule.read`. Throws Unauthenticated,
 * Forbidden.
 */
export async function listRunsToDecide(ctx: Ctx): Promise<{ id: number; decideBy: Date; minSeats: number }[]> {
  requirePermission(ctx, listRunsToDecide.permission);
  const rows = await ctx.db
    .select({ id, decideBy, minSeats })
    .from(courseRuns)
    .where(inStateSql(ctx, "decide"))
    .orderBy(decideBy, id);
  return rows.flatMap((row) =>
    row.decideBy && row.minSeats !== null ? [{ id: row.id, decideBy: row.decideBy, minSeats: row.minSeats }] : [],
  );
}
listRunsToDecide.permission = "schedule.read" as const;

/** Locks a run with a minimum of seats. Throws NotFound, Conflict. */
async function lockRunWithMinimum(ctx: Ctx, runId: number) {
  await lockRuns(ctx, [runId]);
  const run = await requireUncancelledRun(ctx, runId);
  requireNoWaitingCancellation(ctx, run);
  if (run.minSeats === null || run.decideBy === null)
    throw new Conflict(m.schedule_decide_nothing({}, { locale: ctx.locale }));
  return { ...run, minSeats: run.minSeats, decideBy: run.decideBy };
}

/** Decides that a run takes place. Changes nothing if that was decided before. Throws NotFound, Conflict. */
async function decideToTakePlace(ctx: Ctx, runId: number): Promise<void> {
  const run = await lockRunWithMinimum(ctx, runId);
  if (run.decidedAt !== null) return;
  await ctx.db
    .update(courseRuns)
    .set({ decidedAt: ctx.now(), version: sql`${courseRuns.version} + 1` })
    .where(eq(id, runId));
  const facts = { minSeats: run.minSeats, seatsSold: run.seatsSold };
  await audit(ctx, { action: "run.goes-ahead", entity: "run", entityId: runId, after: facts });
  await notifyRunConfirmed(ctx, run);
  await announceContentChange(ctx);
}

/**
 * Decides that a run takes place although too few seats are sold. From then on its page promises it, and everyone with
 * a seat gets an email. Deciding twice changes nothing. Requires `schedule.write`. Throws Unauthenticated, Forbidden,
 * NotFound, Conflict (cancelled, about to be cancelled, or without a minimum).
 */
export async function takePlaceAnyway(ctx: Ctx, { runId }: { runId: number }): Promise<void> {
  requirePermission(ctx, takePlaceAnyway.permission);
  await inTransaction(ctx, (ctx) => decideToTakePlace(ctx, runId));
}
takePlaceAnyway.permission = "schedule.write" as const;

/**
 * Postpones a decision by a week, once only, because people have to book their travel. Notifies no one. Requires
 * `schedule.write`. Throws Unauthenticated, Forbidden, NotFound, Conflict (cancelled, about to be cancelled, without a
 * minimum, decided, or postponed before), ValidationError (the run would have begun).
 */
export async function postponeDecision(ctx: Ctx, { runId }: { runId: number }): Promise<void> {
  requirePermission(ctx, postponeDecision.permission);
  await inTransaction(ctx, async (ctx) => {
    const { decideBy: before, ...run } = await lockRunWithMinimum(ctx, runId);
    if (run.decidedAt !== null || run.putOffAt !== null)
      throw new Conflict(m.schedule_decide_put_off({}, { locale: ctx.locale }));
    const after = new Date(before.getTime() + 7 * dayMs);
    requireDecisionAhead(ctx, after, run.sessions);
    await ctx.db
      .update(courseRuns)
      .set({ decideBy: after, putOffAt: ctx.now(), version: sql`${courseRuns.version} + 1` })
      .where(eq(id, runId));
    const change = { before: { decideBy: before }, after: { decideBy: after, seatsSold: run.seatsSold } };
    await audit(ctx, { action: "run.decision-put-off", entity: "run", entityId: runId, ...change });
    await announceContentChange(ctx);
  });
}
postponeDecision.permission = "schedule.write" as const;

/**
 * Selects runs with this default action (`ifMissed`) whose deadline has passed without a decision, and for which no
 * cancellation was requested since.
 */
function deadlinePassedSql(ctx: Ctx, defaultAction: BelowMinimumAction) {
  const { runId, askedAt } = runCancellations;
  // A request that a second person declined is not repeated.
  const requestsSinceDeadline = ctx.db
    .select({ id: runCancellations.id })
    .from(runCancellations)
    .where(and(eq(runId, id), gte(askedAt, decideBy)));
  return and(
    belowMinimumSql(ctx),
    eq(ifMissed, defaultAction),
    lte(decideBy, ctx.now()),
    isNull(saleStoppedAt),
    notExists(requestsSinceDeadline),
  );
}

/**
 * Cancels a run on behalf of the person who set its minimum, if they still have the permission. If the refunds are
 * within the limit, the run is cancelled at once. Above the limit, the run goes off sale and a second person gets an
 * email to approve the cancellation.
 */
async function cancelBelowMinimum(job: Ctx, runId: number, setBy: string | null): Promise<void> {
  const actor = setBy === null ? null : await staffAtWork(job, setBy);
  if (!actor?.permissions.has(cancelRun.permission)) return;
  const reason = {
    eng: m.schedule_missed_reason({}, { locale: "en" }),
    ar: m.schedule_missed_reason({}, { locale: "ar" }),
  };
  await cancelRun({ ...job, actor }, { runId, reason }, async (ctx) => {
    const [run] = await ctx.db
      .select({ minSeats, seatsSold })
      .from(courseRuns)
      .where(and(eq(id, runId), deadlinePassedSql(ctx, "cancel")));
    if (!run) throw new Conflict(m.schedule_decide_nothing({}, { locale: ctx.locale }));
    // `number-missed`: fewer seats were sold than the minimum.
    await audit(
      { ...ctx, actor: job.actor },
      { action: "run.number-missed", entity: "run", entityId: runId, after: run },
    );
  });
}

/**
 * Job: applies the default action, to take place or be cancelled, to runs that no one decided about in time. Runs
 * without a default stay on the list. Idempotent, even with two processes.
 */
export async function decideRuns(ctx: Ctx): Promise<void> {
  const dueRuns = await ctx.db
    .select({ runId: id, defaultAction: ifMissed, setBy: courseRuns.minSetBy })
    .from(courseRuns)
    .where(
      and(sql`${ifMissed} <> 'ask'`, sql`(${deadlinePassedSql(ctx, "run")} or ${deadlinePassedSql(ctx, "cancel")})`),
    )
    .orderBy(id);
  for (const { runId, defaultAction, setBy } of dueRuns)
    try {
      if (defaultAction === "run") await inTransaction(ctx, (ctx) => decideToTakePlace(ctx, runId));
      else await cancelBelowMinimum(ctx, runId, setBy);
    } catch (error) {
      // Another process or a colleague was faster; otherwise the job tries again in a minute.
      if (!(error instanceof Conflict)) throw error;
    }
}

type ReminderColumns = Pick<typeof courseRuns.$inferSelect, "remindsToDecide" | "ifMissed" | "remindedAt" | "decideBy">;

/** Whether a reminder is due: seven days and one day before the deadline, and at the deadline if no default is set. */
function isReminderDue({ remindsToDecide, ifMissed, remindedAt, decideBy }: ReminderColumns, now: Date): boolean {
  if (!decideBy) return false;
  const reminderDays = [...(remindsToDecide ? [decisionDays, 1] : []), ...(ifMissed === "ask" ? [0] : [])];
  const pastTimes = reminderDays
    .map((days) => decideBy.getTime() - days * dayMs)
    .filter((time) => time <= now.getTime());
  return pastTimes.length > 0 && (remindedAt?.getTime() ?? 0) < Math.max(...pastTimes);
}

/**
 * Job: reminds the person who set the minimum of a run that has sold too few seats. Each reminder is sent once, even
 * with two processes.
 */
export async function remindToDecide(ctx: Ctx): Promise<void> {
  const latestDeadline = new Date(ctx.now().getTime() + decisionDays * dayMs);
  const candidates = await ctx.db
    .select({ run: courseRuns })
    .from(courseRuns)
    .where(
      and(belowMinimumSql(ctx), lte(decideBy, latestDeadline), isNull(saleStoppedAt), isNotNull(courseRuns.minSetBy)),
    )
    .orderBy(id);
  for (const { run } of candidates)
    if (isReminderDue(run, ctx.now())) await inTransaction(ctx, (ctx) => remind(ctx, run.id));
}

async function remind(ctx: Ctx, runId: number): Promise<void> {
  await lockRuns(ctx, [runId]);
  const { id: reminded, email: to, locale } = staffUsers;
  const [row] = await ctx.db
    .select({ run: courseRuns, course: { name_eng: courses.name_eng, name_ar: courses.name_ar }, reminded, to, locale })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .innerJoin(staffUsers, and(eq(staffUsers.id, courseRuns.minSetBy), isNull(staffUsers.removedAt)))
    .where(and(eq(id, runId), belowMinimumSql(ctx)));
  if (!row || !isReminderDue(row.run, ctx.now())) return;
  const { run, course } = row;
  const { minSeats: needed, decideBy: deadline } = run;
  if (needed === null || deadline === null) return;
  await ctx.db.update(courseRuns).set({ remindedAt: ctx.now() }).where(eq(id, runId));
  await audit(ctx, {
    action: "run.decision-reminded",
    entity: "run",
    entityId: runId,
    after: { reminded: row.reminded, minSeats: run.minSeats, seatsSold: run.seatsSold },
  });
  await queueMail(ctx, {
    key: `run-to-decide:${runId}:${ctx.now().toISOString()}`,
    to: row.to,
    locale: row.locale,
    template: "run-to-decide",
    props: {
      course,
      start_date: run.startDate,
      end_date: run.endDate,
      sold: run.seatsSold,
      needed,
      decideBy: deadline.toISOString(),
      ifMissed: run.ifMissed,
      url: `${ctx.env.BASE_URL}/staff/runs/${runId}`,
    },
  });
}

const decisionActions = [
  "run.created",
  "run.edited",
  "run.moved",
  "run.goes-ahead",
  "run.decision-put-off",
  "run.decision-reminded",
  "run.number-missed",
  "run.cancellation-requested",
  "run.cancellation-declined",
  "run.cancelled",
];
/** Days before today for which `readDecision` returns the seats sold. */
const salesDays = 14;

/**
 * Reads what staff need to decide about a run: for today and each of the 14 days before, how many seats were sold in
 * total by its end (`pace`); how many were sold in the last week (`soldLately`); the next run of its course with free
 * seats; and earlier decisions. Requires `schedule.read`. Throws Unauthenticated, Forbidden, NotFound.
 */
export async function readDecision(ctx: Ctx, { id: runId }: { id: number }) {
  requirePermission(ctx, readDecision.permission);
  const run = await requireRun(ctx, runId);
  const confirmed = and(eq(enrolments.runId, runId), eq(enrolments.state, "confirmed"));
  const day = sql<string>`(${enrolments.confirmedAt} at time zone 'Asia/Riyadh')::date::text`;
  const sales = await ctx.db.select({ day, seats: count() }).from(enrolments).where(confirmed).groupBy(day);
  const today = riyadhDate(ctx.now());
  const days = Array.from({ length: salesDays + 1 }, (_, index) =>
    riyadhDate(new Date(ctx.now().getTime() - (salesDays - index) * dayMs)),
  );
  const countSoldUntil = (last: string) => sales.reduce((sum, { day, seats }) => sum + (day <= last ? seats : 0), 0);
  const soldByDay = days.map((day) => ({ day, sold: countSoldUntil(day) }));
  const soldInLastWeek = (soldByDay.at(-1)?.sold ?? 0) - (soldByDay.at(-8)?.sold ?? 0);
  const seatsFree = sql<number>`${courseRuns.capacity} - ${seatsSold} - ${courseRuns.seatsOffered}`;
  const [next] = await ctx.db
    .select({ id, startDate: courseRuns.startDate, endDate, seatsFree })
    .from(courseRuns)
    .where(
      and(
        eq(courseRuns.courseId, run.courseId),
        ne(id, runId),
        gt(courseRuns.startDate, today),
        isNull(cancelledAt),
        isNull(saleStoppedAt),
        gt(seatsFree, 0),
      ),
    )
    .orderBy(asc(courseRuns.startDate), asc(id))
    .limit(1);
  return {
    soldLately: soldInLastWeek,
    pace: soldByDay,
    nextRun: next ?? null,
    events: await readEvents(ctx, runId),
  };
}
readDecision.permission = "schedule.read" as const;

/** Reads the audit entries about a run's minimum and its decision, newest first. */
async function readEvents(ctx: Ctx, runId: number) {
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.entity, "run"),
        eq(auditEvents.entityId, String(runId)),
        inArray(auditEvents.action, decisionActions),
        // Creating or editing a run only counts if it set the minimum or the deadline.
        sql`(${auditEvents.action} not in ('run.created', 'run.edited') or coalesce(${auditEvents.after} ->> 'minSeats', ${auditEvents.after} ->> 'decideBy') is not null)`,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(10);
  const names = await actorNames(ctx, rows);
  const { name, nameAr } = staffUsers;
  const people = await ctx.db
    .select({ id: staffUsers.id, name, nameAr })
    .from(staffUsers)
    .where(
      inArray(
        staffUsers.id,
        rows.flatMap(({ after }) => (typeof after?.["reminded"] === "string" ? after["reminded"] : [])),
      ),
    );
  const remindedName = (id: unknown): string | null => {
    const person = people.find((member) => member.id === id);
    return person ? staffName(person, ctx.locale) : null;
  };
  return rows.map(({ id, at, action, actorId, actorName, after }) => ({
    id,
    at: at.toISOString(),
    by: names.get(actorId) ?? actorName,
    action: action.replace("run.", ""),
    reminded: remindedName(after?.["reminded"]),
    sold: typeof after?.["seatsSold"] === "number" ? after["seatsSold"] : null,
    needed: typeof after?.["minSeats"] === "number" ? after["minSeats"] : null,
    decideBy: typeof after?.["decideBy"] === "string" ? z.encode(riyadhMinute, new Date(after["decideBy"])) : null,
  }));
}
