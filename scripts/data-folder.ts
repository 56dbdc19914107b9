/** Checks in advance whether the site can store its data in a folder. */
import { accessSync, constants, existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { unreadableDatabase } from "../src/platform/db/readable-database.server.ts";
import type { Env } from "../src/platform/env.server.ts";

/** A new database with the demo takes 50 MB, and its WAL grows. */
const newDatabaseMegabytes = 100;
/** Larger than any single write of PostgreSQL. */
const probe = Buffer.alloc(4 * 1024 * 1024);

/**
 * Creates the folder if it is missing. Returns a sentence that says why the site cannot write to it or read its database
 * there, else null. `hasDatabase`: the folder also holds the database.
 */
export function folderProblem(folder: string, hasDatabase: boolean): string | null {
  const path = resolve(folder);
  const unreadable = hasDatabase ? unreadableDatabase(path) : null;
  if (unreadable) return unreadable;
  const reason = findProblem(path, hasDatabase);
  return (
    reason &&
    `The data cannot be kept in ${path}: ${reason}. Set DATA_DIR to a folder with room that this user may write.`
  );
}

/** If the folder has a problem, prints it and exits with 1. */
export function demandDataFolder(env: Env): void {
  const problem = folderProblem(env.DATA_DIR, !env.DATABASE_URL);
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}

function findProblem(path: string, hasDatabase: boolean): string | null {
  const existing = nearest(path);
  if (!statSync(existing).isDirectory()) return `${existing} is a file`;
  let checkedPath = existing;
  try {
    // Checked first, because `mkdir` on a read-only disk fails as if the disk were missing.
    accessSync(checkedPath, constants.W_OK | constants.X_OK);
    mkdirSync(path, { recursive: true });
    for (const subfolder of ["postgres", "sandbox", "media"].map((name) => join(path, name)).filter(existsSync))
      accessSync((checkedPath = subfolder), constants.W_OK | constants.X_OK);
    // With DATABASE_URL, only uploads and cached files need space, and the site can sell without them.
    if (!hasDatabase) return null;
    const { bavail, bsize } = statfsSync(path);
    const megabytes = Math.floor((bavail * bsize) / 1e6);
    if (!existsSync(join(path, "postgres")) && megabytes < newDatabaseMegabytes)
      return `the disk has ${megabytes} MB left, and a new database needs ${newDatabaseMegabytes}`;
    testWrite((checkedPath = join(path, `.probe-${process.pid}`)));
    return null;
  } catch (error) {
    return explainError(error, checkedPath);
  }
}

/** Returns the path if it exists, else its nearest ancestor that does. */
export function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}

function testWrite(file: string): void {
  try {
    writeFileSync(file, probe);
  } finally {
    rmSync(file, { force: true });
  }
}

function explainError(error: unknown, path: string): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EACCES" || code === "EPERM") return `user ${process.geteuid?.()} may not write to ${path}`;
  if (code === "EROFS") return "the disk is read-only";
  if (code === "ENOSPC" || code === "EDQUOT") return "the disk is full";
  return error instanceof Error ? error.message : String(error);
}
