/** Background jobs in the staff API. Times are ISO 8601 in UTC. */
export interface QueueState {
  id: string;
  /** Null for a job without a schedule. */
  everySeconds: number | null;
  waiting: number;
  running: number;
  failed: number;
  /** End of the last run. It is stored for some minutes without a schedule, or for two rounds with one. */
  lastEndedAt: string | null;
  lastFailed: boolean;
}

export const queueStateNames = ["failed", "running", "waiting", "well"] as const;
export type QueueStateName = (typeof queueStateNames)[number];
export const queueRuns = ["by_schedule", "when_needed"] as const;

export interface QueueFilter {
  state?: QueueStateName | undefined;
  runs?: (typeof queueRuns)[number] | undefined;
}

/** Returns the most important state of a job. If the last scheduled job succeeded, earlier failures do not count. */
export function getQueueState({ lastFailed, everySeconds, failed, running, waiting }: QueueState): QueueStateName {
  if (lastFailed || (everySeconds === null && failed > 0)) return "failed";
  if (running > 0) return "running";
  return waiting > 0 ? "waiting" : "well";
}

export interface FailedJob {
  id: string;
  queue: string;
  /** Name of the error; its text is in the server's log. */
  reason: string;
  tries: number;
  createdAt: string;
  failedAt: string;
}
