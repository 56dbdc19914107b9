/**
 * `npm run build`: messages, pages and server, the staff portal, compressed files, and a migrated empty database for
 * the first embedded start.
 */
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "../src/platform/db/migrate.server.ts";
import { prepareTemplate } from "../src/platform/db/embedded/template.server.ts";
import { migrateJobs } from "../src/platform/jobs-queues.server.ts";
import { digestFile, sourceDigest } from "./build-digest.ts";
import { beginSteps, runTool, secondsSince, step } from "./build-steps.ts";
import { compressFolder } from "./compress.ts";
import { copySwaggerUi } from "./swagger-ui.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const began = performance.now();
// Read first: what is changed while we build counts as not built.
const digest = sourceDigest();
for (const old of [digestFile, "build/client", "build/server", "build/staff"])
  rmSync(old, { recursive: true, force: true });
beginSteps();

const template = join(tmpdir(), `nama-template-${process.pid}.tar.gz`);
async function makeEmptyDatabase(): Promise<void> {
  await prepareTemplate(template, async (database) => {
    await migrateDatabase(database, "db/migrations");
    await migrateJobs(database, console);
  });
  cpSync(template, "build/database-template.tar.gz");
  rmSync(template);
}

async function buildPages(): Promise<void> {
  await step("messages", () => runTool("scripts/messages.ts", "--for-build"));
  await step("pages and server", () => runTool("node_modules/@react-router/dev/bin.cjs", "build"));
}

/** Without it the first start of a demo tells its past, which takes longer. */
async function packDemo(): Promise<void> {
  await runTool("scripts/demo-database.ts").catch(() =>
    console.warn("The demo's past could not be told; the first start of a demo tries again."),
  );
}

async function finishPages(): Promise<void> {
  await step("service worker", () => runTool("scripts/workers.ts"));
  copySwaggerUi("build/client");
  await step("pages, compressed", () => compressFolder("build/client"));
}

async function buildPortal(): Promise<void> {
  await step("staff portal", () => runTool("node_modules/vite/bin/vite.js", "build", "-c", "staff/vite.config.ts"));
  await step("staff portal, compressed", () => compressFolder("build/staff"));
}

// On several processors: the portal beside all, and the demo's past, which the built server tells, beside the files.
const portal = buildPortal();
await Promise.all([buildPages(), step("empty database", makeEmptyDatabase)]);
await Promise.all([portal, step("demo with its past", packDemo), finishPages()]);
writeFileSync(digestFile, digest ?? "");
console.log(`Built in ${secondsSince(began)} s.`);
