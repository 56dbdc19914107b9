/** So much work waits already that more would only wait longer: whoever asked should be told to come back. */
export class QueueFull extends Error {
  override name = "QueueFull";
  constructor() {
    super("Too much work is waiting");
  }
}

export interface Turns {
  /** Does the work when its turn comes. Rejects with what the work rejects with, or with QueueFull at once. */
  <T>(work: () => Promise<T>): Promise<T>;
  /** The same before all other waiting work, and however much of it there is: for work of which there can only be little. */
  first<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Lets at most `atOnce` pieces of work run at the same time; at most `mostWaiting` others wait for their turn, first come, first
 * served. A piece that fails gives its turn on like any other.
 */
export function turns(atOnce: number, mostWaiting = Infinity): Turns {
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
  return Object.assign(<T>(work: () => Promise<T>) => doIn(waiting, mostWaiting, work), { first: <T>(work: () => Promise<T>) => doIn(urgent, Infinity, work) });
}
