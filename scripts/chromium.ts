/** Finds or installs Chromium. `node scripts/chromium.ts` prints its path. */
import { execFileSync, spawnSync, type SpawnSyncOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/**
 * Installs a Debian package. If that fails, updates the package list and tries once more. Reports no failure: the caller
 * checks the result.
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

/** Chromium without a window, as Playwright uses it for tests. It needs a quarter less CPU time. */
const headlessShell = "chromium-headless-shell";
const programNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const usualPaths = [
  "/usr/bin/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Returns the path of a Chromium that starts. Tries CHROMIUM, the headless shell (installed if we are root on Debian),
 * any other Chromium on this machine, then Playwright's download. Throws if all fail. Stores the path in CHROMIUM, also
 * for child processes.
 */
export function findChromium(): string {
  const configuredPath = process.env["CHROMIUM"];
  if (configuredPath && !canStart(configuredPath))
    throw new Error(`CHROMIUM names ${configuredPath}, which does not start.`);
  const executablePath =
    configuredPath || findHeadlessShell() || firstThatStarts(listCandidates()) || downloadChromium();
  process.env["CHROMIUM"] = executablePath;
  return executablePath;
}

/** Installs the headless shell first if it is missing and we are root on Debian. */
function findHeadlessShell(): string | undefined {
  const shell = () => firstThatStarts(candidatesInPath([headlessShell]));
  if (!shell() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) installDebianPackage(headlessShell);
  return shell();
}

function downloadChromium(): string {
  // Playwright's output goes to standard error, because standard output is for the path.
  spawnSync(process.execPath, [join("node_modules", "@playwright", "test", "cli.js"), "install", "chromium"], {
    stdio: ["ignore", process.stderr, "inherit"],
  });
  const downloaded = firstThatStarts(listCandidates());
  if (downloaded) return downloaded;
  throw new Error('No Chromium. Install one (Debian: "apt-get install chromium") or name one in CHROMIUM.');
}

const candidatesInPath = (programs: string[]): string[] =>
  (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => programs.map((name) => join(folder, name)));
const listCandidates = (): string[] => [...candidatesInPath(programNames), ...usualPaths, chromium.executablePath()];
const firstThatStarts = (paths: string[]): string | undefined =>
  paths.find((path) => existsSync(path) && canStart(path));

function canStart(path: string): boolean {
  try {
    execFileSync(path, ["--version", "--no-sandbox"], { stdio: "ignore", timeout: 15_000 });
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) console.log(findChromium());
