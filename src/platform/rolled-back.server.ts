import type { Ctx } from "./context.server.ts";
import type { Db } from "./db/database.server.ts";

/**
 * Runs `work` in a transaction that is always rolled back, and resolves with its result: to see what a change would
 * make of the site. Nothing of it is stored, sent or cached. Within a transaction only the part of `work` is rolled
 * back. Throws what `work` throws.
 */
export async function rolledBack<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const undo = new Error("rolled back on purpose");
  let done: { result: T } | undefined;
  try {
    const run = async (db: Db) => {
      // Caches are kept per database object: a copy begins without any, and leaves none behind.
      done = { result: await work({ ...ctx, db, database: { ...ctx.database }, afterCommit: [] }) };
      throw undo;
    };
    // A page's loaders read at once what they need.
    await (ctx.afterCommit ? ctx.db.transaction(run) : ctx.database.transaction(run, { inTurn: true }));
  } catch (error) {
    if (error !== undo || !done) throw error;
  }
  return (done as { result: T }).result;
}
