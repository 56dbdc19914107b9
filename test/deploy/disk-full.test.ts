/** PostgreSQL's disk is full while people buy: reads continue, writes answer 503, and the site recovers (O-25). */
import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { silentLog } from "#test/open-database.ts";
import { unprivileged } from "#platform/db/postgres-binaries.server.ts";
import { newCluster, createPostgresFolder, type Cluster } from "./clusters.ts";
import { findLostOrders, makeShop, openSiteStarter, sell, type SiteStarter } from "./selling.ts";

describe.runIf(process.env["TEST_ALL"])("a full disk", () => {
  const disk = createPostgresFolder("disk");
  let cluster: Cluster;
  let siteStarter: SiteStarter;
  let database: Database;

  beforeAll(async () => {
    // Only the tables are on this small disk. PostgreSQL's write-ahead log is on another one.
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=120m", "tmpfs", disk]);
    const tables = join(disk, "tables");
    mkdirSync(tables);
    if (unprivileged.uid !== undefined) chownSync(tables, unprivileged.uid, unprivileged.gid);
    cluster = await newCluster();
    await cluster.start();
    await cluster.query(`create tablespace small location '${tables}'`);
    await cluster.query("create database site tablespace small");
    siteStarter = await openSiteStarter();
    database = await openDatabase({ databaseUrl: cluster.url("site"), dataDir: "", poolSize: 2, log: silentLog });
  });
  afterAll(async () => {
    await database.close();
    await siteStarter.close();
    await cluster.remove();
    execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it("O-25 pages continue, orders answer 503 within 5 s and resume once there is room; none is lost", async () => {
    const site = await siteStarter.start({ DATABASE_URL: cluster.url("site"), DEMO: "0" });
    const shop = await makeShop(database.db, 4_000);
    const load = sell([site.url], shop, { buyers: 4, paths: ["/courses", "/faq"], pauseMs: 20 });
    await expect.poll(() => load.paid.length, { timeout: 60_000 }).toBeGreaterThan(3);
    const filler = join(disk, "filler");
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"], { stdio: "ignore" });
    // The site refuses orders as soon as a table needs another page.
    const isRefused = () => load.failures.some(({ what }) => what === "begin" || what === "process");
    await expect.poll(isRefused, { timeout: 60_000 }).toBe(true);
    const fullAt = performance.now();
    const countReads = (path: string) => load.responses.filter(({ what, at }) => what === path && at > fullAt).length;
    await expect.poll(() => countReads("/faq"), { timeout: 30_000 }).toBeGreaterThan(20);
    rmSync(filler);
    const countBefore = load.begun.length;
    await expect.poll(() => load.begun.length, { timeout: 30_000 }).toBeGreaterThan(countBefore + 5);
    await load.stop();
    await site.stop();
    console.log(
      `disk full: ${load.failures.length} of ${load.responses.length} answers 503, ${load.begun.length} orders`,
    );
    expect(load.failures.filter(({ status }) => status !== 503)).toEqual([]);
    expect(load.failures.filter(({ what }) => what.startsWith("/"))).toEqual([]);
    expect(Math.max(...load.responses.map(({ ms }) => ms))).toBeLessThanOrEqual(5_000);
    expect(
      await findLostOrders(
        database.db,
        load.begun.map(({ id }) => id),
      ),
    ).toEqual([]);
    expect(await findLostOrders(database.db, load.paid, "paid")).toEqual([]);
  });
});
