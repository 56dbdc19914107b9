import pLimit from "p-limit";

/** The queue is full: answer 503 with Retry-After. */
export class QueueFull extends Error {
  override name = "QueueFull";
  constructor() {
    super("Too much work is waiting");
  }
}

/** Runs `work` when a slot is free. Rejects with its error, or with QueueFull at once. */
export type BoundedLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `atOnce` tasks at a time; at most `maxQueued` others wait for their turn. */
export function boundedLimit(atOnce: number, maxQueued: number): BoundedLimit {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + maxQueued) throw new QueueFull();
    return limit(work);
  };
}
