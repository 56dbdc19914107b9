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
import { silentLog } from "#test/open-database.ts";
import { openClient } from "../../scripts/backup-postgres.ts";
import { differing, readTables, type Tables } from "../../scripts/backup-tables.ts";
import { newCluster, postgresProgram, type Cluster } from "./clusters.ts";
import {
  findLostOrders,
  makeShop,
  openSelling,
  secret,
  sell,
  type Selling,
  type Shop,
  type SiteProcess,
} from "./selling.ts";

const everything = Boolean(process.env["TEST_ALL"]);
const engines = everything || existsSync(postgresProgramIfThere()) ? ["own", "postgres"] : ["own"];

function postgresProgramIfThere(): string {
  return existsSync("/usr/lib/postgresql") ? postgresProgram("pg_dump") : "none";
}

/** A command as an operator runs it, with these settings. */
async function command(script: string, args: string[], env: Record<string, string>) {
  const all = { PATH: process.env["PATH"] ?? "", AUTH_SECRET: secret, ...env };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env: all });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

describe.each(engines)("a backup (%s)", (engine) => {
  const scratch = mkdtempSync(join(tmpdir(), "nama-backup-test-"));
  // For PostgreSQL's user, where this one is root.
  chmodSync(scratch, 0o711);
  const backups = join(scratch, "backups");
  let cluster: Cluster | undefined;
  let selling: Selling;
  let site: SiteProcess;
  let shop: Shop;
  let settings: Record<string, string>;

  /** Settings of a place that has nothing yet. */
  async function elsewhere(name: string): Promise<Record<string, string>> {
    const env = { DATA_DIR: join(scratch, name) };
    if (!cluster) return env;
    await cluster.query(`create database ${name}`);
    return { ...env, DATABASE_URL: cluster.url(name) };
  }

  /** Each table in one moment, of a database that no process has open but PostgreSQL. */
  async function readAllTables(env: Record<string, string>): Promise<Tables> {
    const own = env["DATABASE_URL"]
      ? undefined
      : await startLocalPostgres({ dataDir: env["DATA_DIR"] ?? "", connections: 5, log: silentLog });
    const { sql, close } = await openClient(env["DATABASE_URL"] ?? own?.url ?? "");
    return readTables(sql)
      .finally(close)
      .finally(() => own?.stop());
  }

  const open = (env: Record<string, string>) =>
    openDatabase({
      databaseUrl: env["DATABASE_URL"],
      dataDir: env["DATA_DIR"] ?? "",
      log: silentLog,
    });

  const latest = () => globSync(join(backups, "nama-*")).toSorted().at(-1) ?? "";

  beforeAll(async () => {
    selling = await openSelling();
    settings = { DATA_DIR: selling.dataDir, DEMO: "0" };
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
    mkdirSync(join(selling.dataDir, "media/key"), { recursive: true });
    writeFileSync(join(selling.dataDir, "media/key/document.pdf"), "an upload");
    site = await selling.start(settings);
  });
  afterAll(async () => {
    await site.stop();
    await selling.close();
    await cluster?.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("O-31 O-35 made while people buy restores every confirmed order, consistent tables and valid documents", async () => {
    const load = sell([site.url], shop, { paths: ["/courses"], pauseMs: 20 });
    await expect.poll(() => load.paid.length, { timeout: 60_000 }).toBeGreaterThan(everything ? 20 : 4);
    const before = performance.now();
    const made = await command("backup", [backups], settings);
    const after = performance.now();
    await load.stop();
    expect(made).toEqual({ code: 0, output: expect.stringContaining("secret") });
    expect(load.failures).toEqual([]);
    // O3-17
    if (engine === "postgres") expect(statSync(join(latest(), "database.dump")).mode & 0o777).toBe(0o600);
    // The load went on meanwhile.
    expect(load.responses.filter(({ at }) => at > before && at < after).length).toBeGreaterThan(10);

    const copy = await elsewhere("copy");
    const restored = await command("restore", [latest()], copy);
    expect(restored).toEqual({ code: 0, output: expect.stringContaining("each compared with the backup") });
    expect(readFileSync(join(copy["DATA_DIR"] ?? "", "media/key/document.pdf"), "utf8")).toBe("an upload");
    const database = await open(copy);
    const orderIds = load.begun.filter(({ at }) => at < before).map(({ id }) => id);
    expect(orderIds.length).toBeGreaterThan(0);
    expect(await findLostOrders(database.db, orderIds)).toEqual([]);
    // Half an order is in no snapshot.
    const { rows } = await database.executeSql(
      `select o.id from "order" o where not exists (select 1 from order_line l where l.order_id = o.id) or not exists (select 1 from enrolment e where e.order_id = o.id)`,
    );
    expect(rows).toEqual([]);
    await database.close();
    expect(await command("documents", [], copy)).toEqual({
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
    expect((await command("backup", [backups, "--keep", "1"], settings)).code).toBe(0);
    expect(globSync(join(backups, "nama-*")).length).toBe(1);
    const copy = await elsewhere("equal");
    expect((await command("restore", [latest()], copy)).code).toBe(0);
    const [source, restored] = [await readAllTables(settings), await readAllTables(copy)];
    expect(Object.keys(source).length).toBeGreaterThan(50);
    expect(source['public."order"']?.rows).toBeGreaterThan(3);
    // O4-01: what this database's payments carry is not what those of the restored one will.
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
    const copy = await elsewhere("again");
    expect((await command("restore", [latest()], copy)).code).toBe(0);
    const refused = await command("restore", [latest()], copy);
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/not empty: .*database.*uploads.*--force/) });
    expect((await command("restore", [latest(), "--force"], copy)).code).toBe(0);

    const other: Record<string, string> =
      engine === "postgres" ? { DATA_DIR: scratch } : { DATABASE_URL: "postgres://127.0.0.1:1/x" };
    expect((await command("restore", [latest(), "--force"], other)).output).toContain("This is a backup of");
    writeFileSync(join(latest(), "media/key/document.pdf"), "another");
    expect(await command("restore", [latest(), "--force"], copy)).toEqual({
      code: 1,
      output: expect.stringContaining("damaged: media/key/document.pdf"),
    });
    expect((await command("restore", [scratch], copy)).output).toContain("is no backup");
  });
});
