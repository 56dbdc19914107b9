/**
 * `npm run build`: messages, pages and server, the staff portal, compressed files, and a migrated empty database for
 * the first start without DATABASE_URL; `-- --without-databases` leaves that and the demo's out.
 */
import { rmSync, writeFileSync } from "node:fs";
import { migrateDatabase } from "../src/platform/db/migrate.server.ts";
import { prepareTemplate } from "../src/platform/db/local-template.server.ts";
import { migrateJobs } from "../src/platform/jobs-queues.server.ts";
import { digestFile, sourceDigest } from "./build-digest.ts";
import { beginSteps, runTool, secondsSince, step } from "./build-steps.ts";
import { compressFolder, forStaff, forVisitors } from "./compress.ts";
import { copySwaggerUi } from "./swagger-ui.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const began = performance.now();
// Read first: what is changed while we build counts as not built.
const digest = sourceDigest();
const withDatabases = !process.argv.includes("--without-databases");
const databases = ["build/database-template", "build/demo-database", "build/demo-payments.jsonl"];
for (const old of [digestFile, "build/client", "build/server", "build/staff", ...(withDatabases ? [] : databases)])
  rmSync(old, { recursive: true, force: true });
beginSteps();

const emptyDatabase = () =>
  prepareTemplate(
    "build/database-template",
    async (database) => {
      await migrateDatabase(database, "db/migrations");
      await migrateJobs(database, console);
    },
    { log: console },
  );

/** Without it the first start of a demo tells its past, which takes longer. */
async function packDemo(): Promise<void> {
  await runTool("scripts/demo-database.ts").catch(() =>
    console.warn("The demo's past could not be told; the first start of a demo tries again."),
  );
}

async function buildPages(): Promise<void> {
  await step("pages and server", () => runTool("node_modules/@react-router/dev/bin.cjs", "build"));
  await step("service worker and worker processes", () => runTool("scripts/workers.ts"));
  await step("pages, compressed", () => compressFolder("build/client", forVisitors));
  copySwaggerUi("build/client");
  await compressFolder("build/client/swagger-ui", forStaff);
}

async function buildPortal(): Promise<void> {
  await step("staff portal", () => runTool("node_modules/vite/bin/vite.js", "build", "-c", "staff/vite.config.ts"));
  await step("staff portal, compressed", () => compressFolder("build/staff", forStaff));
}

// What the demo's past needs, which takes longest, comes first; all files are made beside it.
await Promise.all([
  step("messages", () => runTool("scripts/messages.ts", "--for-build")),
  withDatabases && step("empty database", emptyDatabase),
]);
await Promise.all([withDatabases && step("demo with its past", packDemo), buildPages().then(buildPortal)]);
writeFileSync(digestFile, digest ?? "");
console.log(`Built in ${secondsSince(began)} s.`);
