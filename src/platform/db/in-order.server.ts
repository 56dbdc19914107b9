import type { SQL } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";

/**
 * Sends statements of the open transaction together. PostgreSQL does them in this order, each seeing what the ones before it did and what others
 * had committed when it began, as if each had been waited for; but the locks they take are held for one way to the database instead of many.
 * Answers the rows of each. Rejects with the first failure, once all have ended: none is still under way when the transaction is rolled back.
 */
export async function inOrder<Rows extends unknown[]>(ctx: Ctx, statements: { [At in keyof Rows]: SQL }): Promise<{ [At in keyof Rows]: Rows[At][] }> {
  if (!ctx.database.inTransaction()) throw new Error("inOrder: outside of a transaction each statement has a connection of its own");
  const outcomes = await Promise.allSettled(statements.map((statement) => ctx.db.execute(statement)));
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value.rows;
  }) as { [At in keyof Rows]: Rows[At][] };
}
