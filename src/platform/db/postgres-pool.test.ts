import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "#test/ports.ts";
import { openTestDatabase, silentLog } from "#test/open-database.ts";
import { tcpProxy } from "#test/tcp-proxy.ts";
import { openPostgres } from "./postgres.server.ts";
import { isDatabaseUnavailable } from "./sql-errors.server.ts";

it("O-24 statements fail within 5 s when the server hangs, then at once; a pool without the watch waits longer", async () => {
  const database = await openTestDatabase({ poolSize: 1 });
  onTestFinished(() => database.close());
  const address = new URL(database.url ?? "");
  const proxy = tcpProxy(await freePort(), Number(address.port));
  await proxy.open();
  onTestFinished(() => proxy.cut());
  address.port = String(proxy.port);
  const driver = openPostgres({ url: address.href, poolSize: 2, log: silentLog });
  onTestFinished(() => driver.close());
  const unwatchedPool = new pg.Pool({ connectionString: address.href, max: 2 });
  unwatchedPool.on("error", () => {});
  await Promise.all([driver.runSql("select 1"), unwatchedPool.query("select 1")]);

  proxy.hang(true);
  const startedAt = performance.now();
  let hasUnwatchedEnded = false;
  void unwatchedPool.query("select 1").then(
    () => (hasUnwatchedEnded = true),
    () => (hasUnwatchedEnded = true),
  );
  const error = await driver.runSql("select 1").catch((error: unknown) => error);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const secondAttemptAt = performance.now();
  expect(isDatabaseUnavailable(await driver.runSql("select 1").catch((error: unknown) => error))).toBe(true);
  expect(performance.now() - secondAttemptAt).toBeLessThan(200);
  // The negative control: the pool without the watch still waits.
  await new Promise((done) => setTimeout(done, 5_000 - (performance.now() - startedAt)));
  expect(hasUnwatchedEnded).toBe(false);

  proxy.hang(false);
  await expect
    .poll(
      () =>
        driver.runSql("select 1 as one").then(
          ({ rows }) => rows,
          () => [],
        ),
      { timeout: 3_000 },
    )
    .toEqual([{ one: 1 }]);
  await unwatchedPool.end();
});
