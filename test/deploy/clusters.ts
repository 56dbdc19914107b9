/** Debian's PostgreSQL as operators run it: whole clusters that are killed, copied, recovered and promoted. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { vi } from "vitest";
import { freePort } from "#test/ports.ts";
import { unprivileged } from "#platform/db/postgres-binaries.server.ts";
import { debianProgram } from "./debian.ts";

const root = "/usr/lib/postgresql";

/** A program of the newest PostgreSQL that Debian has here. */
export function postgresProgram(name: string): string {
  if (!existsSync(root)) debianProgram("/usr/bin/pg_lsclusters", "postgresql");
  const newest = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))[0] ?? "";
  return join(root, newest, "bin", name);
}

/** Whom PostgreSQL and its programs run as. */
export function runAsPostgres(program: string, args: string[]): string {
  return execFileSync(postgresProgram(program), args, { ...unprivileged, cwd: "/", encoding: "utf8", stdio: "pipe" });
}

/** A folder that only PostgreSQL's user may enter. */
export function createPostgresFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `nama-${name}-`));
  chmodSync(folder, 0o700);
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid);
  return folder;
}

/** Ends PostgreSQL at once when we end, however that is. */
const keeper =
  'exec 3<&0; "$@" </dev/null & server=$!; (cat <&3 >/dev/null; kill -QUIT $server) 2>/dev/null & wait $server';

export interface Cluster {
  port: number;
  /** PostgreSQL's data. */
  data: string;
  url(database?: string): string;
  /** Adds lines to its configuration; the next start reads them. */
  configure(lines: Record<string, string | number>): void;
  /** Resolves once it answers. */
  start(): Promise<void>;
  /** kill -9 of all of it, as a machine that is gone. */
  kill(): Promise<void>;
  /** Each of its processes, for signals. */
  processes(): number[];
  /** Rows of one statement by an administrator. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
}

/** Takes up data that is there already, on a port of its own unless one is given. */
export async function clusterAt(folder: string, requestedPort?: number): Promise<Cluster> {
  const port = requestedPort ?? (await freePort());
  const data = join(folder, "data");
  let child: ChildProcess | undefined;
  const url = (database = "postgres") => `postgres://nama@127.0.0.1:${port}/${database}`;

  async function query(text: string, database?: string) {
    const client = new pg.Client({
      connectionString: url(database),
      connectionTimeoutMillis: 2_000,
      query_timeout: 20_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  function processes(): number[] {
    const [first = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1);
    const of = spawnSyncText("ps", ["-o", "pid=", "--ppid", first]);
    return [Number(first), ...of.split(/\s+/).filter(Boolean).map(Number)];
  }

  async function kill(): Promise<void> {
    if (!child) return;
    const exit = once(child, "exit");
    for (const id of processes()) {
      try {
        process.kill(id, "SIGKILL");
      } catch {
        // It ended with its parent.
      }
    }
    await exit;
    child.stdin?.end();
    child = undefined;
  }

  return {
    port,
    data,
    url,
    query,
    processes,
    kill,
    configure: (lines) => {
      const text = Object.entries(lines).map(([name, value]) => `${name} = '${value}'\n`);
      appendFileSync(join(data, "postgresql.conf"), text.join(""));
    },
    start: async () => {
      const own = [
        "-D",
        data,
        "-p",
        String(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
      ];
      child = spawn("/bin/sh", ["-c", keeper, "keeper", postgresProgram("postgres"), ...own], {
        ...unprivileged,
        cwd: "/",
        stdio: ["pipe", "ignore", "ignore"],
        detached: true,
      });
      await vi.waitFor(() => query("select 1"), { timeout: 60_000, interval: 100 });
    },
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function spawnSyncText(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** A new cluster, not started, with the database `site` once it has been. */
export async function newCluster(): Promise<Cluster> {
  const folder = createPostgresFolder("cluster");
  runAsPostgres("initdb", [
    "-D",
    join(folder, "data"),
    "-U",
    "nama",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  ]);
  const cluster = await clusterAt(folder);
  cluster.configure({ timezone: "UTC", shared_buffers: "64MB", wal_log_hints: "on" });
  return cluster;
}

/** A standby of a running cluster, not started; `name` is of its slot. */
export async function createStandby(primary: Cluster, name: string, port?: number): Promise<Cluster> {
  const folder = createPostgresFolder("standby");
  const from = `host=127.0.0.1 port=${primary.port} user=nama application_name=${name}`;
  const options = ["-R", "-C", "-S", name, "-X", "stream", "-c", "fast", "--no-sync"];
  runAsPostgres("pg_basebackup", ["-D", join(folder, "data"), ...options, "-d", from]);
  return clusterAt(folder, port);
}
