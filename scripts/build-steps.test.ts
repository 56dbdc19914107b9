import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";

/** Runs steps in a folder of their own, as the build runs them in the site's. */
function build(steps: string) {
  const folder = mkdtempSync(join(tmpdir(), "nama-steps-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const module = pathToFileURL(resolve("scripts/build-steps.ts")).href;
  const program = `import { beginSteps, runTool, step } from "${module}"; beginSteps(); ${steps}`;
  const args = ["--input-type=module", "-e", program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr, log: () => readFileSync(join(folder, "build/build.log"), "utf8") };
}
const tool = (code: string) => `() => runTool("-e", ${JSON.stringify(code)})`;
const talk = "for (let at = 0; at < 500; at++) console.log('table of files', at);";

it("D-03: a step prints one line with its seconds; its tools write to the log file", () => {
  const { status, stdout, stderr, log } = build(`await step("pages", ${tool(talk)});`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^ +\d+\.\d s {2}pages\n$/);
  expect(log().split("\n")).toHaveLength(501);
});

it("D-03: a failed build names the step and the log file, and shows the end of the log", () => {
  const fails = `${talk} console.error('No such module'); process.exit(3)`;
  const { status, stderr } = build(`await step("pages", ${tool(fails)});`);
  expect(status).toBe(1);
  expect(stderr).toContain("No such module");
  expect(stderr.trimEnd()).toMatch(/The build failed \(pages\)\..* build\/build\.log\.$/);
  expect(stderr.split("\n").length).toBeLessThan(20);
});
