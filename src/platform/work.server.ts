import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "pino";

/**
 * The request, page or job that code runs for. It is known in everything that the code awaits, so that log lines, calls
 * and sent jobs carry its id.
 */
export interface Work {
  /** A job works under the id of the request that sent it. */
  requestId: string;
  job?: string;
  log: Logger;
}

const storage = new AsyncLocalStorage<Work>();

/** Returns the current work; undefined while the process starts, and in commands. */
export const currentWork = (): Work | undefined => storage.getStore();

/** Calls `call` as a part of `work`. */
export const inWork = <T>(work: Work, call: () => T): T => storage.run(work, call);
