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

/** Chromium without windows, Playwright's own choice for tests: it takes a quarter less of the processor's time. */
const headlessShell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const usual = [
  "/usr/bin/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The path of a Chromium that starts: CHROMIUM, the headless shell (on Debian, when root, its package), one on this
 * machine, else Playwright's download. Throws when there is no way. CHROMIUM names it from then on, to our child
 * processes as well.
 */
export function findChromium(): string {
  const configuredPath = process.env["CHROMIUM"];
  if (configuredPath && !starts(configuredPath))
    throw new Error(`CHROMIUM names ${configuredPath}, which does not start.`);
  const executablePath = configuredPath || headless() || firstThatStarts(chromiums()) || download();
  process.env["CHROMIUM"] = executablePath;
  return executablePath;
}

/** The headless shell; gets it where Debian has it and we may install it. */
function headless(): string | undefined {
  const shell = () => firstThatStarts(onPath([headlessShell]));
  if (!shell() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) installDebianPackage(headlessShell);
  return shell();
}

function download(): string {
  // Its own output goes to standard error: standard output is for the path.
  spawnSync(process.execPath, [join("node_modules", "@playwright", "test", "cli.js"), "install", "chromium"], {
    stdio: ["ignore", process.stderr, "inherit"],
  });
  const downloaded = firstThatStarts(chromiums());
  if (downloaded) return downloaded;
  throw new Error('No Chromium. Install one (Debian: "apt-get install chromium") or name one in CHROMIUM.');
}

const onPath = (programs: string[]): string[] =>
  (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => programs.map((name) => join(folder, name)));
const chromiums = (): string[] => [...onPath(names), ...usual, chromium.executablePath()];
const firstThatStarts = (paths: string[]): string | undefined => paths.find((path) => existsSync(path) && starts(path));

function starts(path: string): boolean {
  try {
    execFileSync(path, ["--version", "--no-sandbox"], { stdio: "ignore", timeout: 15_000 });
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) console.log(findChromium());
