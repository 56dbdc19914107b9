import { isDeepStrictEqual } from "node:util";
import { asc, eq, inArray, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { orders } from "#features/orders/tables.server.ts";
import { paymentCases } from "#features/orders/cases/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { refundRequests } from "#features/orders/approvals/tables.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { openStates, type TaskFailure } from "#features/staff/tasks/task-states.ts";
import type { Ctx } from "#platform/context.server.ts";
import { mapTexts, withoutAnyOfThem, withoutThem, type Named } from "./names-in-text.ts";

type Task = Pick<typeof staffTasks.$inferSelect, "state" | "input" | "failures" | "result">;

/** What open work has yet to do stays as it is: it forgets what staff searched for by itself when it ends. */
function withoutPerson({ state, input, failures, result }: Task, without: (text: string) => string) {
  const isOpen = openStates.some((open) => open === state);
  return {
    input: isOpen ? input : (mapTexts(input, without) as Record<string, unknown>),
    failures: mapTexts(failures, without) as TaskFailure[],
    result: mapTexts(result, without) as Record<string, unknown> | null,
  };
}

/** Takes someone out of the tasks staff began with their name or address, such as the export of a search. */
async function eraseFromTasks(ctx: Ctx, person: Named): Promise<void> {
  const { id, state, input, failures, result } = staffTasks;
  const without = withoutThem(person);
  const read = () => ctx.db.select({ id, state, input, failures, result }).from(staffTasks);
  const changes = (task: Task) => {
    const after = withoutPerson(task, without);
    const before = { input: task.input, failures: task.failures, result: task.result };
    return isDeepStrictEqual(before, after) ? null : after;
  };
  for (const found of await read().orderBy(asc(id))) {
    if (!changes(found)) continue;
    // A step may have written meanwhile.
    const [task] = await read().where(eq(id, found.id)).for("update");
    const after = task && changes(task);
    if (after) await ctx.db.update(staffTasks).set(after).where(eq(id, found.id));
  }
}

/**
 * Takes someone out of what staff wrote about the money of their orders, when they have an account, and out of tasks;
 * the words themselves stay. Part of the open transaction.
 */
export async function eraseFromWords(ctx: Ctx, id: string | null, person: Named): Promise<void> {
  if (id !== null) await eraseFromReasons(ctx, id, person);
  await eraseFromTasks(ctx, person);
}

async function eraseFromReasons(ctx: Ctx, id: string, person: Named): Promise<void> {
  const own = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id));
  const paid = ctx.db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, own));
  const without = withoutAnyOfThem(person);
  const clean = async (table: PgTable & { id: PgColumn }, column: PgColumn, name: string, where: SQL) => {
    const rows = await ctx.db.select({ id: table.id, text: column }).from(table).where(where).orderBy(asc(table.id));
    for (const row of rows) {
      const text = row.text as string | null;
      const left = text === null ? null : without(text);
      if (left !== text)
        await ctx.db
          .update(table)
          .set({ [name]: left })
          .where(eq(table.id, row.id));
    }
  };
  await clean(orders, orders.reason, "reason", eq(orders.userId, id));
  await clean(refunds, refunds.reason, "reason", inArray(refunds.paymentId, paid));
  await clean(refundRequests, refundRequests.reason, "reason", inArray(refundRequests.orderId, own));
  await clean(refundRequests, refundRequests.word, "word", inArray(refundRequests.orderId, own));
  await clean(paymentCases, paymentCases.reason, "reason", inArray(paymentCases.orderId, own));
}
