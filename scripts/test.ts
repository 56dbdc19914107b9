/**
 * `npm test`: what proves a change; `npm test rules` or `browser` runs a part. `npm run test:all` (TEST_ALL) runs every test on both database
 * engines, the pages in both languages at both widths, and all rounds of the races. Ends with what failed, in a few lines each, because of a
 * long run somebody may see the end only, and with the sum of all tests.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const results = "build/test-results";
const vitest = (name: string, ...args: string[]) => ["vitest", "run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${results}/${name}.json`];
const steps: Record<string, string[][]> = {
  check: [["node", "scripts/messages.ts"], ["react-router", "typegen"], ["tsc", "--noEmit"], ["oxlint", "--deny-warnings"], ["depcruise", "src", "sandbox", "db", "test", "e2e", "bench", "scripts", "tools", "desktop", "--config", ".dependency-cruiser.mjs"], ["knip"]],
  build: [["node", "scripts/build.ts"]],
  rules: [vitest("rules")],
  browser: [vitest("browser", "--config", "vitest.e2e.config.ts")],
};

const wanted = process.argv.slice(2);
const parts = wanted.length > 0 ? wanted : Object.keys(steps);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
let broken = "";
const failures: string[] = [];

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}

/** The first lines of what it said: the sentence and what differed, without the way through the code. */
const beginning = (message: string) => stripVTControlCharacters(message).split("\n").filter((line) => !/^\s+at /.test(line)).slice(0, 6).map((line) => `    ${line.slice(0, 300)}`);

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const file = relative(process.cwd(), name);
    if (message && failed.length === 0) return [[`  ${file}`, ...beginning(message)].join("\n")];
    return failed.map(({ fullName, failureMessages: [said = ""] }) => [`  ${file}: ${fullName}`, ...beginning(said)].join("\n"));
  });
}

for (const part of parts) {
  for (const [command = "", ...args] of steps[part] ?? []) {
    const started = performance.now();
    process.stdout.write(`\n▶ ${command} ${args.join(" ")}\n`);
    const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, NODE_ENV: command === "vitest" ? "test" : process.env.NODE_ENV } });
    process.stdout.write(`  ${status === 0 ? "done" : "FAILED"} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    const file = args.find((arg) => arg.startsWith("--outputFile.json="))?.split("=")[1];
    if (file) {
      try {
        const report = JSON.parse(readFileSync(file, "utf8")) as Report;
        passed += report.numPassedTests;
        failed += report.numFailedTests;
        failures.push(...failuresOf(report));
      } catch {
        broken ||= `${command} left no report`;
      }
    }
    if (status !== 0) broken ||= `${command} ${args[0] ?? ""}`;
    // Without types, build or lint the rest would only repeat the same failure.
    if (status !== 0 && part !== "rules") break;
  }
  if (broken && part === "build") break;
}
if (broken) process.stdout.write(`\nFailed: ${[broken, ...failures].join("\n")}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(broken || failed > 0 ? 1 : 0);
