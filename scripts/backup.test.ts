/** Error messages of `npm run backup` and `npm run restore`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest, writeManifest } from "./backup-manifest.ts";

const scratch = mkdtempSync(join(tmpdir(), "nama-backup-words-"));

describe("backup and restore", () => {
  it("O3-16 a folder that cannot be created ends the backup with a message", () => {
    const env = {
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: scratch,
      AUTH_SECRET: "a secret of more than 32 characters",
    };
    const run = spawnSync(process.execPath, ["scripts/backup.ts", "/proc/nothing"], { env, timeout: 60_000 });
    expect(run.signal).toBeNull();
    expect(run.status).toBe(1);
    expect(run.stderr.toString().trim()).toMatch(/^No backup can be put into \/proc\/nothing: .+\.$/);
  });

  it("O4-02 rejects a backup of an older version's own database, and says what to do", async () => {
    const backup = mkdtempSync(join(tmpdir(), "nama-backup-old-"));
    writeFileSync(join(backup, "auth-secret"), "a secret of more than 32 characters");
    const facts = { begun: "2026-09-01T00:00:00.000Z", migration: 1, server: "PGlite", tables: {}, media: false };
    await writeManifest(backup, { ...facts, database: "embedded" as "local" });
    const env = { PATH: process.env["PATH"] ?? "", DATA_DIR: join(scratch, "new") };
    const run = spawnSync(process.execPath, ["scripts/restore.ts", backup], { env, encoding: "utf8" });
    expect(run.status).toBe(1);
    expect(run.stderr.trim()).toMatch(/^This is a backup of an older version .* Install the version that made it.*\.$/);
  });

  it.each(["", '{"format": 1, "beg', "null", "7"])("O3-06 says that a manifest.json of %j is damaged", async (text) => {
    writeFileSync(join(scratch, "manifest.json"), text);
    await expect(readManifest(scratch)).rejects.toMatchObject({
      name: "BackupProblem",
      message: `${scratch} is damaged: manifest.json is cut off or is no JSON.`,
    });
  });
});
