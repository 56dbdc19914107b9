import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { fromSetup, raceRounds, silentLog } from "#test/open-database.ts";
import { openDatabase } from "../database.server.ts";
import { DirectoryInUseError } from "./lock.server.ts";
import { startPGlite } from "./pglite.server.ts";
import { prepareTemplate } from "./template.server.ts";
import { checkpointIfDue } from "./upkeep.server.ts";

let dataDir = "";
const templateFile = fromSetup("TEST_EMBEDDED_TEMPLATE");
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "nama-embedded-"))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = () => openDatabase({ dataDir, templateFile, log: silentLog });

/** A writing process; `until` resolves when it has acknowledged so many rows, to the last id. */
async function startWriter(mode = "honest") {
  const child = spawn(process.execPath, ["test/embedded-writer.ts", dataDir, templateFile, mode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // It writes for ever: also when the test has given up.
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  let last = 0;
  lines.on("line", (line) => (last = Number(line)));
  return {
    until: async (rows: number) => {
      for (let seen = 0; seen < rows; seen++) await once(lines, "line");
    },
    /** kill -9; answers the last acknowledged id. */
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "close");
      return last;
    },
  };
}

async function storedRows() {
  const database = await open();
  const { rows } = await database.executeSql("select count(*) as n from written");
  await database.close();
  return Number(rows[0]?.["n"]);
}

it("brings every commit to the disk before it is answered", async () => {
  const database = await open();
  await database.executeSql("create table t (id int)");
  const fsync = vi.spyOn(fs, "fsyncSync");
  for (let id = 1; id <= 20; id++) {
    const before = fsync.mock.calls.length;
    await database.executeSql("insert into t values ($1)", [id]);
    expect(fsync.mock.calls.length).toBeGreaterThan(before);
  }
  fsync.mockRestore();
  await database.close();
});

it("negative control: as shipped, PGlite brings no commit to the disk", async () => {
  const fsync = vi.spyOn(fs, "fsyncSync");
  const pglite = await PGlite.create({
    dataDir: join(dataDir, "stock"),
    loadDataDir: new Blob([fs.readFileSync(templateFile)]),
  });
  await pglite.exec("create table t (id int)");
  await pglite.query("insert into t values (1)");
  await pglite.close();
  expect(fsync).not.toHaveBeenCalled();
  fsync.mockRestore();
});

it("loses no acknowledged row to kill -9, time after time", async () => {
  for (let round = 0; round < raceRounds(5); round++) {
    const writer = await startWriter();
    await writer.until(50 + Math.floor(Math.random() * 200));
    const acknowledged = await writer.kill();
    // A crash skips up to 32 numbers of the sequence that the ids come from.
    expect(await storedRows()).toBeGreaterThanOrEqual(acknowledged - 32 * round);
  }
}, 300_000);

it("negative control: a row acknowledged before its commit is lost", async () => {
  const writer = await startWriter("too-early");
  await writer.until(1);
  expect(await writer.kill()).toBe(1);
  expect(await storedRows()).toBe(0);
});

it("refuses a directory in use by another process, by name, and opens it once that is killed", async () => {
  const writer = await startWriter();
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DirectoryInUseError);
  expect(String(refusal)).toContain(dataDir);
  await writer.kill();
  await (await open()).close();
});

it("refuses a second handle in the same process, and frees the directory on close", async () => {
  const first = await open();
  await expect(open()).rejects.toThrow(DirectoryInUseError);
  await first.close();
  await first.close();
  await (await open()).close();
});

it("starts over when a kill left the files half made", async () => {
  mkdirSync(join(dataDir, "cluster.new/base"), { recursive: true });
  writeFileSync(join(dataDir, "cluster.new/PG_VERSION"), "18\n");
  const database = await open();
  await database.ping(2_000);
  await database.close();
  expect(existsSync(join(dataDir, "cluster.new"))).toBe(false);
});

it("starts with what a prepared template holds", async () => {
  const prepared = join(dataDir, "build/template.tar.gz");
  await prepareTemplate(
    prepared,
    async (database) => void (await database.executeSql("create table from_template (id int)")),
  );
  const database = await openDatabase({ dataDir, templateFile: prepared, log: silentLog });
  expect((await database.executeSql("select * from from_template")).rows).toEqual([]);
  await database.close();
});

it("makes the database from nothing when the template is damaged", async () => {
  const damaged = join(dataDir, "template.tar.gz");
  writeFileSync(damaged, "not an archive");
  const warn = vi.fn();
  const database = await openDatabase({ dataDir, templateFile: damaged, log: { ...silentLog, warn } });
  await database.ping(2_000);
  await database.close();
  expect(warn).toHaveBeenCalledOnce();
});

it("checkpoints once enough was written, so that the log does not grow for ever", async () => {
  const pglite = await startPGlite({ loadDataDir: new Blob([fs.readFileSync(templateFile)]) });
  await pglite.exec("checkpoint; create table t (filler text)");
  expect(await checkpointIfDue(pglite, 1_000_000)).toBe(false);
  await pglite.exec("insert into t select repeat('x', 1000) from generate_series(1, 2000)");
  expect(await checkpointIfDue(pglite, 1_000_000)).toBe(true);
  expect(await checkpointIfDue(pglite, 1_000_000)).toBe(false);
  await pglite.close();
});
