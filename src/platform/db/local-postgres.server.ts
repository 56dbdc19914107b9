/**
 * The PostgreSQL of a site without DATABASE_URL: started and stopped with it, in its data folder, reachable by a socket
 * there and by no port (docs/decisions/043).
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { cp, open, readdir, rename, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import pMap from "p-map";
import { errorForLog } from "../log.server.ts";
import type { DbLog } from "./driver.server.ts";
import { chownFolder, mayEnter, postgresBinaries, reachableFolder, unprivileged } from "./postgres-binaries.server.ts";
import { UnreadableDatabaseError, unreadableDatabase } from "./readable-database.server.ts";
import { getSqlState } from "./sql-errors.server.ts";

export class DirectoryInUseError extends Error {
  override name = "DirectoryInUseError";
  constructor(folder: string) {
    super(`The database in ${folder} is in use by another process. Stop that process, or choose another DATA_DIR.`);
  }
}

export interface LocalPostgres {
  url: string;
  /** Ends it as after the last transaction. What is connected then is cut. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  /** The folder of a database that a new one is a copy of. */
  template?: string | undefined;
  connections: number;
  log: DbLog;
}

/** A killed process's server needs so long to stop, at most; what still answers well after `patienceMs` stays. */
const shutdownMs = 20_000;
const patienceMs = 2_000;
const socketName = ".s.PGSQL.5432";
/** What Linux allows for the path of a socket; macOS 4 bytes less. */
const longestSocket = process.platform === "linux" ? 107 : 103;

/**
 * Ends the server (fast shutdown) when its input ends: when the site says so, or has died in whatever way. Its own
 * process group spares it the terminal's Ctrl-C, after which the site still works for a while.
 */
const keeper = `
exec 3<&0 </dev/null
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null & watcher=$!
wait $server; code=$?
kill $watcher 2>/dev/null
exit $code
`;

const buildSocketUrl = (socketFolder: string) =>
  `postgres://nama@localhost/postgres?host=${encodeURIComponent(socketFolder)}`;

/**
 * Starts PostgreSQL on the files in `dataDir`, which are made if they are not there. It is started again should it end
 * by itself. Throws DirectoryInUseError while another site has them, and what PostgreSQL said when it cannot start.
 */
export async function startLocalPostgres({ dataDir, template, connections, log }: Options): Promise<LocalPostgres> {
  const binaries = postgresBinaries();
  const folder = localFiles(dataDir);
  await waitUntilFree(dataDir);
  await ensureFiles(folder, binaries, template);
  const sockets = createSocketFolder(folder);
  const command = [join(binaries, "postgres"), "-D", folder, ...settings(sockets, connections)];
  let child: ChildProcess;
  const stopping = new AbortController();
  const start = async () => {
    child = await startedSoon(command, folder);
    if (stopping.signal.aborted) child.stdin?.end();
    void once(child, "exit").then(() => (stopping.signal.aborted ? undefined : again()));
  };
  const again = async () => {
    while (!stopping.signal.aborted) {
      log.error({}, "PostgreSQL has ended; starting it again");
      try {
        return await start();
      } catch (error) {
        log.error(errorForLog(error), "PostgreSQL does not start");
        await wait(1_000, undefined, { ref: false });
      }
    }
  };
  await start();
  return {
    url: buildSocketUrl(sockets),
    stop: async () => {
      stopping.abort();
      const exit = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
      child.stdin?.end();
      await exit;
      if (sockets !== folder) rmSync(sockets, { recursive: true, force: true });
    },
  };
}

/**
 * A server that runs on the files in `dataDir` already, or one that is started, and whether their disk has room. Throws
 * UnreadableDatabaseError before anything is written, and as `startLocalPostgres`.
 */
export async function openLocal({ mayShare, ...options }: Options & { mayShare?: boolean | undefined }) {
  const unreadable = unreadableDatabase(options.dataDir);
  if (unreadable) throw new UnreadableDatabaseError(unreadable);
  const folder = localFiles(options.dataDir);
  const isShared = mayShare && (await getServerState(folder)) === "answers";
  const server = isShared
    ? { url: buildSocketUrl(socketFolderIn(folder)), stop: async () => {} }
    : await startLocalPostgres(options);
  return { ...server, hasRoom: () => hasRoomIn(folder) };
}

/** Below this a table that grows is refused, while what PostgreSQL answers says nothing of a full disk. */
const minFreeBytes = 1024 * 1024;

async function hasRoomIn(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= minFreeBytes;
}

/**
 * DATA_DIR/postgres. Root lets everyone pass through DATA_DIR, without reading it; below a folder that "nobody" may not
 * enter it becomes a link to where they may.
 */
export function localFiles(dataDir: string): string {
  const folder = resolve(dataDir, "postgres");
  const above = dirname(folder);
  const there = lstatSync(folder, { throwIfNoEntry: false });
  // What it leads to may be away for a moment, while a backup is restored.
  if (there?.isSymbolicLink()) return resolve(above, readlinkSync(folder));
  if (there) return realpathSync(folder);
  mkdirSync(above, { recursive: true });
  if (unprivileged.uid !== undefined) chmodSync(above, statSync(above).mode | 0o001);
  if (mayEnter(above)) return join(realpathSync(above), "postgres");
  mkdirSync(reachableFolder, { recursive: true });
  const parent = mkdtempSync(join(reachableFolder, "database-"));
  chmodSync(parent, 0o755);
  const elsewhere = join(parent, "postgres");
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, folder);
  return elsewhere;
}

/** Of the server that runs or has run there. */
const socketFolderIn = (folder: string): string =>
  readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[4] || folder;

async function getServerState(folder: string): Promise<"none" | "busy" | "answers"> {
  if (!existsSync(join(folder, "postmaster.pid"))) return "none";
  const client = new pg.Client({
    connectionString: buildSocketUrl(socketFolderIn(folder)),
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return "answers";
  } catch (error) {
    // 57P03: it starts, recovers or shuts down. Other than that only a folder that a killed server has left.
    return getSqlState(error) ? "busy" : "none";
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits for the server of a killed site to stop. Throws DirectoryInUseError when it belongs to a site that lives. */
export async function waitUntilFree(dataDir: string): Promise<void> {
  const folder = localFiles(dataDir);
  const began = performance.now();
  for (;;) {
    const state = await getServerState(folder);
    if (state === "none") return;
    if (performance.now() - began > (state === "answers" ? patienceMs : shutdownMs))
      throw new DirectoryInUseError(resolve(dataDir));
    await wait(50);
  }
}

/** Made beside their place and synced, so that a kill at any moment leaves none or all of them. */
async function ensureFiles(folder: string, binaries: string, template: string | undefined): Promise<void> {
  if (existsSync(join(folder, "PG_VERSION"))) return;
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  if (template && existsSync(join(template, "PG_VERSION"))) await cp(template, fresh, { recursive: true });
  else initialize(fresh, binaries);
  chmodSync(fresh, 0o700);
  chownFolder(fresh);
  const entries = await readdir(fresh, { recursive: true, withFileTypes: true });
  await pMap([fresh, ...entries.map((entry) => join(entry.parentPath, entry.name))], syncPath, { concurrency: 16 });
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  await syncPath(dirname(folder));
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

function initialize(folder: string, binaries: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownFolder(folder);
  // The rules for text are PostgreSQL's own, and the same on every system. The log is in pieces of 1 MB instead of 16.
  const rules = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const ways = ["--username=nama", "--auth=trust", "--wal-segsize=1", "--no-sync", "--no-instructions"];
  const { status, stderr } = spawnSync(join(binaries, "initdb"), ["-D", folder, ...rules, ...ways], {
    ...unprivileged,
    cwd: "/",
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The database cannot be made in ${folder}:\n${stderr.trim()}`);
}

/** Where the socket is: with the files, which only their owner may enter, or in a folder of its own with a short path. */
function createSocketFolder(folder: string): string {
  if (Buffer.byteLength(join(folder, socketName)) <= longestSocket) return folder;
  const short = mkdtempSync(join(tmpdir(), "nama-"));
  chownFolder(short);
  return short;
}

/** Its own lines say little and may hold what people wrote: only why it ends is kept. */
function settings(sockets: string, connections: number): string[] {
  return [
    "listen_addresses=",
    "port=5432",
    `unix_socket_directories=${sockets}`,
    `max_connections=${connections}`,
    "shared_buffers=32MB",
    "min_wal_size=8MB",
    "max_wal_size=256MB",
    // Old log is thrown away, not kept for reuse: new databases are copies of the build's, its log included.
    "wal_recycle=off",
    "max_wal_senders=0",
    "max_logical_replication_workers=0",
    "io_method=sync",
    "jit=off",
    "timezone=UTC",
    "lc_messages=C",
    "log_min_messages=fatal",
  ].flatMap((setting) => ["-c", setting]);
}

/** As `started`; what is left of a server that was killed needs a moment to end. */
async function startedSoon(command: string[], folder: string): Promise<ChildProcess> {
  for (let triesLeft = 20; ; triesLeft--) {
    try {
      return await started(command, folder);
    } catch (error) {
      const isLeft = error instanceof Error && /shared memory|postmaster\.pid/.test(error.message);
      if (!isLeft || triesLeft === 0) throw error;
      await wait(250);
    }
  }
}

/** The keeper of a server that takes connections. Rejects with the server's words when it ends before. */
async function started(command: string[], folder: string): Promise<ChildProcess> {
  const child = spawn("/bin/sh", ["-c", keeper, "keeper", ...command], {
    ...unprivileged,
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  child.stdin?.on("error", () => {});
  const words: string[] = [];
  if (child.stderr) createInterface(child.stderr).on("line", (line) => words.push(line) > 8 && words.shift());
  const ended = once(child, "close").then(() => {
    throw new Error(`PostgreSQL cannot run on ${folder}:\n${words.join("\n")}`);
  });
  ended.catch(() => {});
  const ready = async () => {
    while (child.exitCode === null && (await getServerState(folder)) !== "answers") await wait(20);
  };
  await Promise.race([ready(), ended]);
  return child;
}
