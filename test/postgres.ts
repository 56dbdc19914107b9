/**
 * A PostgreSQL for tests: on a free loopback port, with an empty data directory, gone with the process that started it.
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
  /** The address of `database`, "postgres" unless given. */
  url(database?: string): string;
  /**
   * Ends the server and all its connections at once with nothing written out (PostgreSQL's immediate shutdown): the
   * next start recovers as after a crash.
   */
  crash(): Promise<void>;
  /**
   * Starts it again after a crash, on the same port and data; resolves when it answers, at once when it was running.
   */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/**
 * The keeper makes, starts, crashes and stops PostgreSQL as it reads on its input. When the input ends, because the
 * tests closed it or died in whatever way, it stops the server and removes the data. Its own process group spares it
 * the terminal's Ctrl-C.
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
const memory = "/dev/shm";
/** Bytes that must be free there: a run needs some hundred megabytes. */
const enough = 2 ** 31;

interface Options {
  /**
   * Keeps the data safe, for tests that crash the server. Otherwise it is thrown away, so it need not reach the disk.
   */
  durable?: boolean;
  /** Data in memory where there is room for it: a database is then made and dropped with half of the system's time. */
  inMemory?: boolean;
}

export async function startPostgres({ durable = false, inMemory = false }: Options = {}): Promise<PostgresServer> {
  const scratch = ownFolder(tmpdir());
  const data = ownFolder(inMemory && hasRoom(memory) ? memory : scratch);
  try {
    const binaries = postgresBinaries();
    const port = await freePort();
    const command = [
      join(binaries, "postgres"),
      "-D",
      data,
      "-p",
      String(port),
      ...settings(durable).flatMap((setting) => ["-c", setting]),
    ];
    return await run({ scratch, data, initdb: join(binaries, "initdb"), command, port });
  } catch (error) {
    for (const folder of [data, scratch]) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A new folder that only PostgreSQL's user may enter. */
function ownFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "nama-postgres-"));
  chmodSync(folder, 0o700);
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid);
  return folder;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > enough;
}

function settings(durable: boolean): string[] {
  const always = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "shared_buffers=64MB",
    "timezone=UTC",
    "lc_messages=C",
    // How long a lock is waited for before a deadlock is looked for: 1 s unless set, of which tests of deadlocks would
    // wait many.
    "deadlock_timeout=100ms",
  ];
  return durable
    ? always
    : [...always, "fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "max_wal_size=4GB"];
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
  child.stdin.on("error", () => {}); // it has exited; start() reports why
  const exited = once(child, "exit").then(() => "exited");
  const lines: string[] = [];
  const log = createInterface({ input: child.stderr });
  log.on("line", (line) => lines.push(line) > 8 && lines.shift());
  const answers = createInterface({ input: child.stdout });

  let running = false;
  const start = async () => {
    if (running) return;
    order(child, "start");
    const ready = seen(log, /ready to accept connections/).then(() => "ready");
    const outcome = await Promise.race([ready, exited, wait(60_000, "late", { ref: false })]);
    running = outcome === "ready";
    if (!running) throw new Error(`PostgreSQL did not start:\n${lines.join("\n")}`);
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
      if (!running) return;
      running = false;
      order(child, "crash");
      await seen(answers, /crash done/);
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

function order(child: ChildProcess, word: "start" | "crash"): void {
  child.stdin?.write(`${word}\n`);
}

/** The next line that matches. */
function seen(lines: ReturnType<typeof createInterface>, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const handleLine = (line: string) => {
      if (!pattern.test(line)) return;
      lines.off("line", handleLine);
      resolve(line);
    };
    lines.on("line", handleLine);
  });
}
