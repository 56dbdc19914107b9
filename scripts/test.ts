/**
 * `npm test` runs the tests that a change must pass; `npm test rules` or `npm test browser` runs one part. `npm run
 * test:all` (TEST_ALL) runs every test, the pages in both languages at both widths, and all rounds of the races. The
 * output ends with a few lines per failure and the number of tests, because people often see only the end of a long
 * run.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";

type Command = [program: string, ...args: string[]];

const folders = ["src", "sandbox", "db", "test", "e2e", "bench", "scripts", "tools", "desktop", "staff/src"];
const results = "build/test-results";
/** Commands that generate files which the checks read. */
const generated: Command[] = [
  ["node", "scripts/messages.ts"],
  ["react-router", "typegen"],
];
const parts: Record<string, Command[]> = {
  // Types last: the build, which runs in parallel, writes the messages again when it begins.
  check: [
    ["oxfmt", "--check"],
    ["oxlint", "--deny-warnings"],
    ["depcruise", ...folders, "--config", ".dependency-cruiser.mjs"],
    ["knip"],
    ["node", "scripts/supply-chain.ts"],
    // One checker: several would each resolve most types again, which pays only with more processors than the parallel
    // build leaves free.
    ["tsc", "--noEmit", "--checkers", "1"],
    ["tsc", "--noEmit", "-p", "staff", "--checkers", "1"],
  ],
  build: [["node", "scripts/build.ts"]],
  rules: [["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}/rules.json`]],
  browser: [["playwright", "test"]],
};
/** The parts of a stage run in parallel; a stage begins when the one before has ended. */
const stages = [["check", "build"], ["rules"], ["browser"]];

/** NODE_ENV per program, the same as in `npm run typecheck`: typegen must write the messages as the dev server does. */
const nodeEnv: Record<string, string> = { vitest: "test", "react-router": "development" };

interface Sums {
  passed: number;
  failed: number;
  failures: string[];
}
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
interface PlaywrightError {
  message?: string;
}
interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; ok: boolean; tests: { results: { errors: PlaywrightError[] }[] }[] }[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: PlaywrightError[];
  suites: PlaywrightSuite[];
}

/** A title with the first lines of a failure's message, without the stack. */
function formatFailure(title: string, message = ""): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => !/^\s+at /.test(line));
  return [`  ${title}`, ...lines.slice(0, 24).map((line) => `    ${line.slice(0, 300)}`)].join("\n");
}

function vitestSums({ numPassedTests: passed, numFailedTests: failed, testResults }: VitestReport): Sums {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failedTests = assertionResults.filter(({ status }) => status === "failed");
    if (message && failedTests.length === 0) return [formatFailure(file, message)];
    return failedTests.map(({ fullName, failureMessages }) =>
      formatFailure(`${file}: ${fullName}`, failureMessages[0]),
    );
  });
  return { passed, failed, failures };
}

function playwrightSums({ stats, errors, suites }: PlaywrightReport): Sums {
  const failuresIn = ({ title, suites: inner = [], specs }: PlaywrightSuite, path: string[]): string[] => {
    const failedSpecs = specs.filter(({ ok }) => !ok);
    const directFailures = failedSpecs.map((spec) =>
      formatFailure(
        [...path, title, spec.title].join(" › "),
        spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors))[0]?.message,
      ),
    );
    return [...directFailures, ...inner.flatMap((suite) => failuresIn(suite, [...path, title]))];
  };
  const failures = [
    ...errors.map(({ message }) => formatFailure("playwright", message)),
    ...suites.flatMap((suite) => failuresIn(suite, [])),
  ];
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
}

const reports: Record<string, (report: never) => Sums> = { rules: vitestSums, browser: playwrightSums };

/**
 * Runs a command; resolves with whether it succeeded. With `isBuffered` its output is printed in one piece at its end,
 * so that the outputs of parallel commands do not mix.
 */
async function run([program, ...args]: Command, isBuffered: boolean): Promise<boolean> {
  const began = performance.now();
  const title = `\n▶ ${program} ${args.join(" ")}\n`;
  if (!isBuffered) process.stdout.write(title);
  const env = { ...process.env, ...(nodeEnv[program] && { NODE_ENV: nodeEnv[program] }) };
  const child = spawn(program, args, { env, stdio: isBuffered ? ["ignore", "pipe", "pipe"] : "inherit" });
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const outputs = await Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
  const isGood = (await ended) === 0;
  if (isBuffered) process.stdout.write(title + outputs.join(""));
  process.stdout.write(`  ${isGood ? "done" : "FAILED"} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  return isGood;
}

/** Runs the commands of a part until one fails; resolves with the one that failed. */
async function runPart(commands: Command[], isBuffered: boolean): Promise<string | undefined> {
  for (const command of commands) if (!(await run(command, isBuffered))) return command.slice(0, 2).join(" ");
  return undefined;
}

const selectedParts = process.argv.slice(2);
const isWanted = (part: string) => selectedParts.length === 0 || selectedParts.includes(part);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const broken: string[] = [];
const sums: Sums = { passed: 0, failed: 0, failures: [] };
if (isWanted("check")) broken.push((await runPart(generated, false)) ?? "");
for (const stage of stages) {
  const stageParts = stage.filter(isWanted);
  const failedCommands = await Promise.all(stageParts.map((part) => runPart(parts[part] ?? [], stageParts.length > 1)));
  broken.push(...failedCommands.map((command) => command ?? ""));
  for (const part of stageParts.filter((name) => name in reports)) {
    try {
      const {
        passed,
        failed: wrong,
        failures,
      } = reports[part]?.(JSON.parse(readFileSync(`${results}/${part}.json`, "utf8")) as never) ?? sums;
      sums.passed += passed;
      sums.failed += wrong;
      sums.failures.push(...failures);
    } catch {
      broken.push(`${part} left no report`);
    }
  }
  // Without types, lint or build the rest would only repeat the same failure.
  if (stage.includes("build") && broken.some(Boolean)) break;
}
const problems = [...broken.filter(Boolean), ...sums.failures];
if (problems.length > 0) process.stdout.write(`\nFailed: ${problems.join("\n")}\n`);
process.stdout.write(`\n${sums.passed} passed, ${sums.failed} failed\n`);
process.exit(problems.length > 0 || sums.failed > 0 ? 1 : 0);
