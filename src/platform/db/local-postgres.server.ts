/**
 * PostgreSQL for a site without DATABASE_URL. It starts and stops with the site, stores its files in the data folder
 * and listens on a socket but on no port (docs/decisions/043).
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
  /** Stops the server (fast shutdown): open transactions are rolled back and their connections closed. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  /** Folder of a database that is copied to create a new one. */
  template?: string | undefined;
  connections: number;
  log: DbLog;
}

/** Longest wait for the server of a killed site to stop. */
const shutdownMs = 20_000;
/** A server that still accepts connections after this time belongs to a running site. */
const patienceMs = 2_000;
const socketName = ".s.PGSQL.5432";
/** Maximum length of a socket's path: 107 bytes on Linux, 103 on macOS. */
const maxSocketPathBytes = process.platform === "linux" ? 107 : 103;

/**
 * Shell script that runs the server, and stops it (fast shutdown) when its standard input closes: the site has closed
 * it, or has died. It has its own process group: after Ctrl-C in a terminal, the site needs the server for a while.
 */
const keeperScript = `
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
 * Starts PostgreSQL on the files in `dataDir`, which it creates if they are missing. Restarts the server if it ends by
 * itself. Throws DirectoryInUseError while another site uses the files, or PostgreSQL's output if it cannot start.
 */
export async function startLocalPostgres({ dataDir, template, connections, log }: Options): Promise<LocalPostgres> {
  const binaries = postgresBinaries();
  const folder = localFiles(dataDir);
  await waitUntilFree(dataDir);
  await ensureFiles(folder, binaries, template);
  const socketFolder = createSocketFolder(folder);
  const command = [join(binaries, "postgres"), "-D", folder, ...buildSettings(socketFolder, connections)];
  let child: ChildProcess;
  const stopping = new AbortController();
  const start = async () => {
    child = await startWithRetries(command, folder);
    if (stopping.signal.aborted) child.stdin?.end();
    void once(child, "exit").then(() => (stopping.signal.aborted ? undefined : restart()));
  };
  const restart = async () => {
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
    url: buildSocketUrl(socketFolder),
    stop: async () => {
      stopping.abort();
      const exit = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
      child.stdin?.end();
      await exit;
      if (socketFolder !== folder) rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a server on the files in `dataDir`; with `mayShare` it uses the one that already runs on them, if any.
 * `hasRoom` checks their disk. Throws UnreadableDatabaseError before anything is written, and the errors of
 * `startLocalPostgres`.
 */
export async function openLocal({ mayShare, ...options }: Options & { mayShare?: boolean | undefined }) {
  const unreadable = unreadableDatabase(options.dataDir);
  if (unreadable) throw new UnreadableDatabaseError(unreadable);
  const folder = localFiles(options.dataDir);
  const isShared = mayShare && (await getServerState(folder)) === "answers";
  const server = isShared
    ? { url: buildSocketUrl(readSocketFolder(folder)), stop: async () => {} }
    : await startLocalPostgres(options);
  return { ...server, hasRoom: () => hasRoomIn(folder) };
}

/** With less free space tables cannot grow, although PostgreSQL still responds to a ping. */
const minFreeBytes = 1024 * 1024;

async function hasRoomIn(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= minFreeBytes;
}

/**
 * Returns the folder of the database files, DATA_DIR/postgres. For root, PostgreSQL runs as "nobody": everyone may then
 * pass through DATA_DIR without reading it. If "nobody" may not enter it even so, the folder is a link to one below
 * `reachableFolder`.
 */
export function localFiles(dataDir: string): string {
  const folder = resolve(dataDir, "postgres");
  const dataFolder = dirname(folder);
  const existing = lstatSync(folder, { throwIfNoEntry: false });
  // The link's target may be missing for a moment, while a backup is restored.
  if (existing?.isSymbolicLink()) return resolve(dataFolder, readlinkSync(folder));
  if (existing) return realpathSync(folder);
  mkdirSync(dataFolder, { recursive: true });
  if (unprivileged.uid !== undefined) chmodSync(dataFolder, statSync(dataFolder).mode | 0o001);
  if (mayEnter(dataFolder)) return join(realpathSync(dataFolder), "postgres");
  mkdirSync(reachableFolder, { recursive: true });
  const parent = mkdtempSync(join(reachableFolder, "database-"));
  chmodSync(parent, 0o755);
  const target = join(parent, "postgres");
  mkdirSync(target);
  symlinkSync(target, folder);
  return target;
}

/** Reads the socket folder of the server that runs, or last ran, on these files. */
const readSocketFolder = (folder: string): string =>
  readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[4] || folder;

async function getServerState(folder: string): Promise<"none" | "busy" | "answers"> {
  if (!existsSync(join(folder, "postmaster.pid"))) return "none";
  const client = new pg.Client({
    connectionString: buildSocketUrl(readSocketFolder(folder)),
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return "answers";
  } catch (error) {
    // 57P03: the server is starting, recovering or shutting down. No code: only a killed server's files are left.
    return getSqlState(error) ? "busy" : "none";
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits for the server of a killed site to stop. Throws DirectoryInUseError if it belongs to a running site. */
export async function waitUntilFree(dataDir: string): Promise<void> {
  const folder = localFiles(dataDir);
  const startedAt = performance.now();
  for (;;) {
    const state = await getServerState(folder);
    if (state === "none") return;
    if (performance.now() - startedAt > (state === "answers" ? patienceMs : shutdownMs))
      throw new DirectoryInUseError(resolve(dataDir));
    await wait(50);
  }
}

/** Creates the files in a temporary folder, syncs and renames it: a kill at any moment leaves all of them or none. */
async function ensureFiles(folder: string, binaries: string, template: string | undefined): Promise<void> {
  if (existsSync(join(folder, "PG_VERSION"))) return;
  const tempFolder = `${folder}.new`;
  await rm(tempFolder, { recursive: true, force: true });
  if (template && existsSync(join(template, "PG_VERSION"))) await cp(template, tempFolder, { recursive: true });
  else initialize(tempFolder, binaries);
  chmodSync(tempFolder, 0o700);
  chownFolder(tempFolder);
  const entries = await readdir(tempFolder, { recursive: true, withFileTypes: true });
  await pMap([tempFolder, ...entries.map((entry) => join(entry.parentPath, entry.name))], syncPath, {
    concurrency: 16,
  });
  await rm(folder, { recursive: true, force: true });
  await rename(tempFolder, folder);
  await syncPath(dirname(folder));
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

function initialize(folder: string, binaries: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownFolder(folder);
  // PostgreSQL's own text rules are the same on every system. WAL segments have 1 MB instead of 16 MB.
  const localeOptions = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const otherOptions = ["--username=nama", "--auth=trust", "--wal-segsize=1", "--no-sync", "--no-instructions"];
  const { status, stderr } = spawnSync(join(binaries, "initdb"), ["-D", folder, ...localeOptions, ...otherOptions], {
    ...unprivileged,
    cwd: "/",
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The database cannot be made in ${folder}:\n${stderr.trim()}`);
}

/** Returns the socket's folder: that of the files, which only its owner may enter, or a new one for a shorter path. */
function createSocketFolder(folder: string): string {
  if (Buffer.byteLength(join(folder, socketName)) <= maxSocketPathBytes) return folder;
  const shortFolder = mkdtempSync(join(tmpdir(), "nama-"));
  chownFolder(shortFolder);
  return shortFolder;
}

/** Only fatal errors are logged: PostgreSQL's other log lines say little and may contain personal data. */
function buildSettings(socketFolder: string, connections: number): string[] {
  return [
    "listen_addresses=",
    "port=5432",
    `unix_socket_directories=${socketFolder}`,
    `max_connections=${connections}`,
    "shared_buffers=32MB",
    "min_wal_size=8MB",
    "max_wal_size=256MB",
    // Old WAL is deleted, not reused: new databases are copies of the build's database, including its WAL.
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

/** Like `startServer`, but retries while the remains of a killed server are ending. */
async function startWithRetries(command: string[], folder: string): Promise<ChildProcess> {
  for (let triesLeft = 20; ; triesLeft--) {
    try {
      return await startServer(command, folder);
    } catch (error) {
      const isOldServer = error instanceof Error && /shared memory|postmaster\.pid/.test(error.message);
      if (!isOldServer || triesLeft === 0) throw error;
      await wait(250);
    }
  }
}

/** Starts a server and waits until it accepts connections. Rejects with the server's output if it ends before. */
async function startServer(command: string[], folder: string): Promise<ChildProcess> {
  const child = spawn("/bin/sh", ["-c", keeperScript, "keeper", ...command], {
    ...unprivileged,
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  child.stdin?.on("error", () => {});
  const lastLines: string[] = [];
  if (child.stderr) createInterface(child.stderr).on("line", (line) => lastLines.push(line) > 8 && lastLines.shift());
  const ended = once(child, "close").then(() => {
    throw new Error(`PostgreSQL cannot run on ${folder}:\n${lastLines.join("\n")}`);
  });
  ended.catch(() => {});
  const waitUntilReady = async () => {
    while (child.exitCode === null && (await getServerState(folder)) !== "answers") await wait(20);
  };
  await Promise.race([waitUntilReady(), ended]);
  return child;
}
