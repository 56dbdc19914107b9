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
import { everything, silentLog } from "#test/open-database.ts";
import { openDatabase, type Database, type OpenOptions } from "./database.server.ts";
import { DirectoryInUseError, localFiles } from "./local-postgres.server.ts";
import { prepareTemplate } from "./local-template.server.ts";
import { reachableFolder, unprivileged } from "./postgres-binaries.server.ts";

/** Copied in a tenth of the time that making one takes. */
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

/** A writing process; `until` resolves when it has acknowledged so many rows more. */
async function startWriter(mode = "honest") {
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
    until: async (rows: number) => {
      for (let seen = 0; seen < rows; seen++) await once(lines, "line");
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

it.runIf(everything)(
  "loses no acknowledged row to kill -9 of the site or of the server, time after time",
  async () => {
    const acknowledged = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const writer = await startWriter();
      await writer.until(20 + Math.floor(Math.random() * 100));
      process.kill(serverPid(), "SIGKILL");
      // It is started again, and the site writes on.
      await writer.until(20 + Math.floor(Math.random() * 100));
      await writer.kill();
      for (const id of writer.acknowledged) acknowledged.add(id);
      const stored = await storedRows();
      expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    }
  },
  300_000,
);

it.runIf(everything)(
  "negative control: rows whose commit does not wait for the disk are lost",
  async () => {
    let lost = 0;
    for (let round = 0; round < 10 && lost === 0; round++) {
      const writer = await startWriter("careless");
      await writer.until(20 + Math.floor(Math.random() * 100));
      process.kill(serverPid(), "SIGKILL");
      await writer.kill();
      const stored = await storedRows();
      lost = [...writer.acknowledged].filter((id) => !stored.has(id)).length;
    }
    expect(lost).toBeGreaterThan(0);
  },
  120_000,
);

it("the server ends with the site that started it, also when that is killed", async () => {
  const database = await open();
  const first = serverPid();
  expect(isAlive(first)).toBe(true);
  await database.close();
  expect(isAlive(first)).toBe(false);
  const writer = await startWriter();
  const second = serverPid();
  await writer.kill();
  await vi.waitFor(() => expect(isAlive(second)).toBe(false), 20_000);
});

it("refuses files that a running site has, by name, and lends its server to who may share it", async () => {
  const writer = await startWriter();
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DirectoryInUseError);
  expect(String(refusal)).toContain(dataDir);
  const server = serverPid();
  const command = await open({ mayShare: true });
  expect((await command.executeSql("select count(*) > 0 as some from written")).rows).toEqual([{ some: true }]);
  await command.close();
  expect(isAlive(server)).toBe(true);
  await writer.kill();
  // Until then it may still be lent.
  await vi.waitFor(() => expect(isAlive(server)).toBe(false), 20_000);
  await (await open({ mayShare: true })).ping(5_000);
});

it("is reached by a socket that only its user may use, and by no port", async () => {
  const database = await open();
  const { rows } = await database.executeSql(
    "select current_setting('listen_addresses') as tcp, inet_server_addr() as address, current_setting('fsync') as fsync",
  );
  expect(rows).toEqual([{ tcp: "", address: null, fsync: "on" }]);
  const { mode, uid } = statSync(join(dataDir, "postgres"));
  expect(mode & 0o777).toBe(0o700);
  expect(uid).toBe(unprivileged.uid ?? process.getuid?.());
});

it.runIf(everything)("works in a folder whose path is too long for a socket", async () => {
  dataDir = join(dataDir, "long".repeat(20), "long".repeat(20));
  const database = await open();
  await database.ping(5_000);
  await (await open({ mayShare: true })).ping(5_000);
});

it.runIf(everything && unprivileged.uid !== undefined)(
  "of root in a closed folder lies where its user may go",
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

it.runIf(everything)("starts over when a kill left the files half made", async () => {
  mkdirSync(join(dataDir, "postgres.new/base"), { recursive: true });
  writeFileSync(join(dataDir, "postgres.new/PG_VERSION"), "18\n");
  await (await open()).ping(5_000);
  expect(existsSync(join(dataDir, "postgres.new"))).toBe(false);
});

it.runIf(everything)("begins with what a prepared template holds, and empty without one", async () => {
  const full = join(dataDir, "full");
  const fill = async ({ executeSql }: Database) => void (await executeSql("create table from_template (id int)"));
  await prepareTemplate(full, fill, { log: silentLog });
  const find = "select to_regclass('from_template')::text as found";
  expect((await (await open({ template: full })).executeSql(find)).rows).toEqual([{ found: "from_template" }]);
  dataDir = join(dataDir, "other");
  const without = await open({ template: join(full, "missing") });
  expect((await without.executeSql(find)).rows).toEqual([{ found: null }]);
});

it.runIf(everything)("says in PostgreSQL's words why it cannot start", async () => {
  await (await open()).close();
  writeFileSync(join(localFiles(dataDir), "postgresql.auto.conf"), "no_such_setting = on\n");
  await expect(open()).rejects.toThrow(/PostgreSQL cannot run on [^\n]*\n[^]*postgresql\.auto\.conf/);
});
