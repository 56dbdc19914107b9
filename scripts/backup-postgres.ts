/** Runs PostgreSQL's own backup programs (`pg_dump`, `pg_restore`) with the site's connection. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { BackupProblem } from "./backup-manifest.ts";
import { newestMigration, readTables, type RunSql, type Tables } from "./backup-tables.ts";

export interface Opened {
  sql: RunSql;
  /** Major version of the server, such as 18. */
  major: number;
  close(): Promise<void>;
}

export async function openClient(url: string): Promise<Opened> {
  const client = new pg.Client({ connectionString: url, application_name: "nama-backup", keepAlive: true });
  await client.connect().catch((error: unknown) => {
    throw new BackupProblem(`PostgreSQL does not answer: ${error instanceof Error ? error.message : String(error)}`);
  });
  const sql: RunSql = (statement) => client.query<Record<string, unknown>>(statement);
  // The database role may have time limits, which are meant for visitors' requests.
  await sql("set statement_timeout = 0");
  await sql("set idle_in_transaction_session_timeout = 0");
  const { rows } = await sql("select current_setting('server_version_num')::int / 10000 as major");
  return { sql, major: Number(rows[0]?.["major"]), close: () => client.end() };
}

/**
 * The connection as environment variables for PostgreSQL's programs: everyone on the machine can read the arguments of
 * a process.
 */
function toPostgresEnv(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const named: Record<string, string | null> = {
    PGHOST: searchParams.get("host") ?? hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get("sslmode"),
    PGSSLROOTCERT: searchParams.get("sslrootcert"),
  };
  return Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** Path of a PostgreSQL program: Debian's of the server's version if it is installed, else the one in PATH. */
export function findProgram(name: string, major: number): string {
  const debian = join("/usr/lib/postgresql", String(major), "bin", name);
  return existsSync(debian) ? debian : name;
}

/** Throws BackupProblem with the program's error output when it fails. */
async function run(program: string, args: string[], { url, major }: { url: string; major: number }): Promise<void> {
  const child = spawn(findProgram(program, major), args, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...toPostgresEnv(url) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [code, output] = await Promise.all([ended, text(child.stderr)]).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new BackupProblem(
      `There is no ${program}. Install it (Debian: "apt-get install postgresql-client-${major}").`,
    );
  });
  if (code !== 0) throw new BackupProblem(`${program} ended with ${code}:\n${output.trim()}`);
}

/** What a backup of a database contains; the fields are described in `Manifest`. */
export interface Dumped {
  tables: Tables;
  migration: number;
  server: string;
}

/**
 * Writes one snapshot of the database into `file`; resolves with what each table contains in that snapshot. Only schema
 * changes have to wait meanwhile; reads and writes do not.
 */
export async function dump(url: string, file: string): Promise<Dumped> {
  const { sql, major, close } = await openClient(url);
  try {
    await sql("begin isolation level repeatable read read only");
    // pg_dump keeps the permissions of an existing file, so only the owner can read the dump.
    await writeFile(file, "", { mode: 0o600 });
    const { rows } = await sql("select pg_export_snapshot() as snapshot, version() as server");
    const snapshot = String(rows[0]?.["snapshot"]);
    await run(
      "pg_dump",
      ["--format=custom", "--no-owner", "--no-privileges", `--snapshot=${snapshot}`, `--file=${file}`],
      {
        url,
        major,
      },
    );
    return {
      tables: await readTables(sql),
      migration: await newestMigration(sql),
      server: String(rows[0]?.["server"]),
    };
  } finally {
    await close();
  }
}

const schemas = "('public', 'pgboss', 'drizzle')";

/**
 * Describes what a restore would delete; null when the database is empty. Throws BackupProblem when the site is running
 * on the database.
 */
export async function describeContent(url: string): Promise<string | null> {
  const { sql, close } = await openClient(url);
  try {
    const sessions = await sql(
      "select count(*)::int as running from pg_stat_activity where datname = current_database() and application_name like 'nama-health%'",
    );
    if (sessions.rows[0]?.["running"] !== 0)
      throw new BackupProblem("The site is running on this database. Stop every process of it first.");
    const { rows } = await sql(`select count(*)::int as tables from pg_tables where schemaname in ${schemas}`);
    return rows[0]?.["tables"] === 0 ? null : `the database has ${String(rows[0]?.["tables"])} tables`;
  } finally {
    await close();
  }
}

/**
 * Replaces the content of the database. It deletes the old content first; a failed restore leaves the database empty.
 */
export async function restoreDump(url: string, file: string): Promise<Tables> {
  const { sql, major, close } = await openClient(url);
  try {
    await sql("drop schema if exists public, pgboss, drizzle cascade");
    await sql("create schema public");
    const options = ["--no-owner", "--no-privileges", "--no-comments", "--single-transaction", "--exit-on-error"];
    await run("pg_restore", [...options, `--dbname=${toPostgresEnv(url)["PGDATABASE"]}`, file], { url, major });
    // Without planner statistics the first queries would be slow.
    await sql("analyze");
    return await readTables(sql);
  } finally {
    await close();
  }
}
