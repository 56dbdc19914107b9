import { requireOwnOrder } from "#features/orders/own-order.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { orderCalendarFile } from "./calendar-runs.server.ts";

/** The courses of the caller's paid order as a calendar file. Throws Unauthenticated, NotFound. */
export async function orderCalendar(
  ctx: Ctx,
  input: { order_id: number },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; filename: string }> {
  const { paid } = await requireOwnOrder(ctx, input.order_id);
  if (!paid) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const text = await orderCalendarFile(ctx, input.order_id, ctx.locale);
  return { bytes: Buffer.from(text, "utf8"), filename: `order-${input.order_id}.ics` };
}
