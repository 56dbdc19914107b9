import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  existsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { isFullRun, silentLog } from "#test/open-database.ts";
import { openDatabase, type Database, type OpenOptions } from "./database.server.ts";
import { DirectoryInUseError, localFiles } from "./local-postgres.server.ts";
import { prepareTemplate } from "./local-template.server.ts";
import { reachableFolder, unprivileged } from "./postgres-binaries.server.ts";

/** A database to copy, which takes a tenth of the time of creating one. */
const template = join(mkdtempSync(join(tmpdir(), "nama-template-")), "empty");
beforeAll(() => prepareTemplate(template, async () => {}, { log: silentLog }));
afterAll(() => rmSync(join(template, ".."), { recursive: true }));

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "nama-local-"));
  if (unprivileged.uid !== undefined) execFileSync("chmod", ["755", dataDir]);
  onTestFinished(() => vi.waitFor(() => rmSync(dataDir, { recursive: true, force: true }), 10_000));
});

async function open(options: Partial<OpenOptions> = {}) {
  const database = await openDatabase({ dataDir, template, log: silentLog, poolSize: 2, ...options });
  onTestFinished(() => database.close());
  return database;
}

const serverPid = () => Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

/**
 * Starts a process that writes rows. `waitForRows` resolves after it has acknowledged that many more. Without
 * `waitsForDisk`, PostgreSQL confirms commits before they are on disk.
 */
async function startWriter({ waitsForDisk = true } = {}) {
  const mode = waitsForDisk ? "synchronous" : "asynchronous";
  const child: ChildProcess = spawn(process.execPath, ["test/local-writer.ts", dataDir, template, mode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (!child.stdout) throw new Error("no output");
  const lines = createInterface({ input: child.stdout });
  const acknowledged = new Set<number>();
  await once(lines, "line");
  lines.on("line", (line) => acknowledged.add(Number(line)));
  return {
    acknowledged,
    waitForRows: async (rows: number) => {
      for (let count = 0; count < rows; count++) await once(lines, "line");
    },
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

async function storedRows(): Promise<Set<number>> {
  const database = await open();
  const { rows } = await database.executeSql("select id from written");
  await database.close();
  return new Set(rows.map((row) => Number(row["id"])));
}

it.runIf(isFullRun)(
  "loses no acknowledged row when the site and the server are killed (-9) repeatedly",
  async () => {
    const acknowledged = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const writer = await startWriter();
      await writer.waitForRows(20 + Math.floor(Math.random() * 100));
      process.kill(serverPid(), "SIGKILL");
      // The server is started again, and the site continues to write.
      await writer.waitForRows(20 + Math.floor(Math.random() * 100));
      await writer.kill();
      for (const id of writer.acknowledged) acknowledged.add(id);
      const stored = await storedRows();
      expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    }
  },
  300_000,
);

it.runIf(isFullRun)(
  "negative control: rows whose commit does not wait for the disk are lost",
  async () => {
    let lost = 0;
    for (let round = 0; round < 10 && lost === 0; round++) {
      const writer = await startWriter({ waitsForDisk: false });
      await writer.waitForRows(20 + Math.floor(Math.random() * 100));
      process.kill(serverPid(), "SIGKILL");
      await writer.kill();
      const stored = await storedRows();
      lost = [...writer.acknowledged].filter((id) => !stored.has(id)).length;
    }
    expect(lost).toBeGreaterThan(0);
  },
  120_000,
);

it("the server ends when the site that started it closes or is killed", async () => {
  const database = await open();
  const closedPid = serverPid();
  expect(isAlive(closedPid)).toBe(true);
  await database.close();
  expect(isAlive(closedPid)).toBe(false);
  const writer = await startWriter();
  const killedPid = serverPid();
  await writer.kill();
  await vi.waitFor(() => expect(isAlive(killedPid)).toBe(false), 20_000);
});

it("refuses a data folder that a running site uses, and names it; `mayShare` uses the server of that site", async () => {
  const writer = await startWriter();
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DirectoryInUseError);
  expect(String(refusal)).toContain(dataDir);
  const sharedPid = serverPid();
  const sharing = await open({ mayShare: true });
  expect((await sharing.executeSql("select count(*) > 0 as some from written")).rows).toEqual([{ some: true }]);
  await sharing.close();
  expect(isAlive(sharedPid)).toBe(true);
  await writer.kill();
  // Until the server has ended, `mayShare` could still use it.
  await vi.waitFor(() => expect(isAlive(sharedPid)).toBe(false), 20_000);
  await (await open({ mayShare: true })).ping(5_000);
});

it("accepts connections only through a socket of its own user, not through a port, and syncs to disk", async () => {
  const database = await open();
  const { rows } = await database.executeSql(
    "select current_setting('listen_addresses') as tcp, inet_server_addr() as address, current_setting('fsync') as fsync",
  );
  expect(rows).toEqual([{ tcp: "", address: null, fsync: "on" }]);
  const { mode, uid } = statSync(join(dataDir, "postgres"));
  expect(mode & 0o777).toBe(0o700);
  expect(uid).toBe(unprivileged.uid ?? process.getuid?.());
});

it.runIf(isFullRun)("works in a folder whose path is too long for a socket", async () => {
  dataDir = join(dataDir, "long".repeat(20), "long".repeat(20));
  const database = await open();
  await database.ping(5_000);
  await (await open({ mayShare: true })).ping(5_000);
});

it.runIf(isFullRun && unprivileged.uid !== undefined)(
  "started by root in a folder that PostgreSQL's user may not enter, keeps its files in one that it may",
  async () => {
    const closed = dataDir;
    execFileSync("chmod", ["700", closed]);
    dataDir = join(closed, "data");
    const database = await open();
    const files = realpathSync(join(dataDir, "postgres"));
    onTestFinished(() => rmSync(join(files, ".."), { recursive: true }));
    expect(files.startsWith(`${reachableFolder}/`)).toBe(true);
    await database.close();
    await (await open()).ping(5_000);
  },
);

it.runIf(isFullRun)("starts over when a kill interrupted the creation of the files", async () => {
  mkdirSync(join(dataDir, "postgres.new/base"), { recursive: true });
  writeFileSync(join(dataDir, "postgres.new/PG_VERSION"), "18\n");
  await (await open()).ping(5_000);
  expect(existsSync(join(dataDir, "postgres.new"))).toBe(false);
});

it.runIf(isFullRun)("copies a prepared template, and starts empty without one", async () => {
  const fullTemplate = join(dataDir, "full");
  const fill = async ({ executeSql }: Database) => void (await executeSql("create table from_template (id int)"));
  await prepareTemplate(fullTemplate, fill, { log: silentLog });
  const findTable = "select to_regclass('from_template')::text as found";
  expect((await (await open({ template: fullTemplate })).executeSql(findTable)).rows).toEqual([
    { found: "from_template" },
  ]);
  dataDir = join(dataDir, "other");
  const emptyDatabase = await open({ template: join(fullTemplate, "missing") });
  expect((await emptyDatabase.executeSql(findTable)).rows).toEqual([{ found: null }]);
});

it.runIf(isFullRun)("reports PostgreSQL's own message when it cannot start", async () => {
  await (await open()).close();
  writeFileSync(join(localFiles(dataDir), "postgresql.auto.conf"), "no_such_setting = on\n");
  await expect(open()).rejects.toThrow(/PostgreSQL cannot run on [^\n]*\n[^]*postgresql\.auto\.conf/);
});
