/** `npm run bench` measures all figures in one run. docs/benchmark.md explains each figure. */
import { availableParallelism, loadavg } from "node:os";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { isBuilt } from "../scripts/build-digest.ts";
import { findGenerator } from "./lib/load.ts";
import { root } from "./lib/processes.ts";
import {
  formatTable,
  measurePart,
  meetsTarget,
  writeResults,
  type PartFigures,
  type PartResult,
} from "./lib/report.ts";
import { readOptions, type Bench, type PartName } from "./lib/settings.ts";
import { openStage } from "./lib/stage.ts";
import { api } from "./parts/api.ts";
import { bytes } from "./parts/bytes.ts";
import { einvoicing } from "./parts/einvoicing.ts";
import { orders } from "./parts/orders.ts";
import { pages } from "./parts/pages.ts";
import { start } from "./parts/start.ts";
import "./lib/tsx.ts";

const parts: Record<PartName, (bench: Bench) => Promise<PartFigures>> = {
  pages,
  api,
  orders,
  einvoicing,
  start,
  bytes,
  phone: async (bench) => (await import("./parts/phone.ts")).phone(bench),
  scale: async (bench) => (await import("./parts/scale.ts")).scale(bench),
};

process.chdir(root);
const options = readOptions(process.argv.slice(2));
if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
if (options.profile) mkdirSync(options.profile, { recursive: true });
const profileFlags = options.profile ? ["--cpu-prof", `--cpu-prof-dir=${resolve(options.profile)}`] : [];

const generator = findGenerator();
const readLoad = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(" ");
const loadBefore = readLoad();
console.log(
  `Benchmark of ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} processors, Node ${process.version}, load ${loadBefore}, ${options.rounds} rounds of ${options.seconds} s, load from ${generator.name}`,
);

const stage = await openStage(profileFlags);
const results: PartResult[] = [];
let failed = false;
try {
  for (const name of options.parts) {
    try {
      const result = await measurePart(name, () => parts[name]({ stage, generator, ...options }));
      results.push(result);
      console.log(formatTable(result));
    } catch (error) {
      // A failed part does not stop the others.
      failed = true;
      console.error(`\n${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
} finally {
  await stage.close();
}

const missed = results.flatMap(({ figures }) => figures).filter((figure) => meetsTarget(figure) === false);
const file = writeResults({
  date: new Date().toISOString(),
  node: process.version,
  processors: availableParallelism(),
  generator: generator.name,
  loadBefore,
  loadAfter: readLoad(),
  ...options,
  results,
});
console.log(
  `\nLoad ${loadBefore} before, ${readLoad()} after. ${failed ? "Not every part could be measured. " : ""}${missed.length ? `${missed.length} figures missed: ${missed.map(({ name }) => name).join("; ")}` : "All measured figures reached"}. Everything in ${file}.`,
);
process.exitCode = failed ? 1 : 0;
