import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database, type OpenOptions } from "./database.server.ts";
import { localFiles } from "./local-postgres.server.ts";

/**
 * Makes the folder `out` with the files of a database, empty or a copy of `template`, after `fill`. openDatabase makes
 * those of new sites from it in a second. Made by each build, so it is never older than the migrations.
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
      // Table by table: on a busy disk all of them take longer than one statement may.
      const { rows } = await database.executeSql(
        "select oid::regclass::text as name from pg_class where relkind = 'r'",
      );
      for (const { name } of rows) await database.executeSql(`vacuum (analyze) ${String(name)}`);
    } finally {
      await database.close();
    }
    await rm(out, { recursive: true, force: true });
    await cp(localFiles(dataDir), out, { recursive: true });
    // For every user of this machine to begin with: they hold nothing but the demo.
    execFileSync("chmod", ["-R", "a+rX", out]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
