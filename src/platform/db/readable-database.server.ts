import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readInstalledMajor } from "./postgres-binaries.server.ts";

/** Thrown when the site must not start on a database. The message is a sentence for the operator. */
export class UnreadableDatabaseError extends Error {
  override name = "UnreadableDatabaseError";
}

const beginAnew = "or set DATA_DIR to another folder to begin anew";

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is missing, or this user may not read it; whoever opens it reports that.
    return [];
  }
}

function readLinkTarget(link: string): string | null {
  try {
    return resolve(dirname(link), readlinkSync(link));
  } catch {
    return null;
  }
}

/**
 * Explains why this version must not start on the database in `dataDir`, and what the operator can do; null when it may
 * start. A new database instead would hide the present one, and would not know the payments of its orders. Writes
 * nothing.
 */
export function unreadableDatabase(dataDir: string): string | null {
  const path = resolve(dataDir);
  const link = join(path, "postgres");
  const target = readLinkTarget(link);
  const files = target ?? link;
  if (!existsSync(files)) {
    if (existsSync(`${files}.before`))
      return `A restore into ${path} was interrupted, and nothing was changed: run it again, or rename ${files}.before to ${files} to have the database of before.`;
    // A first start that was killed leaves the copy that it was about to move here.
    if (target && !existsSync(`${files}.new`))
      return `The database of ${path} is missing, and nothing was changed: ${link} leads to ${files}, which does not exist. Bring that folder back, ${beginAnew}.`;
  }
  const entries = listFiles(files);
  if (entries.length === 0)
    return existsSync(join(path, "database"))
      ? `The database in ${join(path, "database")} was made by an older version of Nama Health, which this version cannot read, and nothing was changed. Start the version that made it, ${beginAnew}.`
      : null;
  if (!entries.includes("PG_VERSION"))
    return `${files} holds files but no database that this version can read, and nothing was changed. Start the version that made it, ${beginAnew}.`;
  const version = readFileSync(join(files, "PG_VERSION"), "utf8").trim();
  return version === readInstalledMajor()
    ? null
    : `The database in ${files} was made by PostgreSQL ${version}, this version of Nama Health reads those of PostgreSQL ${readInstalledMajor()}, and nothing was changed. Start the version that made it, ${beginAnew}.`;
}
