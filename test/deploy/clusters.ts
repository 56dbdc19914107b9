/** Debian's PostgreSQL, as operators run it. Tests kill, copy, recover and promote whole clusters. */
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

/** Path of a program of the newest PostgreSQL that Debian installed here. */
export function postgresProgram(name: string): string {
  if (!existsSync(root)) debianProgram("/usr/bin/pg_lsclusters", "postgresql");
  const newest = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))[0] ?? "";
  return join(root, newest, "bin", name);
}

/** Runs a program of PostgreSQL as PostgreSQL's user and returns its output. */
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

/** Shell script that runs PostgreSQL and kills it as soon as our process ends, even by kill -9. */
const launchScript =
  'exec 3<&0; "$@" </dev/null & server=$!; (cat <&3 >/dev/null; kill -QUIT $server) 2>/dev/null & wait $server';

export interface Cluster {
  port: number;
  /** PostgreSQL's data folder. */
  data: string;
  url(database?: string): string;
  /** Adds lines to its configuration; the next start reads them. */
  configure(lines: Record<string, string | number>): void;
  /** Resolves once PostgreSQL accepts queries. */
  start(): Promise<void>;
  /** Sends kill -9 to every process, as if the machine had failed. */
  kill(): Promise<void>;
  /** Ids of its processes, to send signals to. */
  processes(): number[];
  /** Runs one statement as an administrator and returns its rows. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
}

/** Describes a cluster whose data exists. Takes a free port unless one is given. Does not start it. */
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
    const [postmasterId = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1);
    const childIds = runAndReadOutput("ps", ["-o", "pid=", "--ppid", postmasterId]);
    return [Number(postmasterId), ...childIds.split(/\s+/).filter(Boolean).map(Number)];
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
      const postgresArgs = [
        "-D",
        data,
        "-p",
        String(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
      ];
      child = spawn("/bin/sh", ["-c", launchScript, "keeper", postgresProgram("postgres"), ...postgresArgs], {
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

function runAndReadOutput(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** Creates a cluster, but does not start it. */
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

/** Creates a standby of a running cluster, but does not start it. `name` is its replication slot. */
export async function createStandby(primary: Cluster, name: string, port?: number): Promise<Cluster> {
  const folder = createPostgresFolder("standby");
  const connection = `host=127.0.0.1 port=${primary.port} user=nama application_name=${name}`;
  const options = ["-R", "-C", "-S", name, "-X", "stream", "-c", "fast", "--no-sync"];
  runAsPostgres("pg_basebackup", ["-D", join(folder, "data"), ...options, "-d", connection]);
  return clusterAt(folder, port);
}
