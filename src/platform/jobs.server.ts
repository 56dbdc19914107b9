import type { Db } from "./db/database.server.ts";

/** The runner itself is in jobs-runner.server.ts. */
export interface Jobs {
  /**
   * Queues a job through `db`: within a transaction only if that commits. Handlers run at least once, so they are
   * idempotent. With a `key`, at most one job of that key waits.
   */
  send(db: Db, name: string, data: object, options?: { key?: string }): Promise<void>;
}
