import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "#test/ports.ts";
import { openTestDatabase, silentLog } from "#test/open-database.ts";
import { tcpProxy } from "#test/tcp-proxy.ts";
import { openPostgres } from "./postgres.server.ts";
import { isDatabaseUnavailable } from "./sql-errors.server.ts";

it("O-24 no statement waits 5 s for a server that hangs, and none at all once that is known; without the watch it does", async () => {
  const database = await openTestDatabase({ poolSize: 1 });
  onTestFinished(() => database.close());
  const address = new URL(database.url ?? "");
  const proxy = tcpProxy(await freePort(), Number(address.port));
  await proxy.open();
  onTestFinished(() => proxy.cut());
  address.port = String(proxy.port);
  const driver = openPostgres({ url: address.href, poolSize: 2, log: silentLog });
  onTestFinished(() => driver.close());
  const plain = new pg.Pool({ connectionString: address.href, max: 2 });
  plain.on("error", () => {});
  await Promise.all([driver.runSql("select 1"), plain.query("select 1")]);

  proxy.hang(true);
  const began = performance.now();
  let plainIsOver = false;
  void plain.query("select 1").then(
    () => (plainIsOver = true),
    () => (plainIsOver = true),
  );
  const failed = await driver.runSql("select 1").catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failed)).toBe(true);
  expect(performance.now() - began).toBeLessThan(5_000);
  const known = performance.now();
  expect(isDatabaseUnavailable(await driver.runSql("select 1").catch((error: unknown) => error))).toBe(true);
  expect(performance.now() - known).toBeLessThan(200);
  // The negative control.
  await new Promise((done) => setTimeout(done, 5_000 - (performance.now() - began)));
  expect(plainIsOver).toBe(false);

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
  await plain.end();
});
