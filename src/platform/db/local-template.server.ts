import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database, type OpenOptions } from "./database.server.ts";
import { localFiles } from "./local-postgres.server.ts";

/**
 * Creates the folder `out` with the files of a database, which begins empty or as a copy of `template` and is filled by
 * `fill`. `openDatabase` copies these files for a new site within a second. Each build creates them, so they are never
 * older than the migrations.
 */
export async function prepareTemplate(
  out: string,
  fill: (database: Database) => Promise<void>,
  { template, log }: Pick<OpenOptions, "template" | "log">,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "nama-template-"));
  try {
    const database = await openDatabase({ dataDir, template, log });
    try {
      await fill(database);
      // Goes table by table, because on a busy disk all tables take longer than the time limit of a statement.
      const { rows } = await database.executeSql(
        "select oid::regclass::text as name from pg_class where relkind = 'r'",
      );
      for (const { name } of rows) await database.executeSql(`vacuum (analyze) ${String(name)}`);
    } finally {
      await database.close();
    }
    await rm(out, { recursive: true, force: true });
    await cp(localFiles(dataDir), out, { recursive: true });
    // Lets every user of this machine copy the files, which contain nothing but the demo.
    execFileSync("chmod", ["-R", "a+rX", out]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
