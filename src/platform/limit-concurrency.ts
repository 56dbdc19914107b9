/** Answered as 503 with Retry-After. */
export class QueueFull extends Error {
  override name = "QueueFull";
  constructor() {
    super("Too much work is waiting");
  }
}

export interface ConcurrencyLimit {
  /** Rejects with the error of `work`, or at once with QueueFull. */
  <T>(work: () => Promise<T>): Promise<T>;
  /** Ahead of the queue and without its limit: for rare work. */
  first<T>(work: () => Promise<T>): Promise<T>;
}

/** At most `atOnce` tasks at a time; at most `maxQueued` others queue, first in, first out. */
export function limitConcurrency(atOnce: number, maxQueued = Infinity): ConcurrencyLimit {
  const urgent: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const doIn = async <T>(queue: (() => void)[], most: number, work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else if (queue.length >= most) throw new QueueFull();
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = urgent.shift() ?? waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return Object.assign(<T>(work: () => Promise<T>) => doIn(waiting, maxQueued, work), {
    first: <T>(work: () => Promise<T>) => doIn(urgent, Infinity, work),
  });
}
