import { notifyAttendees } from "#features/orders/seats/run-notices.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { changeRun, requireOnSale, requireOpenRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { requireSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { changeOfSessions, daysOfSessions, type Session } from "#features/catalogue/schedule/sessions.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";

/** The joining link is for the enrolled, so the audit log says only whether there is one. */
const timesOf = (sessions: readonly Session[]) =>
  sessions.map(({ startsAt, endsAt, joiningUrl }) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    hasLink: joiningUrl !== null,
  }));

/**
 * Confirms a run's times. Notifies everyone of new dates, the enrolled of new times or joining links. Throws NotFound,
 * ValidationError by `sessions.N.field`, Conflict when the run is cancelled or has ended.
 */
export async function replaceSessions(ctx: Ctx, input: { runId: number; sessions: Session[] }): Promise<void> {
  requirePermission(ctx, replaceSessions.permission);
  const { runId } = input;
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireOpenRun(ctx, runId);
    requireOnSale(ctx, before);
    if (before.endDate < riyadhDate(ctx.now())) throw new Conflict(m.schedule_run_ended({}, { locale: ctx.locale }));
    const sessions = requireSessions(ctx, input.sessions, before.delivery);
    const change = { ...daysOfSessions(sessions), timesConfirmed: true, sessions };
    const kind = changeOfSessions(before, change);
    if (!kind) return;
    await audit(ctx, {
      action: "run.sessions-replaced",
      entity: "run",
      entityId: runId,
      before: { sessions: timesOf(before.sessions) },
      after: { sessions: timesOf(sessions) },
    });
    await notifyAttendees(ctx, await changeRun(ctx, kind, before, change));
  });
}
replaceSessions.permission = "schedule.write" as const;
