/** `npm run simulate -- --seed N`: plays one history of test/simulation again; a failure prints its shortest story. */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const { seed = "" } = parseArgs({ options: { seed: { type: "string" } } }).values;
if (!/^\d{1,9}$/.test(seed)) {
  console.error("npm run simulate -- --seed N");
  process.exit(2);
}
spawn("vitest", ["run", "test/simulation/simulation.test.ts", "-t", "hold every invariant"], {
  stdio: "inherit",
  env: { ...process.env, SEED: seed },
}).on("exit", (code) => (process.exitCode = code ?? 1));
