/** How the archive command handles a WAL segment, and how its failure is reported (O-35). */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "#platform/db/database.server.ts";
import { platformFigures } from "#platform/http/figures.server.ts";
import { silentLog } from "#test/open-database.ts";
import { newCluster } from "./clusters.ts";

const segmentName = "000000020000000000000015";

describe("archive_command", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "nama-archive-"));
    mkdirSync(join(folder, "wal"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /**
   * Archives a segment with this content and returns the exit status. If it is not 0, PostgreSQL repeats the command
   * and archives no later segment.
   */
  function archive(content: string, command = readCommand()): number | null {
    const segment = join(folder, segmentName);
    writeFileSync(segment, content);
    const text = command
      .replaceAll("/srv/wal", join(folder, "wal"))
      .replaceAll("%p", segment)
      .replaceAll("%f", segmentName);
    return spawnSync("/bin/sh", ["-c", text]).status;
  }
  const readCommand = () =>
    /^archive_command = '(.*)'$/m.exec(readFileSync("deploy/postgresql/archive.conf", "utf8"))?.[1] ?? "false";
  const listArchived = () => readdirSync(join(folder, "wal")).map((file) => [file, readWal(file)]);
  const readWal = (file: string) => readFileSync(join(folder, "wal", file), "utf8");

  it("O-35 accepts a segment that was already archived with the same content", () => {
    expect([archive("log"), archive("log")]).toEqual([0, 0]);
    expect(listArchived()).toEqual([[segmentName, "log"]]);
  });

  it("O-35 rejects another segment of the same name, and overwrites nothing", () => {
    expect(archive("log")).toBe(0);
    expect(archive("other")).not.toBe(0);
    expect(listArchived()).toEqual([[segmentName, "log"]]);
  });
});

describe.runIf(process.env["TEST_ALL"])("archive_failing", () => {
  it("O-35 is 1 from the first failed segment until one is archived again", async () => {
    const cluster = await newCluster();
    onTestFinished(() => cluster.remove());
    cluster.configure({ archive_mode: "on", archive_command: "false", archive_timeout: 1 });
    await cluster.start();
    const database = await openDatabase({ databaseUrl: cluster.url(), dataDir: "", poolSize: 1, log: silentLog });
    onTestFinished(() => database.close());
    const read = () => platformFigures(database)["archive_failing"]?.read();
    expect(await read()).toBe(0);
    await cluster.query("select pg_switch_wal()");
    await expect.poll(read, { timeout: 30_000 }).toBe(1);
    await cluster.query("alter system set archive_command = 'true'");
    await cluster.query("select pg_reload_conf()");
    await expect.poll(read, { timeout: 90_000 }).toBe(0);
  }, 150_000);
});
