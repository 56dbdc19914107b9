/** `npm run simulate -- --seed N [--long]`: plays a short or long history of test/simulation. A failure prints its shortest story. */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const { seed = "", long = false } = parseArgs({
  options: { seed: { type: "string" }, long: { type: "boolean" } },
}).values;
if (!/^\d{1,9}$/.test(seed)) {
  console.error("npm run simulate -- --seed N [--long]");
  process.exit(2);
}
spawn("vitest", ["run", "test/simulation/simulation.test.ts", "-t", "hold every invariant"], {
  stdio: "inherit",
  env: { ...process.env, SEED: seed, ...(long && { LONG: "" }) },
}).on("exit", (code) => (process.exitCode = code ?? 1));
