import type { Db } from "./db/database.server.ts";

/** The runner itself is in jobs-runner.server.ts. */
export interface Jobs {
  /**
   * Through `db`: within a transaction the job is queued only if that commits. Handlers run at least once, so they are
   * idempotent. `key` keeps at most one waiting job of that key.
   */
  send(db: Db, name: string, data: object, options?: { key?: string }): Promise<void>;
}
