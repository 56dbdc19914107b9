/** Programs of Debian that operators use and tests need. */
import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import { existsSync } from "node:fs";

/** The path of a program, whose package is installed when that is possible. Throws when there is none. */
export function debianProgram(path: string, debianPackage: string): string {
  const options: SpawnSyncOptions = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const install = () =>
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", debianPackage], options).status === 0;
  if (!existsSync(path) && !install()) {
    spawnSync("apt-get", ["update"], options);
    install();
  }
  if (!existsSync(path)) throw new Error(`No ${path}. Install it (Debian: "apt-get install ${debianPackage}").`);
  return path;
}
