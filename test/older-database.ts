/** Databases with the schema of an earlier version, for tests of migrations. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Database } from "#platform/db/database.server.ts";

const migrations = "db/migrations";

/**
 * Creates a folder with the migrations before the one whose tag ends with `name`. The folder is removed after the test.
 */
function migrationsBefore(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "older-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrations, folder, { recursive: true });
  const journal = join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8")) as { entries: { tag: string }[] };
  const end = entries.findIndex(({ tag }) => tag.endsWith(name));
  if (end < 0) throw new Error(`No migration is called ${name}`);
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, end) }));
  return folder;
}

/** Empties the database and applies the migrations before the one whose tag ends with `name`. */
export async function migrateUpTo(database: Database, name: string): Promise<void> {
  await database.executeSql(
    "drop schema if exists drizzle cascade; drop schema if exists pgboss cascade; drop schema public cascade; create schema public",
  );
  await migrateOn(database, name);
}

/** Applies the missing migrations before the one whose tag ends with `name`. */
export async function migrateOn(database: Database, name: string): Promise<void> {
  await database.migrate(migrationsBefore(name));
}
