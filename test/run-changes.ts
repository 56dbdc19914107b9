/** Moves and cancels runs with all consequences, for tests of other features. */
import { eq } from "drizzle-orm";
import type { StaffRole } from "#features/people/permissions.ts";
import { approveCancellation, cancelRun } from "#features/runs/run-changes/cancel.server.ts";
import { moveRun, type RunMove } from "#features/runs/run-changes/move.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { requireStaff } from "#platform/context.server.ts";
import { tasks } from "../src/tasks.ts";
import type { TestCtx } from "./context.ts";
import { runQueuedTasks } from "./tasks.ts";

/** Stores the staff member of the context, because a task requires a stored account of whoever starts it. */
async function storeStaff(ctx: TestCtx): Promise<void> {
  const { id, name, role } = requireStaff(ctx);
  const [existing] = await ctx.db.select({ id: staffUsers.id }).from(staffUsers).where(eq(staffUsers.id, id));
  if (existing) return;
  const email = `${id}@example.com`;
  await ctx.db
    .insert(staffUsers)
    .values({ id, name, email, role: role as StaffRole, locale: "en", createdAt: ctx.now(), acceptedAt: ctx.now() })
    .onConflictDoNothing();
}

/** Moves a run and sends all mails about it. Throws like `moveRun`. */
export async function moveRunNow(ctx: TestCtx, input: RunMove): Promise<void> {
  await storeStaff(ctx);
  await moveRun(ctx, input);
  await runQueuedTasks(ctx, tasks);
}

/**
 * Cancels a run. An owner approves the cancellation if it needs approval. Unless `isFollowed` is false, sends all mails
 * and refunds all orders. Throws like `cancelRun`.
 */
export async function cancelRunNow(
  ctx: TestCtx,
  input: Parameters<typeof cancelRun>[1],
  { isFollowed = true } = {},
): Promise<void> {
  await storeStaff(ctx);
  const { cancellation } = await cancelRun(ctx, input);
  if (cancellation.state === "waiting") {
    const owner = ctx.asStaff("owner", { id: "staff-second" });
    await storeStaff(owner);
    await approveCancellation(owner, { id: cancellation.id, expectedHalalas: cancellation.amountHalalas });
  }
  if (isFollowed) await runQueuedTasks(ctx, tasks);
}
