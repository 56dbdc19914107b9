/**
 * `npm run backup -- <folder> [--keep <n>]` backs up database, uploads and secret of a running site (docs/operations.md).
 */
import { cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { mediaFolder } from "../src/features/content/media/storage.server.ts";
import type { Env } from "../src/platform/env.server.ts";
import { copyLocal } from "./backup-local.ts";
import { BackupProblem, parts, writeManifest } from "./backup-manifest.ts";
import { dump, type Dumped } from "./backup-postgres.ts";
import { endWithSentence } from "./backup-problems.ts";
import { readSettings } from "./settings.ts";

const usage = `npm run backup -- <folder> [--keep <n>]
Makes <folder>/nama-<time>; with --keep only the newest <n> stay.`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: "string" } } });
const [target = "", ...extraArguments] = positionals;
const keep = values.keep === undefined ? Infinity : Number(values.keep);
if (target === "" || extraArguments.length > 0 || !(keep >= 1)) {
  console.error(usage);
  process.exit(2);
}
const folder = resolve(target);
process.chdir(new URL("..", import.meta.url).pathname);
const env = await readSettings();
await makeBackup(env).catch(endWithSentence);

async function makeBackup(env: Env): Promise<void> {
  assertWritable(folder);
  const startedAt = new Date().toISOString();
  const name = `nama-${startedAt.slice(0, 19).replaceAll(":", "-")}Z`;
  const unfinished = join(folder, `.${name}.unfinished`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    // Copies uploads twice: before the database for files that are deleted during the backup, and after it for files
    // that are added.
    await copyMedia(env, unfinished);
    const dumped = env.DATABASE_URL
      ? await dump(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, join(unfinished, parts.dump))
      : await copyLocalDatabase(env, join(unfinished, parts.local));
    const media = await copyMedia(env, unfinished);
    await copySecret(env, unfinished);
    await writeManifest(unfinished, {
      begun: startedAt,
      database: env.DATABASE_URL ? "postgres" : "local",
      media,
      ...dumped,
    });
    await rename(unfinished, join(folder, name));
    console.log(
      `${join(folder, name)}: ${Object.keys(dumped.tables).length} tables${media ? ", uploads" : ""}, secret.`,
    );
    if (!media) console.log("Uploads are in a bucket: see to its own versions and copies.");
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await deleteOldBackups();
}

/** Throws BackupProblem. Needed because Node's recursive `mkdir` may retry for ever where it cannot create a folder. */
function assertWritable(destination: string): void {
  let ancestor = destination;
  while (!existsSync(ancestor)) ancestor = dirname(ancestor);
  try {
    if (!statSync(ancestor).isDirectory()) throw new Error("it is no folder");
    accessSync(ancestor, constants.W_OK);
    if (ancestor !== destination)
      mkdirSync(join(ancestor, destination.slice(ancestor.length).split(sep).find(Boolean) ?? ""), { mode: 0o700 });
  } catch (error) {
    throw new BackupProblem(
      `No backup can be put into ${destination}: ${error instanceof Error ? error.message : "?"}.`,
    );
  }
}

/** Copies uploads that are not in the backup yet. Files never change. Returns false if uploads are not in a folder. */
async function copyMedia(env: Env, backupFolder: string): Promise<boolean> {
  const source = mediaFolder(env);
  if (source === null) return false;
  if (!existsSync(source)) return true;
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const unfinished = join(source, "unfinished");
  for (const entry of entries.filter((item) => item.isFile() && item.parentPath !== unfinished)) {
    const file = join(entry.parentPath, entry.name);
    const copy = join(backupFolder, parts.media, file.slice(source.length + 1));
    if (existsSync(copy)) continue;
    await mkdir(join(copy, ".."), { recursive: true, mode: 0o700 });
    await cp(file, copy, { preserveTimestamps: true }).catch((error: unknown) => {
      // The file was deleted after it was listed.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    });
  }
  return true;
}

async function copyLocalDatabase(env: Env, databaseFolder: string): Promise<Dumped> {
  if (!existsSync(join(env.DATA_DIR, "postgres")))
    throw new BackupProblem(
      `There is no database in ${resolve(env.DATA_DIR)}. DATA_DIR or DATABASE_URL says where it is.`,
    );
  return copyLocal(env.DATA_DIR, databaseFolder);
}

async function copySecret(env: Env, backupFolder: string): Promise<void> {
  const file = join(env.DATA_DIR, "auth-secret");
  if (!env.AUTH_SECRET && !existsSync(file))
    throw new BackupProblem(
      `There is neither AUTH_SECRET nor ${resolve(file)}: the site has never run with these settings.`,
    );
  const secret = env.AUTH_SECRET ?? readFileSync(file, "utf8").trim();
  await writeFile(join(backupFolder, parts.secret), secret, { mode: 0o600, flush: true });
}

async function deleteOldBackups(): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^nama-[\dT-]+Z$/.test(name)).toSorted();
  for (const old of names.slice(0, Math.max(0, names.length - keep))) {
    await rm(join(folder, old), { recursive: true });
    console.log(`${join(folder, old)}: deleted.`);
  }
}
