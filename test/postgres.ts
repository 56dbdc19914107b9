/**
 * Starts PostgreSQL for tests, on a free loopback port and with an empty data directory. The server ends and its data
 * is removed when the process that started it ends.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./ports.ts";
import { postgresBinaries, unprivileged } from "../src/platform/db/postgres-binaries.server.ts";

export interface PostgresServer {
  /** Returns the URL of `database`, by default of "postgres". */
  url(database?: string): string;
  /**
   * Ends the server and all its connections at once without writing data to disk (PostgreSQL's immediate shutdown), so
   * that the next start recovers as after a crash.
   */
  crash(): Promise<void>;
  /** Starts the server after a crash, with the same port and data, and resolves when it answers. */
  start(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * A shell script that initialises PostgreSQL, and then starts or crashes it on commands from its standard input. When
 * the input ends, because the tests closed it or died, the script stops the server and removes the data. It has a
 * separate process group, so that Ctrl-C in the terminal does not end it.
 */
const keeper = `
trap "" PIPE
server=""
"$INITDB" -D "$DATA" -U nama --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync --no-instructions >/dev/null &&
while read -r order; do
  case $order in
    start) "$@" & server=$! ;;
    crash) kill -QUIT $server; wait $server 2>/dev/null ;;
  esac
  echo "$order done"
done
if [ -n "$server" ]; then
  # More than once: a server that is just starting does not listen to signals yet.
  (for n in 1 2 3 4 5; do kill -QUIT $server || exit; sleep 1; done; kill -9 $server) 2>/dev/null &
  wait $server 2>/dev/null
  kill $! 2>/dev/null
fi
rm -rf "$DATA" "$SCRATCH"
`;

/** Linux's folder in memory. */
const memoryFolder = "/dev/shm";
/** Bytes that must be free in memory. A test run needs some hundred megabytes. */
const requiredBytes = 2 ** 31;

interface Options {
  /** Writes data safely to disk, for tests that crash the server. Other tests do not need this. */
  durable?: boolean;
  /** Keeps the data in memory if there is room, which halves the system time of creating and dropping a database. */
  inMemory?: boolean;
}

export async function startPostgres({ durable = false, inMemory = false }: Options = {}): Promise<PostgresServer> {
  const scratch = createPrivateFolder(tmpdir());
  const data = createPrivateFolder(inMemory && hasRoom(memoryFolder) ? memoryFolder : scratch);
  try {
    const binaries = postgresBinaries();
    const port = await freePort();
    const command = [
      join(binaries, "postgres"),
      "-D",
      data,
      "-p",
      String(port),
      ...buildSettings(durable).flatMap((setting) => ["-c", setting]),
    ];
    return await run({ scratch, data, initdb: join(binaries, "initdb"), command, port });
  } catch (error) {
    for (const folder of [data, scratch]) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Creates a folder that only PostgreSQL's user may enter. */
function createPrivateFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "nama-postgres-"));
  chmodSync(folder, 0o700);
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid);
  return folder;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > requiredBytes;
}

function buildSettings(durable: boolean): string[] {
  const commonSettings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "shared_buffers=64MB",
    "timezone=UTC",
    "lc_messages=C",
    // The wait for a lock before PostgreSQL looks for a deadlock. The default of 1 s would make deadlock tests slow.
    "deadlock_timeout=100ms",
  ];
  return durable
    ? commonSettings
    : [
        ...commonSettings,
        "fsync=off",
        "synchronous_commit=off",
        "full_page_writes=off",
        "autovacuum=off",
        "max_wal_size=4GB",
      ];
}

interface Command {
  scratch: string;
  data: string;
  initdb: string;
  command: string[];
  port: number;
}

async function run({ scratch, data, initdb, command, port }: Command): Promise<PostgresServer> {
  const child = spawn("/bin/sh", ["-c", keeper, "keeper", ...command], {
    ...unprivileged,
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", SCRATCH: scratch, DATA: data, INITDB: initdb, TZ: "UTC" },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  child.stdin.on("error", () => {}); // The script has exited; start() reports why.
  const exited = once(child, "exit").then(() => "exited");
  const lastLogLines: string[] = [];
  const log = createInterface({ input: child.stderr });
  log.on("line", (line) => lastLogLines.push(line) > 8 && lastLogLines.shift());
  const keeperLines = createInterface({ input: child.stdout });

  let isRunning = false;
  const start = async () => {
    if (isRunning) return;
    sendOrder(child, "start");
    const ready = waitForLine(log, /ready to accept connections/).then(() => "ready");
    const outcome = await Promise.race([ready, exited, wait(60_000, "late", { ref: false })]);
    isRunning = outcome === "ready";
    if (!isRunning) throw new Error(`PostgreSQL did not start:\n${lastLogLines.join("\n")}`);
  };

  await start().catch(async (error: unknown) => {
    child.stdin.end();
    await exited;
    throw error;
  });
  return {
    url: (database = "postgres") => `postgres://nama@127.0.0.1:${port}/${database}`,
    start,
    crash: async () => {
      if (!isRunning) return;
      isRunning = false;
      sendOrder(child, "crash");
      await waitForLine(keeperLines, /crash done/);
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

function sendOrder(child: ChildProcess, order: "start" | "crash"): void {
  child.stdin?.write(`${order}\n`);
}

/** Resolves with the next line that matches. */
function waitForLine(lines: ReturnType<typeof createInterface>, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const handleLine = (line: string) => {
      if (!pattern.test(line)) return;
      lines.off("line", handleLine);
      resolve(line);
    };
    lines.on("line", handleLine);
  });
}
