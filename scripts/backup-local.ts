/**
 * Backs up and restores the files of the site's own PostgreSQL: a base backup, consistent even while the server runs.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { chownFolder } from "../src/platform/db/postgres-binaries.server.ts";
import { localFiles, openLocal, startLocalPostgres, waitUntilFree } from "../src/platform/db/local-postgres.server.ts";
import { openClient, type Dumped } from "./backup-postgres.ts";
import { newestMigration, readTables, type Tables } from "./backup-tables.ts";

const log = { info() {}, warn() {}, error() {} };
const connections = 10;
/** Files that only concern the running server. */
const notCopied = /^(pg_wal|pg_replslot|postmaster\.(pid|opts)$|\.s\.PGSQL)/;

/** Copies the database in `dataDir` into `folder`; resolves with what each table contains. */
export async function copyLocal(dataDir: string, folder: string): Promise<Dumped> {
  // PostgreSQL runs as another user, who may not enter the folder of the backup.
  const scratch = mkdtempSync(join(tmpdir(), "nama-backup-"));
  chmodSync(scratch, 0o711);
  try {
    const copy = join(scratch, "postgres");
    const server = await openLocal({ dataDir, mayShare: true, connections, log });
    await copyFiles(server.url, localFiles(dataDir), copy).finally(server.stop);
    chownFolder(copy);
    // This proves that the copy can be opened, and recovers it from the transactions that were running during the copy.
    const dumped = await readContent(scratch);
    await cp(copy, folder, { recursive: true, preserveTimestamps: true });
    return dumped;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function copyFiles(url: string, from: string, to: string): Promise<void> {
  const { sql, close } = await openClient(url);
  try {
    // A temporary slot: PostgreSQL keeps its write-ahead log from here on until this connection ends.
    await sql("select pg_create_physical_replication_slot('nama_backup', true, true)");
    await sql("select pg_backup_start('nama-backup', true)");
    await copyTree(from, to, (name) => !notCopied.test(name));
    const { rows } = await sql("select labelfile from pg_backup_stop(false)");
    await writeFile(join(to, "backup_label"), String(rows[0]?.["labelfile"]));
    await copyTree(join(from, "pg_wal"), join(to, "pg_wal"), (name) => /^[0-9A-F]{24}$/.test(name));
    for (const empty of ["pg_replslot", "pg_wal/archive_status", "pg_wal/summaries"])
      await mkdir(join(to, empty), { recursive: true, mode: 0o700 });
  } finally {
    await close();
  }
}

/**
 * Copies the files below `from` whose name is wanted. Files may appear and vanish meanwhile: the write-ahead log
 * contains those changes.
 */
async function copyTree(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = relative(from, join(entry.parentPath, entry.name));
    if (!isWanted(name)) continue;
    if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
    else
      await cp(join(from, name), join(to, name)).catch((error: unknown) => {
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      });
  }
}

async function readContent(dataDir: string, template?: string): Promise<Dumped> {
  const server = await startLocalPostgres({ dataDir, template, connections, log });
  try {
    const { sql, close } = await openClient(server.url);
    try {
      const { rows } = await sql("select version() as server");
      return {
        tables: await readTables(sql),
        migration: await newestMigration(sql),
        server: String(rows[0]?.["server"]),
      };
    } finally {
      await close();
    }
  } finally {
    await server.stop();
  }
}

/**
 * Replaces the database in `dataDir` with the copy in `folder`; the old one comes back when the copy cannot be opened.
 */
export async function restoreLocal(dataDir: string, folder: string): Promise<Tables> {
  await waitUntilFree(dataDir);
  const files = localFiles(dataDir);
  const previousFiles = `${files}.before`;
  await rm(previousFiles, { recursive: true, force: true });
  if (existsSync(files)) await rename(files, previousFiles);
  try {
    const { tables } = await readContent(dataDir, folder);
    await rm(previousFiles, { recursive: true, force: true });
    return tables;
  } catch (error) {
    await rm(files, { recursive: true, force: true });
    if (existsSync(previousFiles)) await rename(previousFiles, files);
    throw error;
  }
}
