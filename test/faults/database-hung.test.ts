/**
 * People buy while the database hangs or refuses connections: responses are 200 or 503, at most 5 s slower than
 * before, and nothing is lost (O-24).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/open-database.ts";
import { freePort } from "#test/ports.ts";
import { tcpProxy, type TcpProxy } from "#test/tcp-proxy.ts";
import {
  findLostOrders,
  makeShop,
  openSiteStarter,
  sell,
  fetchStatus,
  type Load,
  type SiteStarter,
  type Shop,
  type SiteProcess,
} from "../deploy/selling.ts";

const hangs = process.env["TEST_ALL"] ? [4, 60] : [4, 10];
const maxWaitMs = 5_000;

describe("people buy while the database", () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let siteStarter: SiteStarter;
  let site: SiteProcess;
  let shop: Shop;
  const maxConnections = 6;

  beforeAll(async () => {
    database = await openTestDatabase({ poolSize: 2 });
    // The site's role is no superuser, because connection limits do not apply to superusers.
    await database.executeSql(`drop role if exists limited; create role limited login in role nama`);
    const direct = new URL(database.url ?? "");
    proxy = tcpProxy(await freePort(), Number(direct.port));
    await proxy.open();
    direct.port = String(proxy.port);
    direct.username = "limited";
    siteStarter = await openSiteStarter();
    shop = await makeShop(database.db);
    site = await siteStarter.start({ DATABASE_URL: direct.href, DATABASE_POOL: "10", DEMO: "0" });
    expect([await fetchStatus(`${site.url}/courses`), await fetchStatus(`${site.url}/ar/courses`)]).toEqual([200, 200]);
  });
  afterAll(async () => {
    proxy.hang(false);
    await site.stop();
    await siteStarter.close();
    await proxy.cut();
    await database.executeSql("reassign owned by limited to nama; drop owned by limited; drop role limited");
    await database.close();
  });

  const startLoad = () =>
    sell([site.url], shop, { buyers: 4, paths: ["/courses", "/ar/courses", "/ar/faq"], pauseMs: 50 });
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

  /** The slowest answer so far. A busy machine is slow without any fault too. */
  const findSlowest = ({ responses }: Load) => Math.max(...responses.map(({ ms }) => ms));

  async function checkLoad(load: Load, usualMs: number): Promise<void> {
    const { responses, failures, begun, paid } = load;
    expect(failures.filter(({ status }) => status !== 503)).toEqual([]);
    expect(responses.filter(({ what, status }) => what.endsWith("/courses") && status !== 200)).toEqual([]);
    expect(findSlowest(load)).toBeLessThanOrEqual(usualMs + maxWaitMs);
    expect(
      await findLostOrders(
        database.db,
        begun.map(({ id }) => id),
      ),
    ).toEqual([]);
    expect(await findLostOrders(database.db, paid, "paid")).toEqual([]);
  }

  it.each(hangs)("O-24 O-34 hangs for %i s", { timeout: 180_000 }, async (seconds) => {
    const load = startLoad();
    await expect.poll(() => load.paid.length, { timeout: 30_000 }).toBeGreaterThan(2);
    const usualMs = findSlowest(load);
    proxy.hang(true);
    await wait(seconds * 1_000);
    const backAt = performance.now();
    proxy.hang(false);
    const countBefore = load.begun.length;
    await expect.poll(() => load.begun.length, { timeout: 30_000 }).toBeGreaterThan(countBefore + 2);
    await load.stop();
    const soldAgainAt = load.begun[countBefore]?.at ?? Infinity;
    const slowest = findSlowest(load);
    console.log(
      `hung ${seconds} s: slowest answer ${(slowest / 1_000).toFixed(1)} s (${(usualMs / 1_000).toFixed(1)} s before), sold again after ${((soldAgainAt - backAt) / 1_000).toFixed(1)} s, ${load.failures.length} of ${load.responses.length} answers 503`,
    );
    await checkLoad(load, usualMs);
    expect(soldAgainAt - backAt).toBeLessThanOrEqual(2_000);
  });

  it("O-24 refuses connections", async () => {
    const load = startLoad();
    await expect.poll(() => load.paid.length, { timeout: 30_000 }).toBeGreaterThan(2);
    const usualMs = findSlowest(load);
    await database.executeSql(`alter role limited connection limit ${maxConnections}`);
    await database.executeSql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'limited'");
    const countBefore = load.paid.length;
    await expect.poll(() => load.paid.length, { timeout: 60_000 }).toBeGreaterThan(countBefore + 5);
    await database.executeSql("alter role limited connection limit -1");
    await load.stop();
    await checkLoad(load, usualMs);
  });
});
