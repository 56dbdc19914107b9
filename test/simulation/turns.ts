/**
 * Tasks that run one at a time: where one is about to lock rows, or has committed, the seed decides which goes on. So
 * two processes interleave in the same way whenever the same seed is played.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Scheduler } from "fast-check";

export interface Turns {
  /** Stops here until it is this task's turn; at once while nothing runs beside it. */
  pause(at: string): Promise<void>;
  /** Runs tasks beside each other, and beside those that run already. */
  all<T>(tasks: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]>;
}

interface TurnOptions {
  scheduler: Scheduler;
  /** Connections that wait for a lock that another one holds. */
  countBlocked: () => Promise<number>;
  /** Told of each turn, for the story of a failure. */
  note: (turn: string) => void;
}

/** How long a task may be silent before it is asked whether it waits for a lock. */
const silentMs = 4;

export function openTurns({ scheduler, countBlocked, note }: TurnOptions): Turns {
  const names = new AsyncLocalStorage<string>();
  const count = { live: 0, paused: 0 };
  let stirred = Promise.withResolvers<void>();
  const stir = () => {
    stirred.resolve();
    stirred = Promise.withResolvers();
  };

  const pause = async (at: string) => {
    if (count.live === 0) return;
    const name = names.getStore() ?? "";
    count.paused++;
    stir();
    await scheduler.schedule(Promise.resolve(), at);
    note(`${name} ${at}`);
  };

  /** Until each task has ended, is paused, or waits for a lock of one that is. */
  const untilStopped = async () => {
    while (count.live > count.paused) {
      const event = await Promise.race([stirred.promise.then(() => true), wait(silentMs, false)]);
      if (event || count.paused === 0 || count.live === count.paused) continue;
      const [before, running] = [count.paused, count.live - count.paused];
      // Granted locks count no more at once: who is counted waits for one that does not move.
      if ((await countBlocked()) >= running && count.paused === before && count.live - count.paused === running) return;
    }
  };

  const takeTurn = async () => {
    await untilStopped();
    if (count.paused === 0) return;
    count.paused--;
    await scheduler.waitOne();
  };

  const all = async <T>(tasks: readonly (() => Promise<T>)[]) => {
    const isOutermost = count.live === 0;
    const outer = names.getStore() ?? "";
    count.live += isOutermost ? tasks.length : tasks.length - 1;
    let open = tasks.length;
    const run = async (task: () => Promise<T>, name: string) => {
      try {
        await names.run(name, () => pause("begins"));
        return await names.run(name, task);
      } finally {
        open--;
        // The last one of a group goes on as the task that began it.
        if (isOutermost || open > 0) count.live--;
        stir();
      }
    };
    const ended = Promise.allSettled(tasks.map((task, at) => run(task, outer + "ABC".charAt(at))));
    if (isOutermost) while (count.live > 0) await takeTurn();
    return ended;
  };
  return { pause, all };
}
