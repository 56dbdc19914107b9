/** A primary dies under load and a standby takes over, without any change to the site (O-33). */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { silentLog } from "#test/open-database.ts";
import { newCluster, createStandby, type Cluster } from "./clusters.ts";
import { startHaproxy, type Balancer } from "./haproxy.ts";
import {
  findLostOrders,
  makeShop,
  openSiteStarter,
  sell,
  type Shop,
  type SiteProcess,
  type SiteStarter,
} from "./selling.ts";

const rounds = 5;

describe.runIf(process.env["TEST_ALL"])("failover to a standby", () => {
  let primary: Cluster;
  let standby: Cluster;
  let balancer: Balancer;
  let siteStarter: SiteStarter;
  let site: SiteProcess;
  let database: Database;
  let shop: Shop;

  const makeSynchronous = () =>
    primary.query("alter system reset synchronous_standby_names").then(() => primary.query("select pg_reload_conf()"));
  const makeAsynchronous = () =>
    primary
      .query("alter system set synchronous_standby_names = ''")
      .then(() => primary.query("select pg_reload_conf()"));
  const standbyState = async () =>
    (await primary.query("select sync_state from pg_stat_replication"))[0]?.["sync_state"];

  beforeAll(async () => {
    primary = await newCluster();
    const committed = readFileSync("deploy/postgresql/primary.conf", "utf8").matchAll(/^(\w+) = '?([^'\n]*)'?$/gm);
    primary.configure(Object.fromEntries([...committed].map(([, name, value]) => [name, value ?? ""])));
    // Before there is a standby, commits must not wait for one.
    primary.configure({ synchronous_standby_names: "" });
    await primary.start();
    await primary.query("create role hapcheck login");
    await primary.query("create database site");
    // The standby copies this setting, so it does not wait for a standby of its own when it is promoted.
    await makeAsynchronous();
    primary.configure({ synchronous_standby_names: "*" });
    standby = await createStandby(primary, "standby");
    await standby.start();
    balancer = await startHaproxy([primary.port, standby.port]);
    siteStarter = await openSiteStarter();
    site = await siteStarter.start({ DATABASE_URL: `postgres://nama@127.0.0.1:${balancer.port}/site` });
    database = await openDatabase({
      databaseUrl: `postgres://nama@127.0.0.1:${balancer.port}/site`,
      dataDir: "",
      poolSize: 2,
      log: silentLog,
    });
    shop = await makeShop(database.db, 4_000);
  });
  afterAll(async () => {
    await site.stop();
    await siteStarter.close();
    await database.close();
    await balancer.stop();
    await Promise.all([primary.remove(), standby.remove()]);
  });

  /**
   * Kills the primary and promotes the standby with the operator's script. Then a new standby replaces the old primary,
   * on its port.
   */
  async function failOver(): Promise<void> {
    await primary.kill();
    execFileSync("/bin/sh", ["deploy/postgresql/failover.sh"], {
      env: {
        PATH: process.env["PATH"],
        PGHOST: "127.0.0.1",
        PGPORT: String(standby.port),
        PGUSER: "nama",
        PGDATABASE: "postgres",
      },
    });
    const { port } = primary;
    await primary.remove();
    primary = standby;
    standby = await createStandby(primary, "standby", port);
    await standby.start();
    await expect.poll(standbyState, { timeout: 30_000 }).toBeDefined();
  }

  it(
    `O-33 after each of ${rounds} failovers the site sells again within 15 s, and loses no begun or paid order`,
    { timeout: 600_000 },
    async () => {
      await makeSynchronous();
      await expect.poll(standbyState, { timeout: 30_000 }).toBe("sync");
      const load = sell([site.url], shop, { paths: ["/courses"], pauseMs: 10 });
      const seconds: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const countBefore = load.begun.length;
        await expect.poll(() => load.begun.length, { timeout: 60_000 }).toBeGreaterThan(countBefore + 5);
        const killedAt = performance.now();
        await failOver();
        await expect.poll(() => load.begun.some(({ at }) => at > killedAt + 500), { timeout: 30_000 }).toBe(true);
        const soldAgainAt = load.begun.find(({ at }) => at > killedAt + 500)?.at ?? Infinity;
        seconds.push((soldAgainAt - killedAt) / 1_000);
        await makeSynchronous();
        await expect.poll(standbyState, { timeout: 30_000 }).toBe("sync");
      }
      await load.stop();
      console.log(
        `failovers: sold again after ${seconds.map((one) => one.toFixed(1)).join(", ")} s; ${load.begun.length} orders, ${load.failures.length} of ${load.responses.length} answers 5xx`,
      );
      expect(Math.max(...seconds)).toBeLessThanOrEqual(15);
      expect(
        await findLostOrders(
          database.db,
          load.begun.map(({ id }) => id),
        ),
      ).toEqual([]);
      expect(await findLostOrders(database.db, load.paid, "paid")).toEqual([]);
      expect(load.failures.filter(({ status }) => status !== 503)).toEqual([]);
      expect(load.failures.filter(({ what }) => what === "/courses")).toEqual([]);
    },
  );

  it(
    "the negative control: with an asynchronous standby that lags, begun orders are lost",
    { timeout: 300_000 },
    async () => {
      await makeAsynchronous();
      // The standby receives nothing more from the primary.
      await standby.query("alter system set primary_conninfo = ''");
      await standby.query("select pg_reload_conf()");
      await expect.poll(() => standby.query("select pid from pg_stat_wal_receiver")).toEqual([]);
      const load = sell([site.url], shop, { pauseMs: 10 });
      await expect.poll(() => load.begun.length, { timeout: 60_000 }).toBeGreaterThan(5);
      await load.stop();
      await failOver();
      expect(
        (
          await findLostOrders(
            database.db,
            load.begun.map(({ id }) => id),
          )
        ).length,
      ).toBeGreaterThan(0);
    },
  );
});
