/** How `npm run build` tells what it does: a line for each step, and the tools' own words in a file. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { inspect } from "node:util";

const log = "build/build.log";

export const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);

/** Empties the file. */
export function beginSteps(): void {
  mkdirSync("build", { recursive: true });
  writeFileSync(log, "");
}

/** Prints the step with its seconds once it is done; ends with 1, the end of the file and its name when it fails. */
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

/** Runs a program for Node, which builds for production; what it says goes to the file. */
export async function runTool(...args: string[]): Promise<void> {
  const out = openSync(log, "a");
  const env = { ...process.env, NODE_ENV: "production" };
  const [code, signal] = await once(spawn(process.execPath, args, { stdio: ["ignore", out, out], env }), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code ?? signal}`);
}
