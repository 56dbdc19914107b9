import pg from "pg";
import { errorForLog } from "../log.server.ts";
import type { DbLog } from "./driver.server.ts";
import { DatabaseUnavailableError } from "./sql-errors.server.ts";

const checkIntervalMs = 250;
/** Longer than almost any statement takes, so that a look is rare. */
const patienceMs = 2_000;
/** Of a look. With `patienceMs` less than the 5 s that no request may wait. */
const answerMs = 2_000;

/**
 * A pool that does not let requests wait for a server that hangs: when a connection is in use for long, another one
 * asks whether the server answers at all. If not, what waits fails at once, and so does what comes, until the server
 * answers again.
 */
export class WatchedPool extends pg.Pool {
  readonly #inUse = new Map<pg.PoolClient, number>();
  readonly #timer: NodeJS.Timeout;
  #isAway = false;
  #isLooking = false;

  constructor(config: pg.PoolConfig, answers: (timeoutMs: number) => Promise<unknown>, log: DbLog) {
    super(config);
    this.on("acquire", (client) => this.#inUse.set(client, performance.now()));
    this.on("release", (_, client) => this.#inUse.delete(client));
    this.on("remove", (client) => this.#inUse.delete(client));
    this.#timer = setInterval(() => {
      if (this.#isLooking || !(this.#isAway || this.#waitsLong())) return;
      this.#isLooking = true;
      answers(answerMs)
        .then(() => (this.#isAway = false))
        .catch((error: unknown) => {
          if (!this.#isAway) log.warn(errorForLog(error), "PostgreSQL does not answer; requests are refused meanwhile");
          this.#isAway = true;
          // Those that wait for an answer; their connections are destroyed.
          for (const client of this.#inUse.keys()) if (client instanceof pg.Client) client.end().catch(() => {});
        })
        .finally(() => (this.#isLooking = false));
    }, checkIntervalMs);
    this.#timer.unref();
  }

  #waitsLong(): boolean {
    const [oldest = Infinity] = this.#inUse.values();
    return performance.now() - oldest > patienceMs;
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
