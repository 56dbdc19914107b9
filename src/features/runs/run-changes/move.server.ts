import type { ChangeReason } from "#features/seats/run-notices.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import {
  resolveAddress,
  changeRun,
  requireOnSale,
  requireOpenRun,
  type RunWithSessions,
} from "#features/catalogue/schedule/run-changes.server.ts";
import { movedSessions } from "#features/catalogue/schedule/sessions.ts";
import { dayMs, daysBetween } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { notifyWaitlist } from "#features/waitlist/waitlist.server.ts";
import { requireNotOffered } from "./offered-run.server.ts";
import { startFollowing, notifyRunMoved as tellEnrolled } from "./tasks.server.ts";

export interface RunMove {
  runId: number;
  startDate: string;
  endDate: string;
  venueEng: string;
  venueAr: string | null;
  /** Address of the venue. When absent, it stays if the venue stays, else it is removed. */
  addressEng?: string | null | undefined;
  addressAr?: string | null | undefined;
  reason?: ChangeReason | null;
}

/** Throws ValidationError of `endDate` if the run would end before it starts. */
export function requireDayOrder(ctx: Ctx, { startDate, endDate }: Pick<RunMove, "startDate" | "endDate">): void {
  if (endDate < startDate) throw new ValidationError({ endDate: [fieldText("invalid", ctx.locale)] });
}

/** The time of a decision about the minimum moves with the first day, and the decision is due again. */
function decisionMoved({ decideBy, startDate: from }: RunWithSessions, to: string) {
  if (!decideBy) return {};
  return {
    decideBy: new Date(decideBy.getTime() + daysBetween(from, to) * dayMs),
    decidedAt: null,
    putOffAt: null,
  };
}

/**
 * Moves a run at once. The returned task notifies everyone with a seat or a payment; null when it concerns no one. A
 * different number of days makes the times unconfirmed. Throws NotFound, ValidationError (it ends before it starts),
 * Conflict (cancelled, about to be cancelled, offered to a company, or ten of the caller's tasks are open).
 */
export async function moveRun(ctx: Ctx, input: RunMove): Promise<{ taskId: number | null }> {
  requirePermission(ctx, moveRun.permission);
  const { runId, startDate, endDate, venueEng, venueAr, reason = null } = input;
  requireDayOrder(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireOpenRun(ctx, runId);
    requireOnSale(ctx, before);
    await requireNotOffered(ctx, before);
    const was = {
      startDate: before.startDate,
      endDate: before.endDate,
      venueEng: before.venueEng,
      venueAr: before.venueAr,
      addressEng: before.addressEng,
      addressAr: before.addressAr,
    };
    const after = { startDate, endDate, venueEng, venueAr, ...resolveAddress(before, input) };
    await audit(ctx, { action: "run.moved", entity: "run", entityId: runId, before: was, after: { ...after, reason } });
    const moved = movedSessions(before, before.sessions, { startDate, endDate });
    const change = await changeRun(ctx, "moved", before, { ...after, ...moved, ...decisionMoved(before, startDate) });
    await notifyWaitlist(ctx, runId);
    return { taskId: await startFollowing(ctx, tellEnrolled, change, reason) };
  });
}
moveRun.permission = "schedule.move" as const;
