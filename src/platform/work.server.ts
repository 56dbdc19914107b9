import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "pino";

/**
 * The request, page or job that code works for, known in everything it awaits: lines it logs, calls it makes and jobs
 * it sends carry its id.
 */
export interface Work {
  /** A job works under the id of the request that sent it. */
  requestId: string;
  job?: string;
  log: Logger;
}

const storage = new AsyncLocalStorage<Work>();

/** Undefined while the process starts, and in commands. */
export const currentWork = (): Work | undefined => storage.getStore();

export const inWork = <T>(work: Work, call: () => T): T => storage.run(work, call);
