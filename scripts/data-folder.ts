/** Whether the site can keep its data in a folder, before it tries. */
import { accessSync, constants, existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { unreadableDatabase } from "../src/platform/db/readable-database.server.ts";
import type { Env } from "../src/platform/env.server.ts";

/** A new database with the demo takes 50 MB, and its log grows. */
const newDatabaseMegabytes = 100;
/** More than PostgreSQL writes at once. */
const probe = Buffer.alloc(4 * 1024 * 1024);

/**
 * Makes the folder if it is missing. Answers in a sentence why the site cannot read the database in it or cannot write
 * there, else null; `hasDatabase` when a database is to be in it.
 */
export function folderProblem(folder: string, hasDatabase: boolean): string | null {
  const path = resolve(folder);
  const unreadable = hasDatabase ? unreadableDatabase(path) : null;
  if (unreadable) return unreadable;
  const reason = reasonAgainst(path, hasDatabase);
  return (
    reason &&
    `The data cannot be kept in ${path}: ${reason}. Set DATA_DIR to a folder with room that this user may write.`
  );
}

/** Ends with 1 and that sentence. */
export function demandDataFolder(env: Env): void {
  const problem = folderProblem(env.DATA_DIR, !env.DATABASE_URL);
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}

function reasonAgainst(path: string, hasDatabase: boolean): string | null {
  const there = nearest(path);
  if (!statSync(there).isDirectory()) return `${there} is a file`;
  let at = there;
  try {
    // Asked first: making a folder on a read-only disk says that the disk is not there.
    accessSync(at, constants.W_OK | constants.X_OK);
    mkdirSync(path, { recursive: true });
    for (const part of ["postgres", "sandbox", "media"].map((name) => join(path, name)).filter(existsSync))
      accessSync((at = part), constants.W_OK | constants.X_OK);
    // With DATABASE_URL only uploads and cached files need room, and the site can sell without.
    if (!hasDatabase) return null;
    const { bavail, bsize } = statfsSync(path);
    const megabytes = Math.floor((bavail * bsize) / 1e6);
    if (!existsSync(join(path, "postgres")) && megabytes < newDatabaseMegabytes)
      return `the disk has ${megabytes} MB left, and a new database needs ${newDatabaseMegabytes}`;
    write((at = join(path, `.probe-${process.pid}`)));
    return null;
  } catch (error) {
    return explainError(error, at);
  }
}

/** The path, or of the folders above it the first that exists. */
export function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}

function write(file: string): void {
  try {
    writeFileSync(file, probe);
  } finally {
    rmSync(file, { force: true });
  }
}

function explainError(error: unknown, at: string): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EACCES" || code === "EPERM") return `user ${process.geteuid?.()} may not write to ${at}`;
  if (code === "EROFS") return "the disk is read-only";
  if (code === "ENOSPC" || code === "EDQUOT") return "the disk is full";
  return error instanceof Error ? error.message : String(error);
}
