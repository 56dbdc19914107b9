import type { ChangeReason } from "#features/seats/run-notices.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import {
  resolveAddress,
  changeRun,
  requireNoWaitingCancellation,
  requireUncancelledRun,
  type RunWithSessions,
} from "#features/catalogue/schedule/run-changes.server.ts";
import { movedSessions } from "#features/catalogue/schedule/sessions.ts";
import { dayMs, daysBetween } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { notifyWaitlist } from "#features/waitlist/waitlist.server.ts";
import { requireNotOffered } from "./offered-run.server.ts";
import { startFollowUpTask, notifyRunMoved } from "./tasks.server.ts";

export interface RunMove {
  runId: number;
  startDate: string;
  endDate: string;
  venueEng: string;
  venueAr: string | null;
  /** Address of the venue. If absent, the address stays when the venue stays, and is removed otherwise. */
  addressEng?: string | null | undefined;
  addressAr?: string | null | undefined;
  reason?: ChangeReason | null;
}

/** Throws ValidationError of `endDate` if the run would end before it starts. */
export function requireDayOrder(ctx: Ctx, { startDate, endDate }: Pick<RunMove, "startDate" | "endDate">): void {
  if (endDate < startDate) throw new ValidationError({ endDate: [getProblemMessage("invalid", ctx.locale)] });
}

/** Moves the time to decide about the minimum with the first day; the decision is due again. */
function moveDecision({ decideBy, startDate: from }: RunWithSessions, to: string) {
  if (!decideBy) return {};
  return {
    decideBy: new Date(decideBy.getTime() + daysBetween(from, to) * dayMs),
    decidedAt: null,
    putOffAt: null,
  };
}

/**
 * Moves a run at once. The returned task notifies everyone with a seat or a payment; null when there is no one to
 * notify. A different number of days makes the times unconfirmed. Throws NotFound, ValidationError (the run would end
 * before it starts), Conflict (cancelled, about to be cancelled, offered to a company, or ten of the caller's tasks are
 * open).
 */
export async function moveRun(ctx: Ctx, input: RunMove): Promise<{ taskId: number | null }> {
  requirePermission(ctx, moveRun.permission);
  const { runId, startDate, endDate, venueEng, venueAr, reason = null } = input;
  requireDayOrder(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireUncancelledRun(ctx, runId);
    requireNoWaitingCancellation(ctx, before);
    await requireNotOffered(ctx, before);
    const previous = {
      startDate: before.startDate,
      endDate: before.endDate,
      venueEng: before.venueEng,
      venueAr: before.venueAr,
      addressEng: before.addressEng,
      addressAr: before.addressAr,
    };
    const after = { startDate, endDate, venueEng, venueAr, ...resolveAddress(before, input) };
    await audit(ctx, {
      action: "run.moved",
      entity: "run",
      entityId: runId,
      before: previous,
      after: { ...after, reason },
    });
    const moved = movedSessions(before, before.sessions, { startDate, endDate });
    const change = await changeRun(ctx, "moved", before, { ...after, ...moved, ...moveDecision(before, startDate) });
    await notifyWaitlist(ctx, runId);
    return { taskId: await startFollowUpTask(ctx, notifyRunMoved, change, reason) };
  });
}
moveRun.permission = "schedule.move" as const;
