import { m, findMessage } from "../messages.ts";
import { getQueueState, type QueueState, type QueueStateName } from "../../../src/features/staff/jobs/job-types.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";

/** Refresh interval of the job lists. */
export const refreshMs = 10_000;

const stateStyles: Record<QueueStateName, { tone: Tone; icon: IconName }> = {
  failed: { tone: "wrong", icon: "circle-x" },
  running: { tone: "info", icon: "loader-circle" },
  waiting: { tone: "neutral", icon: "clock" },
  well: { tone: "good", icon: "circle-check" },
};

export function QueueChip({ queue }: { queue: QueueState }) {
  const state = getQueueState(queue);
  return <Chip {...stateStyles[state]}>{m[`staff_jobs_states_${state}`]()}</Chip>;
}

/** The label of a job, or its name if it has no label. The tooltip shows the name that the log uses. */
export function JobName({ id }: { id: string }) {
  return (
    <span className="font-medium" title={id}>
      {findMessage(`staff_jobs_names_${id}`) ?? id}
    </span>
  );
}
