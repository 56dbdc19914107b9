import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { PgliteSession, PgliteTransaction } from "drizzle-orm/pglite/session";
import { ensureCluster } from "./cluster.server.ts";
import { serveCopies } from "./copy.server.ts";
import type { DbLog, Driver, Row } from "../driver.server.ts";
import { DurableNodeFS } from "./durable-fs.server.ts";
import { lockDirectory } from "./lock.server.ts";
import { startPGlite } from "./pglite.server.ts";
import { startUpkeep } from "./upkeep.server.ts";

export interface EmbeddedOptions {
  dataDir: string;
  templateFile?: string | undefined;
  log: DbLog;
}

/** Below this a table that grows is refused. */
const leastFreeBytes = 1024 * 1024;

/** A database that can be read only is not ready; its own answers say nothing of a full disk. */
async function hasRoomIn(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize >= leastFreeBytes;
}

/** One process at a time (DirectoryInUseError). An answered commit is on the disk. */
export async function openEmbedded({ dataDir, templateFile, log }: EmbeddedOptions): Promise<Driver> {
  const unlock = lockDirectory(resolve(dataDir));
  try {
    const directory = resolve(dataDir, "cluster");
    await ensureCluster(directory, templateFile, log);
    const pglite = await startPGlite({ fs: new DurableNodeFS(directory) });
    const stopUpkeep = startUpkeep(pglite, log);
    const stopCopies = serveCopies(pglite, resolve(dataDir), log);
    const afterClose = () => {
      stopUpkeep();
      stopCopies();
      unlock();
    };
    return embeddedDriver(pglite, afterClose, () => hasRoomIn(directory));
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A driver on a PGlite that is already open; tests give one in memory. `hasRoom`: whether it can write more. */
export function embeddedDriver(
  pglite: PGlite,
  afterClose: () => void = () => {},
  hasRoom: () => Promise<boolean> = async () => true,
): Driver {
  const db = drizzle({ client: pglite, casing: "snake_case" });
  const dialect = new PgDialect({ casing: "snake_case" });
  let migrating: Promise<void> = Promise.resolve();
  let closing: Promise<void> | undefined;
  return {
    kind: "embedded",
    db,
    ping: async () => {
      await pglite.query("select 1");
      return hasRoom();
    },
    runSql: (text, values) => (values?.length ? pglite.query<Row>(text, values) : runStatements(pglite, text)),
    // There is one connection, so every transaction is serialized.
    transaction: (work) =>
      pglite.transaction((tx) =>
        work(new PgliteTransaction(dialect, new PgliteSession(tx, dialect, undefined), undefined)),
      ),
    listen: async (channel, handler) => {
      const own = (payload: string) => handler(payload);
      await pglite.listen(quoted(channel), own);
      return () => pglite.unlisten(quoted(channel), own);
    },
    // Serialized: Drizzle reads what has been applied before its transaction begins.
    migrate: (folder) => (migrating = migrating.catch(() => {}).then(() => migrate(db, { migrationsFolder: folder }))),
    close: () => (closing ??= pglite.close().finally(afterClose)),
  };
}

/** Text without values may hold several statements, as with PostgreSQL; answers the rows of all of them. */
async function runStatements(pglite: PGlite, text: string) {
  // A block that fails half-way must not leave the only connection in an aborted transaction; PGlite's own transaction
  // ends it under its lock.
  const results = /\bbegin\b/i.test(text) ? await pglite.transaction((tx) => tx.exec(text)) : await pglite.exec(text);
  return { rows: results.flatMap((result): Row[] => result.rows) };
}

/** PGlite puts the channel into the statement unquoted. */
function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}
