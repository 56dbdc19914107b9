/**
 * How long a restore takes after a loss: 100,000 orders, backed up and restored by the commands of docs/operations.md
 * (O-31).
 */
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { loadDemoContent } from "#db/demo/load.server.ts";
import { openDatabase } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { testContext } from "#test/context.ts";
import { silentLog } from "#test/open-database.ts";
import { newCluster } from "./clusters.ts";
import { fillOrders, orderCount } from "./hundred-thousand.ts";

/** Required by issue 15. */
const maxSeconds = 300;

it.runIf(process.env["TEST_ALL"])(
  `O-31 ${orderCount} orders are restored within five minutes`,
  { timeout: 900_000 },
  async () => {
    const scratch = mkdtempSync(join(tmpdir(), "nama-restore-"));
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
    const cluster = await newCluster();
    onTestFinished(() => cluster.remove());
    await cluster.start();
    await cluster.query("create database site");
    await cluster.query("create database copy");
    const database = await openDatabase({ databaseUrl: cluster.url("site"), dataDir: "", log: silentLog });
    await migrateDatabase(database, "db/migrations");
    await loadDemoContent(testContext(database));
    await database.close();
    await fillOrders(cluster.url("site"));

    /** Runs a script and resolves with the seconds that it took. Rejects when it fails. */
    const timeScript = async (script: string, args: string[], name: string) => {
      const began = performance.now();
      const env = {
        PATH: process.env["PATH"],
        AUTH_SECRET: "of-more-than-thirty-two-characters",
        DATA_DIR: join(scratch, name),
        DATABASE_URL: cluster.url(name),
      };
      await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env });
      return (performance.now() - began) / 1000;
    };
    const backup = await timeScript("backup", [join(scratch, "backups")], "site");
    // The restore compares every table with the backup, and fails if one differs.
    const restore = await timeScript("restore", globSync(join(scratch, "backups/nama-*")), "copy");
    console.log(`${orderCount} orders: backed up in ${backup.toFixed(1)} s, restored in ${restore.toFixed(1)} s`);
    expect(await cluster.query('select count(*)::int as orders from "order"', "copy")).toEqual([
      { orders: orderCount },
    ]);
    expect(restore).toBeLessThan(maxSeconds);
  },
);
