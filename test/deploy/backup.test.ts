/** `npm run backup` of a selling site, and `npm run restore` of it elsewhere (O-31, O-35). */
import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { startLocalPostgres } from "#platform/db/local-postgres.server.ts";
import { isFullRun, silentLog } from "#test/open-database.ts";
import { openClient } from "../../scripts/backup-postgres.ts";
import { differing, readTables, type Tables } from "../../scripts/backup-tables.ts";
import { newCluster, postgresProgram, type Cluster } from "./clusters.ts";
import {
  findLostOrders,
  makeShop,
  openSiteStarter,
  secret,
  sell,
  type SiteStarter,
  type Shop,
  type SiteProcess,
} from "./selling.ts";

const engines = isFullRun || existsSync(findPgDump()) ? ["own", "postgres"] : ["own"];

/** Returns the path of pg_dump, or one that does not exist. */
function findPgDump(): string {
  return existsSync("/usr/lib/postgresql") ? postgresProgram("pg_dump") : "none";
}

/** Runs a script with these settings, as an operator does. */
async function runCommand(script: string, args: string[], env: Record<string, string>) {
  const fullEnv = { PATH: process.env["PATH"] ?? "", AUTH_SECRET: secret, ...env };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env: fullEnv });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

describe.each(engines)("a backup (%s)", (engine) => {
  const scratch = mkdtempSync(join(tmpdir(), "nama-backup-test-"));
  // PostgreSQL's user must reach its folder in here when the tests run as root.
  chmodSync(scratch, 0o711);
  const backups = join(scratch, "backups");
  let cluster: Cluster | undefined;
  let siteStarter: SiteStarter;
  let site: SiteProcess;
  let shop: Shop;
  let settings: Record<string, string>;

  /** Creates an empty installation and returns its settings. */
  async function createInstallation(name: string): Promise<Record<string, string>> {
    const env = { DATA_DIR: join(scratch, name) };
    if (!cluster) return env;
    await cluster.query(`create database ${name}`);
    return { ...env, DATABASE_URL: cluster.url(name) };
  }

  /** Reads all tables of a database that no site is using. Starts the installation's own PostgreSQL if it has one. */
  async function readAllTables(env: Record<string, string>): Promise<Tables> {
    const localPostgres = env["DATABASE_URL"]
      ? undefined
      : await startLocalPostgres({ dataDir: env["DATA_DIR"] ?? "", connections: 5, log: silentLog });
    const { sql, close } = await openClient(env["DATABASE_URL"] ?? localPostgres?.url ?? "");
    return readTables(sql)
      .finally(close)
      .finally(() => localPostgres?.stop());
  }

  const open = (env: Record<string, string>) =>
    openDatabase({
      databaseUrl: env["DATABASE_URL"],
      dataDir: env["DATA_DIR"] ?? "",
      log: silentLog,
    });

  const findLatest = () => globSync(join(backups, "nama-*")).toSorted().at(-1) ?? "";

  beforeAll(async () => {
    siteStarter = await openSiteStarter();
    settings = { DATA_DIR: siteStarter.dataDir, DEMO: "0" };
    if (engine === "postgres") {
      cluster = await newCluster();
      await cluster.start();
      await cluster.query("create database site");
      settings = { ...settings, DATABASE_URL: cluster.url("site") };
    }
    const database = await open(settings);
    await migrateDatabase(database, "db/migrations");
    shop = await makeShop(database.db);
    await database.close();
    mkdirSync(join(siteStarter.dataDir, "media/key"), { recursive: true });
    writeFileSync(join(siteStarter.dataDir, "media/key/document.pdf"), "an upload");
    site = await siteStarter.start(settings);
  });
  afterAll(async () => {
    await site.stop();
    await siteStarter.close();
    await cluster?.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("O-31 O-35 made while people buy restores every order begun before it, consistent tables and valid documents", async () => {
    const load = sell([site.url], shop, { paths: ["/courses"], pauseMs: 20 });
    await expect.poll(() => load.paid.length, { timeout: 60_000 }).toBeGreaterThan(isFullRun ? 20 : 4);
    const before = performance.now();
    const backup = await runCommand("backup", [backups], settings);
    const after = performance.now();
    await load.stop();
    expect(backup).toEqual({ code: 0, output: expect.stringContaining("secret") });
    expect(load.failures).toEqual([]);
    // O3-17
    if (engine === "postgres") expect(statSync(join(findLatest(), "database.dump")).mode & 0o777).toBe(0o600);
    // The site also answered during the backup.
    expect(load.responses.filter(({ at }) => at > before && at < after).length).toBeGreaterThan(10);

    const copy = await createInstallation("copy");
    const restored = await runCommand("restore", [findLatest()], copy);
    expect(restored).toEqual({ code: 0, output: expect.stringContaining("each compared with the backup") });
    expect(readFileSync(join(copy["DATA_DIR"] ?? "", "media/key/document.pdf"), "utf8")).toBe("an upload");
    const database = await open(copy);
    const orderIds = load.begun.filter(({ at }) => at < before).map(({ id }) => id);
    expect(orderIds.length).toBeGreaterThan(0);
    expect(await findLostOrders(database.db, orderIds)).toEqual([]);
    // A snapshot contains no incomplete order.
    const { rows } = await database.executeSql(
      `select o.id from "order" o where not exists (select 1 from order_line l where l.order_id = o.id) or not exists (select 1 from enrolment e where e.order_id = o.id)`,
    );
    expect(rows).toEqual([]);
    await database.close();
    expect(await runCommand("documents", [], copy)).toEqual({
      code: 0,
      output: expect.stringMatching(/^[1-9]\d* documents, 0 faults/),
    });
  });

  it.runIf(engine === "postgres")(
    "the negative control: tables read one after another contain incomplete orders",
    async () => {
      const load = sell([site.url], shop);
      const queryIds = async (query: string) => (await cluster?.query(query, "site"))?.map(({ id }) => id) ?? [];
      const lines = await queryIds("select order_id as id from order_line");
      await expect.poll(() => load.begun.length, { timeout: 60_000 }).toBeGreaterThan(1);
      const orders = await queryIds('select id from "order"');
      await load.stop();
      expect(orders.filter((id) => !lines.includes(id)).length).toBeGreaterThan(0);
    },
  );

  it("O-35 O4-01 of an idle site restores equal tables; a changed row is detected", async () => {
    await site.stop();
    expect((await runCommand("backup", [backups, "--keep", "1"], settings)).code).toBe(0);
    expect(globSync(join(backups, "nama-*")).length).toBe(1);
    const copy = await createInstallation("equal");
    expect((await runCommand("restore", [findLatest()], copy)).code).toBe(0);
    const [source, restored] = [await readAllTables(settings), await readAllTables(copy)];
    expect(Object.keys(source).length).toBeGreaterThan(50);
    expect(source['public."order"']?.rows).toBeGreaterThan(3);
    // O4-01: the restored database has no installation id yet. Its site creates a new one, which its payments carry.
    expect([source["public.installation"]?.rows, restored["public.installation"]?.rows]).toEqual([1, 0]);
    expect(differing(source, restored)).toEqual(["public.installation"]);
    const database = await open(copy);
    await database.executeSql(
      `update "order" set created_at = created_at + interval '1 ms' where id = (select min(id) from "order")`,
    );
    await database.close();
    expect(differing(source, await readAllTables(copy))).toEqual(['public."order"', "public.installation"]);
  });

  it("is not restored over data without --force, if damaged, or into another engine", async () => {
    const copy = await createInstallation("again");
    expect((await runCommand("restore", [findLatest()], copy)).code).toBe(0);
    const refused = await runCommand("restore", [findLatest()], copy);
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/not empty: .*database.*uploads.*--force/) });
    expect((await runCommand("restore", [findLatest(), "--force"], copy)).code).toBe(0);

    const other: Record<string, string> =
      engine === "postgres" ? { DATA_DIR: scratch } : { DATABASE_URL: "postgres://127.0.0.1:1/x" };
    expect((await runCommand("restore", [findLatest(), "--force"], other)).output).toContain("This is a backup of");
    writeFileSync(join(findLatest(), "media/key/document.pdf"), "another");
    expect(await runCommand("restore", [findLatest(), "--force"], copy)).toEqual({
      code: 1,
      output: expect.stringContaining("damaged: media/key/document.pdf"),
    });
    expect((await runCommand("restore", [scratch], copy)).output).toContain("is no backup");
  });
});
