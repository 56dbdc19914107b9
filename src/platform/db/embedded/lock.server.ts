import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class DirectoryInUseError extends Error {
  override name = "DirectoryInUseError";
  readonly directory: string;
  constructor(directory: string, cause?: unknown) {
    super(
      `The database directory ${directory} is in use by another process. Stop that process, or choose another DATA_DIR.`,
      { cause },
    );
    this.directory = directory;
  }
}

/**
 * Locks the directory for this process; returns an unlock function. Throws DirectoryInUseError. Node has no file locks,
 * so SQLite's are used: the operating system drops them with the process, also after kill -9. Never open the lock file
 * otherwise: closing it anywhere in this process frees it.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const holder = new DatabaseSync(join(directory, "lock.sqlite"));
  try {
    // No journal file left behind, no waiting; the transaction stays open as long as the lock is held.
    holder.exec(
      "PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE",
    );
  } catch (error) {
    holder.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) throw new DirectoryInUseError(directory, error);
    throw error;
  }
  return () => {
    if (holder.isOpen) holder.close();
  };
}
