/** The database restored to a moment before a mistake, from a base backup and the archived WAL (O-35). */
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/db/database.server.ts";
import { silentLog } from "#test/open-database.ts";
import { unprivileged } from "#platform/db/postgres-binaries.server.ts";
import { openClient } from "../../scripts/backup-postgres.ts";
import { differing, readTables } from "../../scripts/backup-tables.ts";
import { clusterAt, createPostgresFolder, newCluster, postgresProgram, type Cluster } from "./clusters.ts";
import { findLostOrders, makeShop, openSiteStarter, sell, type SiteStarter } from "./selling.ts";

describe.runIf(process.env["TEST_ALL"])("point-in-time recovery", () => {
  const archive = createPostgresFolder("archive");
  const [wal, base] = [join(archive, "wal"), join(archive, "base")];
  let cluster: Cluster;
  let recovered: Cluster | undefined;
  let siteStarter: SiteStarter;

  beforeAll(async () => {
    for (const folder of [wal, base]) {
      mkdirSync(folder);
      if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid);
    }
    cluster = await newCluster();
    const committed = readFileSync("deploy/postgresql/archive.conf", "utf8").matchAll(/^(\w+) = '?([^'\n]*)'?$/gm);
    cluster.configure(
      Object.fromEntries([...committed].map(([, name, value]) => [name, (value ?? "").replaceAll("/srv/wal", wal)])),
    );
    await cluster.start();
    await cluster.query("create database site");
    siteStarter = await openSiteStarter();
  });
  afterAll(async () => {
    await siteStarter.close();
    await cluster.remove();
    await recovered?.remove();
    rmSync(archive, { recursive: true, force: true });
  });

  /** Runs a script of deploy/postgresql as PostgreSQL's user, with the server's programs in its path. */
  function runScript(name: string, ...args: string[]): void {
    const PATH = `${dirname(postgresProgram("psql"))}:/usr/bin:/bin`;
    const env = { PATH, PGHOST: "127.0.0.1", PGPORT: String(cluster.port), PGUSER: "nama", TZ: "UTC" };
    // Reads the script here, because PostgreSQL's user may have no access to this folder.
    const text = readFileSync(resolve("deploy/postgresql", name), "utf8");
    execFileSync("/bin/sh", ["-c", text, name, ...args], { ...unprivileged, cwd: "/", env, stdio: "pipe" });
  }

  const readAllTables = async (url: string) => {
    const { sql, close } = await openClient(url);
    return readTables(sql).finally(close);
  };

  it("O-35 restores every table as of a given moment, with every order before it and none after", async () => {
    const site = await siteStarter.start({ DATABASE_URL: cluster.url("site"), DEMO: "0" });
    const database = await openDatabase({ databaseUrl: cluster.url("site"), dataDir: "", poolSize: 2, log: silentLog });
    const shop = await makeShop(database.db);
    const load = sell([site.url], shop, { pauseMs: 20 });
    await expect.poll(() => load.begun.length, { timeout: 60_000 }).toBeGreaterThan(3);
    runScript("base-backup.sh", base, wal);
    const [backup = ""] = readdirSync(base);
    const countDuring = load.begun.length;
    await expect.poll(() => load.begun.length, { timeout: 60_000 }).toBeGreaterThan(countDuring + 5);
    await load.stop();
    await site.stop();
    const before = await readAllTables(cluster.url("site"));
    const [moment] = (await database.executeSql("select clock_timestamp()::text as at")).rows;
    expect(load.failures).toEqual([]);

    // The mistake, and new data after it.
    await database.executeSql(`update "order" set status = 'expired'`);
    await makeShop(database.db, 10);
    const [{ file } = {}] = await cluster.query("select pg_walfile_name(pg_switch_wal()) as file");
    const isArchived = () =>
      cluster.query("select last_archived_wal >= $$" + String(file) + "$$ as yes from pg_stat_archiver");
    await expect.poll(isArchived, { timeout: 30_000 }).toEqual([{ yes: true }]);

    const folder = createPostgresFolder("recovered");
    runScript("recover.sh", join(base, backup), wal, String(moment?.["at"]), join(folder, "data"));
    recovered = await clusterAt(folder);
    const server = recovered;
    await server.start();
    const isPrimary = () => server.query("select not pg_is_in_recovery() as yes");
    await expect.poll(isPrimary, { timeout: 60_000 }).toEqual([{ yes: true }]);
    const recoveredDatabase = await openDatabase({
      databaseUrl: recovered.url("site"),
      dataDir: "",
      poolSize: 2,
      log: silentLog,
    });
    expect(differing(before, await readAllTables(recovered.url("site")))).toEqual([]);
    expect(
      await findLostOrders(
        recoveredDatabase.db,
        load.begun.map(({ id }) => id),
      ),
    ).toEqual([]);
    expect(await findLostOrders(recoveredDatabase.db, load.paid, "paid")).toEqual([]);
    // The negative control: the tables of the original server differ.
    expect(differing(before, await readAllTables(cluster.url("site")))).toContain('public."order"');
    await recoveredDatabase.close();
    await database.close();
  });
});
