/**
 * `npm run build`: messages, pages and server, the staff portal, compressed files, and a migrated empty database for
 * the first embedded start.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "@inlang/paraglide-js";
import { build } from "vite";
import { migrateDatabase } from "../src/platform/db/migrate.server.ts";
import { prepareTemplate } from "../src/platform/db/embedded/template.server.ts";
import { migrateJobs } from "../src/platform/jobs-queues.server.ts";
import { digestFile, sourceDigest } from "./build-digest.ts";
import { compressFolder } from "./compress.ts";
import { paraglideOptions } from "./messages.ts";
import { copySwaggerUi } from "./swagger-ui.ts";
import { buildWorkers } from "./workers.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const began = performance.now();
// Read first: what is changed while we build counts as not built.
const digest = sourceDigest();
rmSync(digestFile, { force: true });

await compile(paraglideOptions);

const pages = spawn(process.execPath, ["node_modules/@react-router/dev/bin.cjs", "build"], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
const pagesBuilt = once(pages, "exit");
// Made while the pages are built, on another processor, and put in place when the build has emptied its folder.
const template = join(tmpdir(), `nama-template-${process.pid}.tar.gz`);
await prepareTemplate(template, async (database) => {
  await migrateDatabase(database, "db/migrations");
  await migrateJobs(database, console);
});
const [code] = await pagesBuilt;
if (code !== 0) {
  rmSync(template, { force: true });
  process.exit(typeof code === "number" ? code : 1);
}
cpSync(template, "build/database-template.tar.gz");
rmSync(template);
// Beside the portal, on another processor. Without it the first start of a demo tells its past, which takes longer.
const demo = spawn(process.execPath, ["scripts/demo-database.ts"], { stdio: "inherit" });
const demoMade = once(demo, "exit");
await build({ configFile: "staff/vite.config.ts", mode: "production" });
await buildWorkers("build/client");
copySwaggerUi("build/client");
const count = (await compressFolder("build/client")) + (await compressFolder("build/staff"));
const [demoCode] = await demoMade;
if (demoCode !== 0) console.warn("The demo's past could not be told; the first start of a demo tries again.");
writeFileSync(digestFile, digest ?? "");
console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s; ${count} static files compressed.`);
