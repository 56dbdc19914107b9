/** Part of `npm run build`: a database with the demo and its past, which new sites of the demo begin with. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepAsTemplate } from "../src/platform/db/embedded/template.server.ts";

type Built = typeof import("../src/server.ts");

process.chdir(new URL("..", import.meta.url).pathname);
const [database, payments] = ["build/demo-database.tar.gz", "build/demo-payments.jsonl"];
for (const file of [database, payments]) rmSync(file, { force: true });
const { openServices, parseEnv, prepareDemoToPack } = (await import(
  new URL("../build/server/index.js", import.meta.url).href
)) as Built;
const dataDir = mkdtempSync(join(tmpdir(), "nama-demo-"));
try {
  const services = await openServices(parseEnv({ DATA_DIR: dataDir, DEMO: "1", LOG_LEVEL: "error" }));
  try {
    await prepareDemoToPack(services);
  } finally {
    await services.close();
  }
  copyFileSync(join(dataDir, "sandbox/payments-sandbox.jsonl"), payments);
  await keepAsTemplate(join(dataDir, "database"), database);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
