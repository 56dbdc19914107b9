/**
 * `npm run restore -- <backup> [--force]` replaces the database, uploads and secret that the settings name with those
 * of a backup (docs/operations.md).
 */
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { mediaFolder } from "../src/features/content/media/storage.server.ts";
import { openDatabase } from "../src/platform/db/database.server.ts";
import type { Env } from "../src/platform/env.server.ts";
import { restoreLocal } from "./backup-local.ts";
import { BackupProblem, parts, readManifest, type Manifest } from "./backup-manifest.ts";
import { describeContent, restoreDump } from "./backup-postgres.ts";
import { endWithSentence } from "./backup-problems.ts";
import { differing } from "./backup-tables.ts";
import { readSettings } from "./settings.ts";

const usage = `npm run restore -- <backup> [--force]
Puts a backup into the database, the uploads and the secret that the settings name; with --force in place of what is there.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { force: { type: "boolean", default: false } },
});
const [backupPath = "", ...more] = positionals;
if (backupPath === "" || more.length > 0) {
  console.error(usage);
  process.exit(2);
}
const backup = resolve(backupPath);
process.chdir(new URL("..", import.meta.url).pathname);
const env = await readSettings();
await restore(env).catch(endWithSentence);

async function restore(env: Env): Promise<void> {
  const manifest = await readManifest(backup);
  requireCompatible(manifest, env);
  const obstacles = await findObstacles(manifest, env);
  if (obstacles.length > 0 && !values.force)
    throw new BackupProblem(`This is not empty: ${obstacles.join("; ")}. With --force it is deleted and replaced.`);
  const tables = env.DATABASE_URL
    ? await restoreDump(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, join(backup, parts.dump))
    : await restoreLocal(env.DATA_DIR, join(backup, parts.local));
  const changedTables = differing(tables, manifest.tables);
  if (changedTables.length > 0)
    throw new BackupProblem(`These tables are not as they were backed up: ${changedTables.join(", ")}.`);
  await forgetInstallation(env);
  const media = mediaFolder(env);
  if (manifest.media && media !== null) await replaceFolder(join(backup, parts.media), media);
  await restoreSecret(env);
  console.log(
    `Restored ${Object.keys(tables).length} tables as they were at ${manifest.begun}, each compared with the backup.`,
  );
  console.log('Start the site, then see "After a loss" in docs/operations.md: what was ordered later is not here.');
}

/** Throws BackupProblem when this version or these settings cannot restore the backup. */
function requireCompatible(manifest: Manifest, env: Env): void {
  if (manifest.database !== "postgres" && manifest.database !== "local")
    throw new BackupProblem(
      `This is a backup of an older version of Nama Health ("${String(manifest.database)}", up to ${manifest.begun}), whose own database this version cannot read. Install the version that made it, run its restore into a DATA_DIR of its own, and look up there what is needed; this version begins with an empty DATA_DIR.`,
    );
  const expectedDatabase = env.DATABASE_URL ? "postgres" : "local";
  if (manifest.database !== expectedDatabase)
    throw new BackupProblem(
      manifest.database === "postgres"
        ? "This is a backup of PostgreSQL: set DATABASE_URL."
        : "This is a backup of a site without DATABASE_URL: unset it.",
    );
  const newest = readMigrationFiles({ migrationsFolder: "db/migrations" }).at(-1)?.folderMillis ?? 0;
  if (manifest.migration > newest)
    throw new BackupProblem("This backup was made by a newer version of Nama Health. Install that one first.");
}

/** Describes existing data that the restore would replace; empty when there is none. */
async function findObstacles(manifest: Manifest, env: Env): Promise<string[]> {
  const obstacles: string[] = [];
  if (env.DATABASE_URL) {
    const content = await describeContent(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
    if (content) obstacles.push(content);
  } else if (existsSync(join(env.DATA_DIR, "postgres")))
    obstacles.push(`there is a database in ${resolve(env.DATA_DIR)}`);
  const media = mediaFolder(env);
  if (manifest.media && media !== null && existsSync(media) && (await readdir(media)).length > 0)
    obstacles.push(`there are uploads in ${resolve(media)}`);
  const secret = join(env.DATA_DIR, "auth-secret");
  if (!env.AUTH_SECRET && existsSync(secret) && readFileSync(secret, "utf8").trim() !== backedUpSecret())
    obstacles.push(`${resolve(secret)} is another secret`);
  return obstacles;
}

function backedUpSecret(): string {
  return readFileSync(join(backup, parts.secret), "utf8").trim();
}

/**
 * Deletes the id of the installation; the site makes a new one with its next order. So payments that the lost database
 * began count as another installation's, and are not refunded automatically: one of them may have paid for a seat that
 * was sold after the backup.
 */
async function forgetInstallation(env: Env): Promise<void> {
  const database = await openDatabase({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    poolSize: 1,
    log: { info() {}, warn() {}, error() {} },
  });
  try {
    const { rows } = await database.executeSql("select to_regclass('installation') is not null as known");
    if (rows[0]?.["known"] === true) await database.executeSql("delete from installation");
  } finally {
    await database.close();
  }
}

/** Replaces the folder `to` with a copy of `from`. The old folder stays until the copy is complete. */
async function replaceFolder(from: string, to: string): Promise<void> {
  const fresh = `${to}.restored`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  // A site without uploads has no such folder.
  if (existsSync(from)) await cp(from, fresh, { recursive: true, preserveTimestamps: true });
  await rm(to, { recursive: true, force: true });
  await rename(fresh, to);
}

async function restoreSecret(env: Env): Promise<void> {
  const secret = backedUpSecret();
  if (!env.AUTH_SECRET) {
    await mkdir(env.DATA_DIR, { recursive: true });
    await writeFile(join(env.DATA_DIR, "auth-secret"), secret, { mode: 0o600, flush: true });
  } else if (env.AUTH_SECRET !== secret)
    console.log(
      `AUTH_SECRET is not the one of the backup: everyone has to log in again and authenticator apps of the staff are void. Set it to what is in ${join(backup, parts.secret)}.`,
    );
}
