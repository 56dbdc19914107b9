import pg from "pg";
import { errorForLog } from "../log.server.ts";
import type { DbLog } from "./driver.server.ts";
import { DatabaseUnavailableError } from "./sql-errors.server.ts";

const checkIntervalMs = 250;
/** When a connection is in use for longer than this, the pool checks the server. Almost no statement takes so long. */
const suspiciousMs = 2_000;
/** Time limit of a check. With `suspiciousMs` it is below the 5 s that a request may wait at most. */
const checkTimeoutMs = 2_000;

/**
 * A pool that does not let requests wait for a server that hangs. When a connection is in use for long, another
 * connection checks whether the server answers at all. If it does not, the waiting requests and all new ones fail at
 * once until the server answers again.
 */
export class WatchedPool extends pg.Pool {
  readonly #inUse = new Map<pg.PoolClient, number>();
  readonly #timer: NodeJS.Timeout;
  #isAway = false;
  #isChecking = false;

  constructor(config: pg.PoolConfig, checkServer: (timeoutMs: number) => Promise<unknown>, log: DbLog) {
    super(config);
    this.on("acquire", (client) => this.#inUse.set(client, performance.now()));
    this.on("release", (_, client) => this.#inUse.delete(client));
    this.on("remove", (client) => this.#inUse.delete(client));
    this.#timer = setInterval(() => {
      if (this.#isChecking || !(this.#isAway || this.#hasLongUse())) return;
      this.#isChecking = true;
      checkServer(checkTimeoutMs)
        .then(() => (this.#isAway = false))
        .catch((error: unknown) => {
          if (!this.#isAway) log.warn(errorForLog(error), "PostgreSQL does not answer; requests are refused meanwhile");
          this.#isAway = true;
          // Ends the connections that wait for an answer; the pool then destroys them.
          for (const client of this.#inUse.keys()) if (client instanceof pg.Client) client.end().catch(() => {});
        })
        .finally(() => (this.#isChecking = false));
    }, checkIntervalMs);
    this.#timer.unref();
  }

  #hasLongUse(): boolean {
    const [oldest = Infinity] = this.#inUse.values();
    return performance.now() - oldest > suspiciousMs;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
    if (!this.#isAway) return callback ? super.connect(callback) : super.connect();
    const refusal = new DatabaseUnavailableError("PostgreSQL does not answer");
    if (!callback) return Promise.reject(refusal);
    callback(refusal, undefined, () => {});
  }

  override end(): Promise<void> {
    clearInterval(this.#timer);
    return super.end();
  }
}
