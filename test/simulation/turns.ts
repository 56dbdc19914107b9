/**
 * Runs concurrent tasks one at a time. When a task is about to lock rows, or has committed, the seed decides which task
 * continues, so that the same seed always interleaves two processes in the same way.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Scheduler } from "fast-check";

export interface Turns {
  /** Waits for this task's turn; returns at once if no other task runs. `reason` is logged, such as "has committed". */
  pause(reason: string): Promise<void>;
  /** Runs tasks concurrently, also with tasks that already run. */
  all<T>(tasks: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]>;
}

interface TurnOptions {
  scheduler: Scheduler;
  /** Counts the connections that wait for a lock. */
  countBlocked: () => Promise<number>;
  /** Receives each turn, for the story of a failure. */
  log: (turn: string) => void;
}

/** After this time without an event, the database is queried for tasks that wait for a lock. */
const quietMs = 4;

export function openTurns({ scheduler, countBlocked, log }: TurnOptions): Turns {
  const names = new AsyncLocalStorage<string>();
  const count = { live: 0, paused: 0 };
  let changed = Promise.withResolvers<void>();
  const signalChange = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };

  const pause = async (reason: string) => {
    if (count.live === 0) return;
    const name = names.getStore() ?? "";
    count.paused++;
    signalChange();
    await scheduler.schedule(Promise.resolve(), reason);
    log(`${name} ${reason}`);
  };

  /** Waits until each task has ended, is paused, or waits for a lock of a paused one. */
  const waitUntilStopped = async () => {
    while (count.live > count.paused) {
      const event = await Promise.race([changed.promise.then(() => true), wait(quietMs, false)]);
      if (event || count.paused === 0 || count.live === count.paused) continue;
      const [before, running] = [count.paused, count.live - count.paused];
      // Only ungranted locks are counted, so a counted task waits for a paused one.
      if ((await countBlocked()) >= running && count.paused === before && count.live - count.paused === running) return;
    }
  };

  const takeTurn = async () => {
    await waitUntilStopped();
    if (count.paused === 0) return;
    count.paused--;
    await scheduler.waitOne();
  };

  const all = async <T>(tasks: readonly (() => Promise<T>)[]) => {
    const isOutermost = count.live === 0;
    const outerName = names.getStore() ?? "";
    count.live += isOutermost ? tasks.length : tasks.length - 1;
    let openCount = tasks.length;
    const run = async (task: () => Promise<T>, name: string) => {
      try {
        await names.run(name, () => pause("begins"));
        return await names.run(name, task);
      } finally {
        openCount--;
        // The last task of an inner group takes the place of the task that started the group.
        if (isOutermost || openCount > 0) count.live--;
        signalChange();
      }
    };
    const ended = Promise.allSettled(tasks.map((task, index) => run(task, outerName + "ABC".charAt(index))));
    if (isOutermost) while (count.live > 0) await takeTurn();
    return ended;
  };
  return { pause, all };
}
