import type { PGlite } from "@electric-sql/pglite";
import { errorForLog } from "../../log.server.ts";
import type { DbLog } from "../driver.server.ts";

const everyMs = 60_000;
const walLimitBytes = 16 * 1024 * 1024;
const vacuumEveryMs = 3_600_000;

/**
 * PostgreSQL's background processes, which PGlite lacks: without checkpoints the write-ahead log and the recovery time
 * grow without end, without vacuum the job queue's dead rows stay. Returns a function that stops it.
 */
export function startUpkeep(pglite: PGlite, log: DbLog): () => void {
  let vacuumedAt = Date.now();
  const timer = setInterval(async () => {
    try {
      await checkpointIfDue(pglite);
      if (Date.now() - vacuumedAt < vacuumEveryMs) return;
      vacuumedAt = Date.now();
      await pglite.exec("vacuum (analyze)");
    } catch (error) {
      if (!pglite.closed) log.warn(errorForLog(error), "Upkeep of the embedded database failed");
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** True when more than `limitBytes` of write-ahead log were written since the last one. */
export async function checkpointIfDue(pglite: PGlite, limitBytes = walLimitBytes): Promise<boolean> {
  const { rows } = await pglite.query<{ due: boolean }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > $1::int8 as due from pg_control_checkpoint()",
    [limitBytes],
  );
  if (!rows[0]?.due) return false;
  await pglite.exec("checkpoint");
  return true;
}
