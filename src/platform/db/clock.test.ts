import { afterEach, describe, expect, it, vi } from "vitest";
import { consumeRateLimit, limits } from "#platform/rate-limit.server.ts";
import { RateLimited } from "#platform/errors.ts";
import { testContext, testEnv } from "#test/context.ts";
import { openTestDatabase } from "#test/open-database.ts";
import { databaseClock } from "./clock.server.ts";

const hour = 3_600_000;

describe("the clock", () => {
  afterEach(() => void vi.useRealTimers());

  /** Reaches the limit while the process's clock is ahead. Returns how many seconds the next try has to wait. */
  async function tryTooOften(now: (() => Date) | null): Promise<number> {
    const database = await openTestDatabase();
    const clock = await databaseClock(database);
    const ctx = testContext(database, { now: now ?? clock.now, env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
    try {
      // The process's clock is two hours ahead for a moment, then right again.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * hour });
      for (let n = 0; n < limits.loginPerAccount.max; n++) await consumeRateLimit(ctx, "loginPerAccount", "sara");
      vi.useRealTimers();
      const refused = await consumeRateLimit(ctx, "loginPerAccount", "sara").catch((error: unknown) => error);
      if (!(refused instanceof RateLimited)) throw new Error("not refused", { cause: refused });
      return refused.retryAfterSeconds;
    } finally {
      clock.stop();
      await database.close();
    }
  }

  it("O-24 OP-12 a jump of the process clock locks no one out longer than the limit", async () => {
    const seconds = await tryTooOften(null);
    expect(seconds).toBeLessThanOrEqual(limits.loginPerAccount.minutes * 60);
    expect(seconds).toBeGreaterThan(0);
  });

  it("negative control: with the process clock, people are locked out two hours longer", async () => {
    expect(await tryTooOften(() => new Date())).toBeGreaterThan(2 * 3_600);
  });

  it("follows the time of the database", async () => {
    const database = await openTestDatabase();
    const clock = await databaseClock(database);
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const { rows } = await database.executeSql("select extract(epoch from clock_timestamp())::float8 * 1000 as ms");
    expect(Math.abs(clock.now().getTime() - Number(rows[0]?.["ms"]))).toBeLessThan(2_000);
    vi.useRealTimers();
    clock.stop();
    await database.close();
  });
});
