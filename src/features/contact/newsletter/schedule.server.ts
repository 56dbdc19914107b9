import { and, eq, lte } from "drizzle-orm";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { HttpError, ValidationError } from "#platform/errors.ts";
import { errorForLog } from "#platform/log.server.ts";
import { m } from "#messages";
import { readIssue, type FullIssue } from "./issues.server.ts";
import { issueWarnings } from "./newsletter.schema.ts";
import { changeState, lockedIssue, type IssueRow } from "./records.server.ts";
import { lockUnsent, moveIssue, requireSendable, startIssue, toStarterColumns, type SendInput } from "./send.server.ts";
import { newsletterIssues } from "./tables.server.ts";

/**
 * Schedules an issue, or changes its time. The job `newsletter.start-scheduled` starts it. Throws what `startIssue`
 * throws, and ValidationError for a time that is not in the future.
 */
export async function scheduleIssue(ctx: Ctx, input: SendInput & { scheduledAt: Date }): Promise<FullIssue> {
  requirePermission(ctx, scheduleIssue.permission);
  const { scheduledAt } = input;
  return inTransaction(ctx, async (ctx) => {
    const row = await lockUnsent(ctx, input);
    if (!(scheduledAt > ctx.now()))
      throw new ValidationError({ scheduledAt: [m.newsletter_schedule_future({}, { locale: ctx.locale })] });
    await requireSendable(ctx, row, input.accepted);
    await changeState(ctx, row, "scheduled", { scheduledAt, ...toStarterColumns(ctx) }, { scheduled_at: scheduledAt });
    return readIssue(ctx, input);
  });
}
scheduleIssue.permission = startIssue.permission;

/** Turns a scheduled issue into a draft again. Throws NotFound, Conflict. */
export const unscheduleIssue = (ctx: Ctx, { id }: { id: number }): Promise<FullIssue> =>
  moveIssue(ctx, id, ["scheduled"], "draft", () => ({ scheduledAt: null, startedBy: null, startedById: null }));
unscheduleIssue.permission = startIssue.permission;

/** Locks an issue whose time has come. Null when another worker has started it or a colleague has changed its time. */
async function lockDue(ctx: Ctx, id: number): Promise<IssueRow | null> {
  const row = await lockedIssue(ctx, id);
  return row.state === "scheduled" && row.scheduledAt !== null && row.scheduledAt <= ctx.now() ? row : null;
}

/** Starts a due issue, or makes it a draft again when a check fails, for example because a linked course is gone. */
async function startDue(ctx: Ctx, id: number): Promise<void> {
  try {
    await inTransaction(ctx, async (ctx) => {
      const row = await lockDue(ctx, id);
      if (!row) return;
      // Pass all warnings, because the person who scheduled the issue has accepted them.
      const recipients = await requireSendable(ctx, row, issueWarnings);
      await changeState(ctx, row, "sending", { startedAt: ctx.now(), recipients }, { recipients });
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    ctx.log.error({ issue: id, ...errorForLog(error) }, "scheduled newsletter could not start; it is a draft again");
    await inTransaction(ctx, async (ctx) => {
      const row = await lockDue(ctx, id);
      const change = { startedBy: null, startedById: null };
      if (row) await changeState(ctx, row, "draft", change, {}, "newsletter.schedule-failed");
    });
  }
}

/** Scheduled job: starts issues whose time has come, each in its own transaction. */
export async function startScheduled(ctx: Ctx): Promise<void> {
  const { id, state, scheduledAt } = newsletterIssues;
  const due = await ctx.db
    .select({ id })
    .from(newsletterIssues)
    .where(and(eq(state, "scheduled"), lte(scheduledAt, ctx.now())))
    .orderBy(scheduledAt, id);
  for (const issue of due) await startDue(ctx, issue.id);
}
