/** Two processes of the site behind PgBouncer, which assigns a connection to each transaction (OP-6). */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { silentLog } from "#test/open-database.ts";
import { newCluster, type Cluster } from "./clusters.ts";
import { startPgbouncer, type Pooler } from "./pgbouncer.ts";
import { findLostOrders, makeShop, openSiteStarter, sell, type SiteStarter, type SiteProcess } from "./selling.ts";

describe.runIf(process.env["TEST_ALL"])("behind PgBouncer", () => {
  let cluster: Cluster;
  let pooler: Pooler;
  let siteStarter: SiteStarter;
  let database: Database;
  let settings: Record<string, string>;
  let sites: SiteProcess[];

  beforeAll(async () => {
    cluster = await newCluster();
    await cluster.start();
    await cluster.query("create role site login");
    await cluster.query("create database site owner site");
    await cluster.query(readFileSync("deploy/pgbouncer/role.sql", "utf8"));
    pooler = await startPgbouncer(cluster.port);
    siteStarter = await openSiteStarter();
    const direct = `postgres://site@127.0.0.1:${cluster.port}/site`;
    settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, DATABASE_POOL: "20" };
    // One after the other, because each start migrates.
    sites = [await siteStarter.start(settings), await siteStarter.start(settings)];
    database = await openDatabase({ databaseUrl: direct, dataDir: "", poolSize: 2, log: silentLog });
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await siteStarter.close();
    await database.close();
    await pooler.stop();
    await cluster.remove();
  });

  /** Whether the home page of a process contains the text. */
  const showsText = async (site: SiteProcess | undefined, text: string) =>
    (await (await fetch(`${site?.url}/`)).text()).includes(text);
  /** Changes the link to a social network with the operator's command. */
  function changeSocialLink(address: string): void {
    const env = { ...settings, PATH: process.env["PATH"], DATA_DIR: siteStarter.dataDir };
    const value = JSON.stringify([{ network: "x", url: address }]);
    execFileSync(process.execPath, ["scripts/site-settings.ts", "set", "socialLinks", value], { env, stdio: "pipe" });
  }

  it("both processes sell without errors, with 40 connections of the site over at most 20 of PostgreSQL", async () => {
    const shop = await makeShop(database.db);
    const load = sell(
      sites.map(({ url }) => url),
      shop,
      { buyers: 12, paths: ["/courses", "/faq"] },
    );
    const max = { connections: 0 };
    /** Also keeps the highest number of connections seen. */
    const countPaid = async () => {
      const [row] = await cluster.query(
        "select count(*)::int as n from pg_stat_activity where application_name = 'nama-health'",
      );
      max.connections = Math.max(max.connections, Number(row?.["n"]));
      return load.paid.length;
    };
    await expect.poll(countPaid, { timeout: 90_000 }).toBeGreaterThan(60);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(await findLostOrders(database.db, load.paid, "paid")).toEqual([]);
    // Two of the connections belong to this test.
    expect(max.connections).toBeLessThanOrEqual(22);
    expect(max.connections).toBeGreaterThan(0);
  });

  it("the role's limits apply, a third process starts, and a change reaches every process", async () => {
    const pooled = await openDatabase({ databaseUrl: pooler.url, dataDir: "", poolSize: 1, log: silentLog });
    const { rows } = await pooled.executeSql(
      "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
    );
    expect(rows).toEqual([{ statement: "8s", lock: "4500ms" }]);
    await pooled.close();
    sites.push(await siteStarter.start(settings));
    changeSocialLink("https://x.com/everyone");
    for (const site of sites) await expect.poll(() => showsText(site, "x.com/everyone"), { timeout: 2_000 }).toBe(true);
  });

  it("OP-6 the negative control: without a direct address the migration lock stays held", async () => {
    const countLocks = () =>
      cluster.query("select count(*)::int as held from pg_locks where locktype = 'advisory' and objid = 4710223");
    expect(await countLocks()).toEqual([{ held: 0 }]);
    const siteWithoutDirect = await siteStarter.start({ ...settings, DATABASE_DIRECT_URL: "" });
    expect(await countLocks()).toEqual([{ held: 1 }]);
    await siteWithoutDirect.stop();
  });
});
