import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { monthOf } from "./months.ts";
import { readMonth, totalsOf } from "./months.server.ts";
import { closedMonths } from "./tables.server.ts";

/**
 * Closes a month: who, when, and its sums are kept beside its documents, whose dates no later document has. For
 * `finance.close`. Throws Unauthenticated, Forbidden, NotFound (a month to come), Conflict (it is not over, its list is
 * not in order, or it is closed already).
 */
export async function closeMonth(ctx: Ctx, { month }: { month: string }): Promise<void> {
  requirePermission(ctx, "finance.close");
  const { id: closedBy, name: closedByName } = requireStaff(ctx);
  if (month > monthOf(ctx.now())) throw noSuchRecord(ctx);
  const { locale } = ctx;
  await inTransaction(ctx, async (ctx) => {
    const { is_ready: isReady } = await readMonth(ctx, { id: month });
    if (!isReady) throw new Conflict(m.finance_not_ready({}, { locale }));
    const totals = await totalsOf(ctx, month);
    const row = { month, totals, closedBy, closedByName, closedAt: ctx.now() };
    const [written] = await ctx.db.insert(closedMonths).values(row).onConflictDoNothing().returning();
    if (!written) throw new Conflict(m.finance_closed_already({}, { locale }));
    await audit(ctx, { action: "month.closed", entity: "month", entityId: month, after: { ...totals } });
  });
}
