import type { PGlite } from "@electric-sql/pglite";
import { DurableNodeFS } from "../src/platform/db/embedded/durable-fs.server.ts";
import { startPGlite } from "../src/platform/db/embedded/pglite.server.ts";
import { BackupProblem } from "./backup-manifest.ts";
import type { RunSql } from "./backup-tables.ts";

/** Opens the files of an embedded database that no one else uses. */
export async function openCluster(folder: string): Promise<{ sql: RunSql; close: () => Promise<void> }> {
  const pglite: PGlite = await startPGlite({ fs: new DurableNodeFS(folder) }).catch((error: unknown) => {
    throw new BackupProblem(`The database in ${folder} cannot be opened: ${String(error)}`);
  });
  return {
    sql: (text) => pglite.query<Record<string, unknown>>(text),
    close: async () => {
      await pglite.exec("checkpoint");
      await pglite.close();
    },
  };
}
