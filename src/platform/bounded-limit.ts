import pLimit from "p-limit";

/** Thrown when the queue is full. The server responds with 503 and Retry-After. */
export class QueueFull extends Error {
  override name = "QueueFull";
  constructor() {
    super("Too much work is waiting");
  }
}

/** Runs `work` when a slot is free. Rejects with its error, or with QueueFull at once if the queue has a limit. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a function that runs at most `maxRunning` tasks at a time, while at most `maxQueued` others wait. */
export function limitConcurrency({
  maxRunning,
  maxQueued,
}: {
  maxRunning: number;
  maxQueued: number;
}): ConcurrencyLimit {
  const limit = pLimit(maxRunning);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxQueued) throw new QueueFull();
    return limit(work);
  };
}
