/** Long work of the staff without a queue. */
import type { AnyTaskKind } from "#features/staff/tasks/define.server.ts";
import { runTasks, taskJob } from "#features/staff/tasks/run.server.ts";
import type { TestCtx } from "./context.ts";

/** Runs the tasks that are queued, as the job would, until none is left. */
export async function runQueuedTasks(ctx: TestCtx, kinds: readonly AnyTaskKind[]): Promise<void> {
  const job = { ...ctx, actor: { kind: "job" as const, name: taskJob } };
  for (;;) {
    const at = ctx.queued.findIndex(({ name }) => name === taskJob);
    const [next] = at < 0 ? [] : ctx.queued.splice(at, 1);
    if (!next) return;
    await runTasks(kinds)(job, next.data, { isLast: true });
  }
}
