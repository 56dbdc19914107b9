import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another process (or another open handle of this one) uses the directory. */
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
 * Takes the directory for this process alone; returns an unlock function. Throws DirectoryInUseError. Node has no file
 * locks of its own, so SQLite's are borrowed: the operating system drops them with the process, also after kill -9, and
 * a stale lock cannot exist. Never open the lock file by other means: closing it anywhere in this process frees it.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const holder = new DatabaseSync(join(directory, "lock.sqlite"));
  try {
    // No journal file to leave behind, no waiting; the transaction stays open as long as the lock is held.
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
