import { DirectoryInUseError } from "../src/platform/db/local-postgres.server.ts";
import { UnreadableDatabaseError } from "../src/platform/db/readable-database.server.ts";
import { BackupProblem } from "./backup-manifest.ts";

/** Ends the process with 1; what an operator can mend is said in a sentence. */
export function endWithSentence(error: unknown): never {
  const isExpected =
    error instanceof BackupProblem || error instanceof DirectoryInUseError || error instanceof UnreadableDatabaseError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}
