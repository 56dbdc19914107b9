import { existsSync, readFileSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import pMap from "p-map";
import { errorForLog } from "../../log.server.ts";
import type { DbLog } from "../driver.server.ts";
import { startPGlite } from "./pglite.server.ts";

/**
 * Makes the database files unless they are there, from `templateFile` if it exists (1 s), else by initdb (3 s). They
 * are synced and then renamed, so that a kill at any moment leaves none or all of them.
 */
export async function ensureCluster(directory: string, templateFile: string | undefined, log: DbLog): Promise<void> {
  if (existsSync(join(directory, "PG_VERSION"))) return;
  const fresh = `${directory}.new`;
  await fill(fresh, templateFile, log);
  await syncTree(fresh);
  await rm(directory, { recursive: true, force: true });
  await rename(fresh, directory);
  await syncPath(join(directory, ".."));
}

async function fill(directory: string, templateFile: string | undefined, log: DbLog): Promise<void> {
  if (templateFile && existsSync(templateFile)) {
    try {
      return await unpack(directory, readTemplate(templateFile));
    } catch (error) {
      log.warn(errorForLog(error), "The database template cannot be used; making the database from nothing");
    }
  }
  // In memory first: on a directory initdb takes three times as long.
  const empty = await startPGlite({});
  const files = await empty.dumpDataDir("none").finally(() => empty.close());
  await unpack(directory, files);
}

const gzipMark = 0x1f;

/** A template's files, as `loadDataDir` takes them. */
export function readTemplate(templateFile: string): Blob {
  const file = readFileSync(templateFile);
  return new Blob([file[0] === gzipMark ? gunzipSync(file) : file]);
}

async function unpack(directory: string, loadDataDir: Blob): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // The plain file system: one pass of fsync at the end is five times faster than PostgreSQL's many.
  const pglite = await startPGlite({ fs: new NodeFS(directory), loadDataDir });
  await pglite.close();
}

async function syncTree(directory: string): Promise<void> {
  const paths = (await readdir(directory, { recursive: true, withFileTypes: true })).map((entry) =>
    join(entry.parentPath, entry.name),
  );
  paths.push(directory);
  await pMap(paths, syncPath, { concurrency: 16 });
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
