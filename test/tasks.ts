/** Runs the staff's tasks without a job queue. */
import type { AnyTaskKind } from "#features/staff/tasks/define.server.ts";
import { runTasks, taskJob } from "#features/staff/tasks/run.server.ts";
import type { TestCtx } from "./context.ts";

/** Runs the queued tasks as the job does, until none is left. */
export async function runQueuedTasks(ctx: TestCtx, kinds: readonly AnyTaskKind[]): Promise<void> {
  const job = { ...ctx, actor: { kind: "job" as const, name: taskJob } };
  for (;;) {
    const index = ctx.queued.findIndex(({ name }) => name === taskJob);
    const [next] = index < 0 ? [] : ctx.queued.splice(index, 1);
    if (!next) return;
    await runTasks(kinds)(job, next.data, { isLast: true });
  }
}
