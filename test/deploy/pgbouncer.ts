/** Runs PgBouncer with the committed configuration. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "#test/ports.ts";
import { unprivileged } from "#platform/db/postgres-binaries.server.ts";

const debian13 =
  "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main";

/** Builds Debian 13's PgBouncer from source, because version 1.18 of Debian 12 lacks features that the site needs. */
const buildScript = `
set -eu
apt="apt-get -o Dir::Etc::sourcelist=$PWD/sources.list -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists=$PWD/lists -o Dir::Cache=$PWD/cache"
echo "$SOURCE" >sources.list
mkdir -p lists/partial cache/archives/partial
apt-get install -y --no-install-recommends libevent-dev pkg-config gcc make
$apt update
$apt source --download-only pgbouncer
tar xf pgbouncer_*.orig.tar.gz
cd pgbouncer-*/
./configure --without-cares --without-openssl
make pgbouncer
cp pgbouncer "$TO"
`;

/** Returns the path of the installed PgBouncer if it is new enough, else builds one, which later runs reuse. */
function findProgram(): string {
  const installed = "/usr/sbin/pgbouncer";
  const isNewEnough = (path: string) => {
    const [, minor] = /PgBouncer 1\.(\d+)/.exec(execFileSync(path, ["--version"], { encoding: "utf8" })) ?? [];
    return Number(minor) >= 21;
  };
  if (existsSync(installed) && isNewEnough(installed)) return installed;
  const built = resolve("node_modules/.cache/nama-test-pgbouncer");
  if (existsSync(built)) return built;
  const cwd = mkdtempSync(join(tmpdir(), "nama-pgbouncer-build-"));
  try {
    execFileSync("/bin/sh", ["-c", buildScript], {
      cwd,
      env: { ...process.env, SOURCE: debian13, TO: built },
      stdio: "pipe",
    });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
  return built;
}

export interface Pooler {
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of the PostgreSQL server on `port`. The role `site` connects without a password. */
export async function startPgbouncer(port: number): Promise<Pooler> {
  const poolerPort = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "nama-pgbouncer-"));
  const text = readFileSync("deploy/pgbouncer/pgbouncer.ini", "utf8")
    .replace("host=127.0.0.1 port=6432", `host=127.0.0.1 port=${port}`)
    .replace("listen_port = 6433", `listen_port = ${poolerPort}\nunix_socket_dir =`)
    .replace("scram-sha-256", "trust")
    .replace("/etc/pgbouncer", folder);
  writeFileSync(join(folder, "pgbouncer.ini"), text);
  writeFileSync(join(folder, "userlist.txt"), '"site" ""\n');
  // PgBouncer refuses to run as root.
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid);
  const copy = join(folder, "pgbouncer");
  execFileSync("cp", [findProgram(), copy]);
  const pgbouncer = spawn(copy, [join(folder, "pgbouncer.ini")], { ...unprivileged, cwd: folder, stdio: "ignore" });
  return {
    url: `postgres://site@127.0.0.1:${poolerPort}/site`,
    stop: async () => {
      const exit = once(pgbouncer, "exit");
      pgbouncer.kill("SIGKILL");
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
