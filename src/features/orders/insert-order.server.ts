import type { Ctx } from "#platform/context.server.ts";
import { requireAccount } from "#features/people/hold-account.server.ts";
import { changePolicySetting } from "#features/settings/settings.server.ts";
import type { ChangePolicy } from "#features/settings/settings.ts";
import type { BillingAddress, Company } from "./billing.schema.ts";
import type { LineDiscount, OrderTotals } from "./pricing.ts";
import { orderLines, orders } from "./tables.server.ts";

export interface NewOrder extends OrderTotals {
  userId: string;
  openedBy?: string;
  awaitsApproval?: boolean;
  openedFrom?: string;
  differenceOf?: number;
  idempotencyKey?: string | null;
  itemsKey: string;
  taxPercent: number;
  billing: BillingAddress;
  invoiceRecipient: Company | null;
  lines: {
    run: Pick<typeof orderLines.$inferInsert, "runId" | "unitPriceHalalas" | "slug" | "nameEng" | "nameAr"> & {
      /** The run's own policy for changes; null uses the policy of the settings. */
      changePolicy: ChangePolicy | null;
    };
    qty: number;
    discount?: LineDiscount | null;
  }[];
  /** The discount code of the discounted lines. With a null `id`, the order does not count as a use of the code. */
  code?: { id: number | null; code: string } | null;
  /** When the first of the order's seat holds ends. */
  expiresAt: Date;
}

/**
 * Inserts an order with its lines. Returns the order's id and a map from run id to line id. Callers hold the buyer and
 * run locks. Throws Unauthenticated when the account has just been erased.
 */
export async function insertOrder(
  ctx: Ctx,
  order: NewOrder,
): Promise<{ id: number; lineIds: ReadonlyMap<number, number> }> {
  const { userId, subTotalHalalas, taxHalalas, totalHalalas, billing, invoiceRecipient, lines, expiresAt } = order;
  await requireAccount(ctx, userId);
  const [created] = await ctx.db
    .insert(orders)
    .values({
      userId,
      openedBy: order.openedBy ?? null,
      awaitsApproval: order.awaitsApproval ?? false,
      openedFrom: order.openedFrom ?? null,
      differenceOf: order.differenceOf ?? null,
      idempotencyKey: order.idempotencyKey ?? null,
      locale: ctx.locale,
      subTotalHalalas,
      taxPercent: order.taxPercent,
      taxHalalas,
      totalHalalas,
      billing,
      invoiceRecipient,
      discountCodeId: order.code?.id ?? null,
      itemsKey: order.itemsKey,
      createdAt: ctx.now(),
      expiresAt,
    })
    .returning({ id: orders.id });
  if (!created) throw new Error("An order was not written");
  const orderId = created.id;
  const defaultPolicy = await changePolicySetting(ctx);
  const insertedLines = await ctx.db
    .insert(orderLines)
    .values(
      lines.map(({ run, qty, discount = null }) => {
        const { runId, unitPriceHalalas, slug, nameEng, nameAr, changePolicy } = run;
        const line = { orderId, runId, qty, unitPriceHalalas, slug, nameEng, nameAr };
        return {
          ...line,
          discountHalalas: discount?.halalas ?? 0,
          discountKind: discount?.kind ?? null,
          discountPercent: discount?.percent ?? null,
          discountCode: discount?.kind === "code" ? (order.code?.code ?? null) : null,
          changePolicy: {
            ...(changePolicy ?? defaultPolicy),
            ...(discount?.fromSeats && { discountFromSeats: discount.fromSeats }),
          },
        };
      }),
    )
    .returning({ id: orderLines.id, runId: orderLines.runId });
  return { id: orderId, lineIds: new Map(insertedLines.map(({ id, runId }) => [runId, id])) };
}
