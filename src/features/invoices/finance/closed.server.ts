import { eq } from "drizzle-orm";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { MonthTotals } from "./months.ts";
import { closedMonths } from "./tables.server.ts";

const figures = ["sales", "salesTax", "refunds", "refundTax"] as const;
const names = { sales: "sales", salesTax: "sales_tax", refunds: "refunds", refundTax: "refund_tax" } as const;

/**
 * Who closed a month and when, and each figure that is another one today: there should be none. Checks no permission.
 */
export async function readClosed(ctx: Ctx, month: string, now: MonthTotals) {
  const [closed] = await ctx.db.select().from(closedMonths).where(eq(closedMonths.month, month));
  if (!closed) return null;
  const { totals: kept, closedBy, closedByName, closedAt } = closed;
  return {
    by: { id: closedBy, name: closedByName },
    at: closedAt.toISOString(),
    differences: figures
      .filter((figure) => kept[figure] !== now[figure])
      .map((figure) => ({
        figure: names[figure],
        kept: decimalFromHalalas(kept[figure]),
        now: decimalFromHalalas(now[figure]),
      })),
  };
}
