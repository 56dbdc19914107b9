/**
 * `npm run build`: messages, pages and server, the staff portal, compressed files, and a migrated empty database for
 * the first start without DATABASE_URL.
 */
import { rmSync, writeFileSync, readdirSync } from "node:fs";
import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import pMap from "p-map";
import { migrateDatabase } from "../src/platform/db/migrate.server.ts";
import { prepareTemplate } from "../src/platform/db/local-template.server.ts";
import { migrateJobs } from "../src/platform/jobs-queues.server.ts";
import { digestFile, sourceDigest } from "./build-digest.ts";
import { beginSteps, runTool, secondsSince, step } from "./build-steps.ts";
import { copySwaggerUi } from "./swagger-ui.ts";

/** Compresses static files once, so that the server only picks one. */
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Brotli's best, for what every visitor loads. */
export const forVisitors = 11;
/** A fifteenth of the time, and 7 % more: for the portal and the description of the API. */
const forStaff = 9;

/** Pictures and fonts are compressed already. */
const worthIt = /\.(?:js|mjs|css|svg|json|html|txt|xml|webmanifest|ico)$/;

/**
 * Writes `.br` and `.gz` beside every file of `folder` that gets smaller by it. One processor is left to what the build
 * does beside it. Answers with the number of files.
 */
export async function compressFolder(folder: string, quality: number): Promise<number> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && worthIt.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await pMap(names, (name) => compressFile(name, quality), { concurrency: Math.max(1, availableParallelism() - 1) });
  return names.length;
}

async function compressFile(name: string, quality: number): Promise<void> {
  const plain = await readFile(name);
  const { atime, mtime } = await stat(name);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  for (const [end, small] of [
    [".br", await brotli(plain, { params })],
    [".gz", await zip(plain, { level: 9 })],
  ] as const) {
    if (small.length >= plain.length) continue;
    await writeFile(name + end, small);
    await utimes(name + end, atime, mtime);
  }
}

process.chdir(new URL("..", import.meta.url).pathname);
const began = performance.now();
// Read first: what is changed while we build counts as not built.
const digest = sourceDigest();
for (const old of [digestFile, "build/client", "build/server", "build/staff"])
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
  await step("service worker", () => runTool("scripts/workers.ts"));
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
  step("empty database", emptyDatabase),
]);
await Promise.all([step("demo with its past", packDemo), buildPages().then(buildPortal)]);
writeFileSync(digestFile, digest ?? "");
console.log(`Built in ${secondsSince(began)} s.`);
