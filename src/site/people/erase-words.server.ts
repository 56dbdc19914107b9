import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { orders } from "#features/orders/tables.server.ts";
import { paymentCases } from "#features/payment-cases/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { refundRequests } from "#features/refund-approvals/tables.server.ts";
import { staffTasks } from "#features/tasks/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";

const mark = "–";
const literal = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&");

/** What names someone: address, phone, name, and each longer word of it. */
export function namesOf({
  name,
  email,
  contactNumber,
}: {
  name: string;
  email: string;
  contactNumber: string;
}): string[] {
  const words = name.split(/\s+/).filter((word) => word.length > 2);
  return [email, contactNumber, name, ...words].filter((text) => text.trim() !== "");
}

/** A person's texts taken out of words about them. */
export const unnamed = (text: string, names: readonly string[]): string =>
  names.reduce((left, name) => left.replaceAll(new RegExp(literal(name), "gi"), mark), text);

const withoutNamesSql = (text: SQL, names: readonly string[]): SQL =>
  names.reduce((left, name) => sql`regexp_replace(${left}, ${literal(name)}, ${mark}, 'gi')`, text);

/** Takes someone out of the tasks staff began with their name or address, such as the export of a search. */
async function eraseFromTasks(ctx: Ctx, names: readonly string[]): Promise<void> {
  const { input, failures, result } = staffTasks;
  // In JSON as text a name stands within a string: what is left is JSON again.
  const parts = names.map((name) => JSON.stringify(name).slice(1, -1));
  const json = (column: PgColumn) => sql`(${withoutNamesSql(sql`${column}::text`, parts)})::jsonb`;
  const isOf = sql`concat(${input}, ${failures}, ${result}) ~* ${parts.map(literal).join("|")}`;
  await ctx.db
    .update(staffTasks)
    .set({ input: json(input), failures: json(failures), result: json(result) })
    .where(isOf);
}

/**
 * Takes someone out of what staff wrote about the money of their orders; the words themselves stay. Part of the open
 * transaction.
 */
export async function eraseFromWords(ctx: Ctx, id: string, names: readonly string[]): Promise<void> {
  const own = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id));
  const paid = ctx.db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, own));
  const places: [PgTable, PgColumn[], SQL][] = [
    [orders, [orders.reason], eq(orders.userId, id)],
    [refunds, [refunds.reason], inArray(refunds.paymentId, paid)],
    [refundRequests, [refundRequests.reason, refundRequests.word], inArray(refundRequests.orderId, own)],
    [paymentCases, [paymentCases.reason], inArray(paymentCases.orderId, own)],
  ];
  for (const [table, columns, where] of places) {
    const set = sql.join(
      columns.map((column) => sql`${sql.identifier(column.name)} = ${withoutNamesSql(sql`${column}`, names)}`),
      sql`, `,
    );
    await ctx.db.execute(sql`update ${table} set ${set} where ${where}`);
  }
  await eraseFromTasks(ctx, names);
}
