import { randomUUID } from "node:crypto";
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join, resolve } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { errorForLog } from "../../log.server.ts";
import type { DbLog } from "../driver.server.ts";
import { DirectoryInUseError, lockDirectory } from "./lock.server.ts";

const socketOf = (dataDir: string) => join(dataDir, "copy.sock");
const clusterOf = (dataDir: string) => join(dataDir, "cluster");
const prefix = "copy-";

/**
 * Copies the database, for a backup by another process, to what connects to a socket in its folder; only its user may.
 * No statement runs while the files are copied, so that they are of one moment. Returns a function that ends it.
 */
export function serveCopies(pglite: PGlite, dataDir: string, log: DbLog): () => void {
  // What a killed process left; the folder is locked, so no one else's.
  rmSync(socketOf(dataDir), { force: true });
  for (const name of readdirSync(dataDir))
    if (name.startsWith(prefix)) rmSync(join(dataDir, name), { recursive: true });

  async function serve(socket: Socket): Promise<void> {
    const folder = join(dataDir, `${prefix}${randomUUID()}`);
    const isTaken = new Promise((done) => void socket.once("end", done).once("close", done));
    socket.resume();
    try {
      // So that the copy opens fast: what follows is in its log.
      await pglite.exec("checkpoint");
      await pglite.runExclusive(() => cp(clusterOf(dataDir), folder, { recursive: true }));
      socket.write(`${folder}\n`);
      await isTaken;
    } catch (error) {
      log.warn(errorForLog(error), "The database could not be copied");
    } finally {
      socket.destroy();
      await rm(folder, { recursive: true, force: true });
    }
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    void serve(socket);
  });
  server.on("error", (error) => log.warn(errorForLog(error), "No backup can be made while this process runs"));
  server.listen(socketOf(dataDir), () => chmodSync(socketOf(dataDir), 0o600));
  server.unref();
  return () => void server.close();
}

/**
 * Gives `use` a folder with the files of the embedded database in `dataDir` as they are at one moment, also while a
 * process has it open. They may be moved away. Throws DirectoryInUseError when that process does not answer.
 */
export async function withCopy(dataDir: string, use: (files: string) => Promise<void>): Promise<void> {
  const folder = resolve(dataDir);
  let unlock: () => void;
  try {
    unlock = lockDirectory(folder);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    return withCopyOfOther(folder, error, use);
  }
  try {
    await use(clusterOf(folder));
  } finally {
    unlock();
  }
}

async function withCopyOfOther(
  dataDir: string,
  inUse: DirectoryInUseError,
  use: (files: string) => Promise<void>,
): Promise<void> {
  const socket = connect({ path: socketOf(dataDir), allowHalfOpen: true });
  try {
    const files = await new Promise<string>((resolve, reject) => {
      let said = "";
      socket.on("data", (chunk) => {
        said += String(chunk);
        if (said.endsWith("\n")) resolve(said.trimEnd());
      });
      socket.on("error", () => reject(inUse));
      socket.on("end", () => reject(inUse));
    });
    await use(files);
  } finally {
    socket.end();
    socket.destroy();
  }
}
