import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import type { ChangeReason } from "#features/orders/seats/run-notices.server.ts";
import type { RunChange } from "#features/catalogue/schedule/run-changes.server.ts";
import type { TaskKind } from "#features/staff/tasks/define.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ordersConcerned, type ChangeInput } from "./tasks.server.ts";

/** Starts the long work that follows a change, in its transaction; null when it concerns no one. */
export async function startFollowing<Cursor, Prepared>(
  ctx: Ctx,
  kind: TaskKind<ChangeInput, Cursor, Prepared>,
  change: RunChange,
  reason: ChangeReason | null,
): Promise<number | null> {
  const concerned = await ordersConcerned(ctx, change);
  const lastOrderId = concerned.at(-1);
  if (lastOrderId === undefined) return null;
  const { id: runId, courseId, startDate, endDate } = change.before;
  const { nameEng, nameAr } = courses;
  const [course] = await ctx.db.select({ nameEng, nameAr }).from(courses).where(eq(courses.id, courseId));
  if (!course) throw new Error("The course of a run is gone");
  const about = { runId, changeId: change.id, ...course, startDate, endDate, reason };
  const { id } = await startTask(ctx, kind, { ...about, lastOrderId, orders: concerned.length });
  return id;
}
