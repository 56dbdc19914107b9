/**
 * Part of `npm run build`: makes a database with the demo and its past orders, which new demo sites start with. It
 * needs the messages and the empty database. It builds a bundle of its own, so that it need not wait for the pages.
 */
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { prepareTemplate } from "../src/platform/db/local-template.server.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const [database, payments] = ["build/demo-database", "build/demo-payments.jsonl"];
// Not a temporary folder elsewhere: Node finds the packages that the bundle imports only from inside the repository.
const bundle = "build/demo-seeder";
for (const path of [database, payments]) rmSync(path, { recursive: true, force: true });
await build({
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  build: { ssr: "src/app/demo-past.server.ts", outDir: bundle },
});
const { seedDemo } = (await import(
  new URL(`../${bundle}/demo-past.server.js`, import.meta.url).href
)) as typeof import("../src/app/demo-past.server.ts");
const dataDir = mkdtempSync(join(tmpdir(), "nama-demo-"));
try {
  const from = { template: "build/database-template", log: console };
  await prepareTemplate(database, (empty) => seedDemo(empty, dataDir), from);
  copyFileSync(join(dataDir, "sandbox/payments-sandbox.jsonl"), payments);
  // Only the owner can read the sandbox's file, but another user may start the built site.
  chmodSync(payments, 0o644);
} finally {
  for (const folder of [dataDir, bundle]) rmSync(folder, { recursive: true, force: true });
}
