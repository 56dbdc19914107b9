import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Database } from "./database.server.ts";

/**
 * Applies all migrations of a folder in one transaction. Several processes may call it at the same time: an advisory
 * lock makes the others wait.
 */
export async function migrateDatabase(database: Database, folder: string): Promise<void> {
  await database.migrate(folder);
}

/** Tells whether the newest migration of the folder is applied. */
export async function isMigrated(database: Database, folder: string): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder: folder }).at(-1);
  if (!newest) return true;
  const table = await database.executeSql("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
  if (table.rows[0]?.["found"] !== true) return false;
  const applied = await database.executeSql(
    "select 1 from drizzle.__drizzle_migrations where created_at >= $1 limit 1",
    [newest.folderMillis],
  );
  return applied.rows.length === 1;
}
