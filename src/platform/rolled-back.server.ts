import type { Ctx } from "./context.server.ts";

/**
 * Runs `work` in a transaction that is always rolled back, and resolves with what it resolved to: to see what a change would make of
 * the site. Nothing of it is stored, sent or kept by a cache; inside a transaction it undoes its own part only.
 */
export async function rolledBack<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const undo = new Error("rolled back on purpose");
  let done: { result: T } | undefined;
  try {
    await ctx.database.transaction(async (db) => {
      // An object of its own: what caches hold for the database is what has been committed.
      done = { result: await work({ ...ctx, db, database: { ...ctx.database }, afterCommit: [] }) };
      throw undo;
    });
  } catch (error) {
    if (error !== undo || !done) throw error;
  }
  return (done as { result: T }).result;
}
