/** The list of what a backup contains: `manifest.json`, written last. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Tables } from "./backup-tables.ts";

export interface Manifest {
  format: 1;
  /** Time in UTC: the backup contains everything that the site saved before. */
  begun: string;
  ended: string;
  /** `postgres` is the server of DATABASE_URL, `local` the site's own PostgreSQL. */
  database: "postgres" | "local";
  /** Time of the newest migration in milliseconds, from db/migrations/meta/_journal.json. */
  migration: number;
  /** What PostgreSQL's `version()` returns. */
  server: string;
  tables: Tables;
  /** False when uploads are in a bucket, which has backups of its own. */
  media: boolean;
  /** SHA-256 of each file in hex. */
  files: Record<string, string>;
}

/** Names of the files and folders in a backup. */
export const parts = {
  manifest: "manifest.json",
  dump: "database.dump",
  local: "postgres",
  media: "media",
  secret: "auth-secret",
};

/** An error whose message is shown to the operator as a sentence, without a stack. */
export class BackupProblem extends Error {
  override name = "BackupProblem";
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function digestsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => name !== parts.manifest)
    .toSorted();
  const files: Record<string, string> = {};
  for (const name of names) files[name] = await hashFile(join(folder, name));
  return files;
}

export async function writeManifest(
  folder: string,
  facts: Omit<Manifest, "format" | "ended" | "files">,
): Promise<void> {
  const files = await digestsIn(folder);
  const manifest: Manifest = { format: 1, ...facts, ended: new Date().toISOString(), files };
  await writeFile(join(folder, parts.manifest), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
}

function parseManifest(folder: string, text: string): Manifest {
  const problem = new BackupProblem(`${folder} is damaged: ${parts.manifest} is cut off or is no JSON.`);
  try {
    const manifest = JSON.parse(text) as Manifest | null;
    if (typeof manifest !== "object" || manifest === null) throw problem;
    return manifest;
  } catch {
    throw problem;
  }
}

/** Throws BackupProblem when the folder is no backup, or when a file in it has changed since. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, parts.manifest), "utf8").catch(() => {
    throw new BackupProblem(`${folder} is no backup: it has no ${parts.manifest}.`);
  });
  const manifest = parseManifest(folder, text);
  if (manifest.format !== 1) throw new BackupProblem(`${folder} was made by a newer version of Nama Health.`);
  const digests = await digestsIn(folder);
  const names = new Set([...Object.keys(digests), ...Object.keys(manifest.files)]);
  const damaged = [...names].filter((name) => digests[name] !== manifest.files[name]).toSorted();
  if (damaged.length > 0)
    throw new BackupProblem(
      `${folder} is damaged: ${damaged.slice(0, 5).join(", ")}${damaged.length > 5 ? ` and ${damaged.length - 5} more` : ""}.`,
    );
  return manifest;
}
