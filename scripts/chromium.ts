/** Finds a Chromium, or gets one. `node scripts/chromium.ts` prints its path. */
import { execFileSync, spawnSync, type SpawnSyncOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

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

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const usual = [
  "/usr/bin/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The path of a Chromium that starts: CHROMIUM, one on this machine, Debian's package when root, else Playwright's
 * download. Throws when there is no way.
 */
export function findChromium(): string {
  const wanted = process.env["CHROMIUM"];
  if (wanted) {
    if (starts(wanted)) return wanted;
    throw new Error(`CHROMIUM names ${wanted}, which does not start.`);
  }
  const found = installed();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) installDebianPackage("chromium");
  const fromDebian = installed();
  if (fromDebian) return fromDebian;
  // Its own output goes to standard error: standard output is for the path.
  spawnSync(process.execPath, [join("node_modules", "@playwright", "test", "cli.js"), "install", "chromium"], {
    stdio: ["ignore", process.stderr, "inherit"],
  });
  const downloaded = installed();
  if (downloaded) return downloaded;
  throw new Error('No Chromium. Install one (Debian: "apt-get install chromium") or name one in CHROMIUM.');
}

function installed(): string | undefined {
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...usual, chromium.executablePath()].find((path) => existsSync(path) && starts(path));
}

function starts(path: string): boolean {
  try {
    execFileSync(path, ["--version", "--no-sandbox"], { stdio: "ignore", timeout: 15_000 });
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) console.log(findChromium());
