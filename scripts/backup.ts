/**
 * `npm run backup -- <folder> [--keep <n>]`: database, uploads and secret, while the site runs (docs/operations.md).
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
const [target = "", ...more] = positionals;
const keep = values.keep === undefined ? Infinity : Number(values.keep);
if (target === "" || more.length > 0 || !(keep >= 1)) {
  console.error(usage);
  process.exit(2);
}
const folder = resolve(target);
process.chdir(new URL("..", import.meta.url).pathname);
const env = await readSettings();
await make(env).catch(endWithSentence);

async function make(env: Env): Promise<void> {
  demandPlace(folder);
  const begun = new Date().toISOString();
  const name = `nama-${begun.slice(0, 19).replaceAll(":", "-")}Z`;
  const unfinished = join(folder, `.${name}.unfinished`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    // Uploads before the database, so that what is deleted meanwhile is here, and after it, so that everything it names
    // is.
    await copyMedia(env, unfinished);
    const dumped = env.DATABASE_URL
      ? await dump(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, join(unfinished, parts.dump))
      : await copyOwn(env, join(unfinished, parts.local));
    const media = await copyMedia(env, unfinished);
    await keepSecret(env, unfinished);
    await writeManifest(unfinished, { begun, database: env.DATABASE_URL ? "postgres" : "local", media, ...dumped });
    await rename(unfinished, join(folder, name));
    console.log(
      `${join(folder, name)}: ${Object.keys(dumped.tables).length} tables${media ? ", uploads" : ""}, secret.`,
    );
    if (!media) console.log("Uploads are in a bucket: see to its own versions and copies.");
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await forgetOld();
}

/** Throws BackupProblem: where no folder can be made, `mkdir` of Node may try for ever. */
function demandPlace(destination: string): void {
  let there = destination;
  while (!existsSync(there)) there = dirname(there);
  try {
    if (!statSync(there).isDirectory()) throw new Error("it is no folder");
    accessSync(there, constants.W_OK);
    if (there !== destination)
      mkdirSync(join(there, destination.slice(there.length).split(sep).find(Boolean) ?? ""), { mode: 0o700 });
  } catch (error) {
    throw new BackupProblem(
      `No backup can be put into ${destination}: ${error instanceof Error ? error.message : "?"}.`,
    );
  }
}

/** Adds the uploads that are not in the backup yet; their files never change. Answers whether they are in a folder. */
async function copyMedia(env: Env, to: string): Promise<boolean> {
  const from = mediaFolder(env);
  if (from === null) return false;
  if (!existsSync(from)) return true;
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const unfinished = join(from, "unfinished");
  for (const entry of entries.filter((one) => one.isFile() && one.parentPath !== unfinished)) {
    const file = join(entry.parentPath, entry.name);
    const copy = join(to, parts.media, file.slice(from.length + 1));
    if (existsSync(copy)) continue;
    await mkdir(join(copy, ".."), { recursive: true, mode: 0o700 });
    await cp(file, copy, { preserveTimestamps: true }).catch((error: unknown) => {
      // Deleted since it was listed.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    });
  }
  return true;
}

async function copyOwn(env: Env, to: string): Promise<Dumped> {
  if (!existsSync(join(env.DATA_DIR, "postgres")))
    throw new BackupProblem(
      `There is no database in ${resolve(env.DATA_DIR)}. DATA_DIR or DATABASE_URL says where it is.`,
    );
  return copyLocal(env.DATA_DIR, to);
}

async function keepSecret(env: Env, to: string): Promise<void> {
  const file = join(env.DATA_DIR, "auth-secret");
  if (!env.AUTH_SECRET && !existsSync(file))
    throw new BackupProblem(
      `There is neither AUTH_SECRET nor ${resolve(file)}: the site has never run with these settings.`,
    );
  const secret = env.AUTH_SECRET ?? readFileSync(file, "utf8").trim();
  await writeFile(join(to, parts.secret), secret, { mode: 0o600, flush: true });
}

async function forgetOld(): Promise<void> {
  const names = (await readdir(folder)).filter((one) => /^nama-[\dT-]+Z$/.test(one)).toSorted();
  for (const old of names.slice(0, Math.max(0, names.length - keep))) {
    await rm(join(folder, old), { recursive: true });
    console.log(`${join(folder, old)}: deleted.`);
  }
}
