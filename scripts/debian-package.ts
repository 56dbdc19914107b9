import { spawnSync, type SpawnSyncOptions } from "node:child_process";

/**
 * Installs a package of Debian, with a newer list of packages where the one at hand does not do. Whether it is there is
 * the caller's to see.
 */
export function installDebianPackage(name: string): void {
  const options: SpawnSyncOptions = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  const install = () => spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], options).status === 0;
  if (install()) return;
  spawnSync("apt-get", ["update"], options);
  install();
}
