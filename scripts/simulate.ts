/**
 * `npm run simulate -- --seed N [--histories M] [--long]` plays short or long histories of test/simulation, from this
 * seed and the M - 1 seeds after it. A failure prints the shortest history that fails.
 */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const {
  seed = "",
  histories = "1",
  long = false,
} = parseArgs({
  options: { seed: { type: "string" }, histories: { type: "string" }, long: { type: "boolean" } },
}).values;
if (![seed, histories].every((number) => /^\d{1,9}$/.test(number))) {
  console.error("npm run simulate -- --seed N [--histories M] [--long]");
  process.exit(2);
}
spawn("vitest", ["run", "test/simulation/simulation.test.ts", "-t", "hold every invariant"], {
  stdio: "inherit",
  env: { ...process.env, SEED: seed, HISTORIES: histories, ...(long && { LONG: "" }) },
}).on("exit", (code) => (process.exitCode = code ?? 1));
