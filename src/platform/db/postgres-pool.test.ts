import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "#test/ports.ts";
import { openTestDatabase, silentLog } from "#test/open-database.ts";
import { tcpProxy } from "#test/tcp-proxy.ts";
import { openPostgres } from "./postgres.server.ts";
import { isDatabaseUnavailable } from "./sql-errors.server.ts";

it("O-24 when the server hangs, the first statement fails within 5 s and later ones at once; a plain `pg` pool still waits", async () => {
  const database = await openTestDatabase({ poolSize: 1 });
  onTestFinished(() => database.close());
  const address = new URL(database.url ?? "");
  const proxy = tcpProxy(await freePort(), Number(address.port));
  await proxy.open();
  onTestFinished(() => proxy.cut());
  address.port = String(proxy.port);
  const driver = openPostgres({ url: address.href, poolSize: 2, log: silentLog });
  onTestFinished(() => driver.close());
  const plainPool = new pg.Pool({ connectionString: address.href, max: 2 });
  plainPool.on("error", () => {});
  await Promise.all([driver.runSql("select 1"), plainPool.query("select 1")]);

  proxy.hang(true);
  const startedAt = performance.now();
  let hasPlainPoolEnded = false;
  void plainPool.query("select 1").then(
    () => (hasPlainPoolEnded = true),
    () => (hasPlainPoolEnded = true),
  );
  const error = await driver.runSql("select 1").catch((error: unknown) => error);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const secondAttemptAt = performance.now();
  expect(isDatabaseUnavailable(await driver.runSql("select 1").catch((error: unknown) => error))).toBe(true);
  expect(performance.now() - secondAttemptAt).toBeLessThan(200);
  // Negative control: the plain pool, which does not ping the server, still waits.
  await new Promise((done) => setTimeout(done, 5_000 - (performance.now() - startedAt)));
  expect(hasPlainPoolEnded).toBe(false);

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
  await plainPool.end();
});
