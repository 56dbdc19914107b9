/**
 * `npm run build` makes messages, pages and server, the staff portal, compressed files, a migrated empty database for
 * the first start without DATABASE_URL, and the database of the demo. `-- --without-databases` leaves both databases
 * out.
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
// Taken before the build: a source that changes during the build makes the build out of date.
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

/**
 * Prepares the database of the demo with its past orders. Without it the first start of a demo makes them and takes
 * longer.
 */
async function packDemo(): Promise<void> {
  await runTool("scripts/demo-database.ts").catch(() =>
    console.warn("The demo's past orders could not be created. The first start of a demo tries again."),
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

// The demo database takes longest, so what it needs comes first; pages and portal are built in parallel with it.
await Promise.all([
  step("messages", () => runTool("scripts/messages.ts", "--for-build")),
  withDatabases && step("empty database", emptyDatabase),
]);
await Promise.all([withDatabases && step("demo with its past", packDemo), buildPages().then(buildPortal)]);
writeFileSync(digestFile, digest ?? "");
console.log(`Built in ${secondsSince(began)} s.`);
