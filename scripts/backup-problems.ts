import { DirectoryInUseError } from "../src/platform/db/local-postgres.server.ts";
import { UnreadableDatabaseError } from "../src/platform/db/readable-database.server.ts";
import { BackupProblem } from "./backup-manifest.ts";

/** Exits with 1. Prints only the message if an operator can fix the error, else the whole error. */
export function endWithSentence(error: unknown): never {
  const isExpected =
    error instanceof BackupProblem || error instanceof DirectoryInUseError || error instanceof UnreadableDatabaseError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}
