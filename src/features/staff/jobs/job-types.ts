/** What the API says of background jobs. Instants are ISO 8601, UTC. */
export interface QueueState {
  id: string;
  /** Null: it runs when it is sent. */
  every_seconds: number | null;
  waiting: number;
  running: number;
  failed: number;
  /** The last end that is still known: some minutes back without a schedule, two turns at least with one. */
  last_ended_at: string | null;
  last_failed: boolean;
}

export const queueStateNames = ["failed", "running", "waiting", "well"] as const;
export type QueueStateName = (typeof queueStateNames)[number];
export const queueRuns = ["by_schedule", "when_needed"] as const;

export interface QueueFilter {
  state?: QueueStateName | undefined;
  runs?: (typeof queueRuns)[number] | undefined;
}

/**
 * What there is to say of a job first: a schedule whose next turn went well is in order again, whatever failed before.
 */
export function getQueueState({ last_failed, every_seconds, failed, running, waiting }: QueueState): QueueStateName {
  if (last_failed || (every_seconds === null && failed > 0)) return "failed";
  if (running > 0) return "running";
  return waiting > 0 ? "waiting" : "well";
}

export interface FailedJob {
  id: string;
  queue: string;
  /** Name of the error; its text is in the log of the server. */
  reason: string;
  tries: number;
  created_at: string;
  failed_at: string;
}
