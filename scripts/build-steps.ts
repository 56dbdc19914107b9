/** How `npm run build` reports: one line per step on screen, and the output of its tools in a file. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { inspect } from "node:util";

const log = "build/build.log";

export const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);

/** Empties the log file. */
export function beginSteps(): void {
  mkdirSync("build", { recursive: true });
  writeFileSync(log, "");
}

/**
 * Runs a step and prints its name and duration. If it fails, prints the end of the log and ends the process with 1.
 */
export async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  try {
    await work();
  } catch (error) {
    appendFileSync(log, `${inspect(error)}\n`);
    const end = readFileSync(log, "utf8").trimEnd().split("\n").slice(-12);
    console.error(`${end.join("\n")}\n\nThe build failed (${name}). Everything its tools said is in ${log}.`);
    process.exit(1);
  }
  console.log(`${secondsSince(began).padStart(7)} s  ${name}`);
}

/** Runs a Node program with NODE_ENV=production and appends its output to the log. */
export async function runTool(...args: string[]): Promise<void> {
  const out = openSync(log, "a");
  const env = { ...process.env, NODE_ENV: "production" };
  const [code, signal] = await once(spawn(process.execPath, args, { stdio: ["ignore", out, out], env }), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code ?? signal}`);
}
