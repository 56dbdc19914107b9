import { randomUUID } from "node:crypto";
import { z } from "zod";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import { doEach } from "#features/staff/tasks/each-item.server.ts";
import { chosenNumbers } from "#features/staff/tasks/export.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { m } from "#messages";
import { resendOrderMail } from "./resend-mail.server.ts";

export const resendManyFields = {
  order_ids: chosenNumbers(),
};
const input = z.object({ ...resendManyFields, key: z.uuid() });

/** Long work: confirmation and documents of chosen orders once more, each in the language of its order. */
export const resendMany = defineTask<z.infer<typeof input>, number>({
  kind: "orders.resend",
  permission: "orders.resend",
  input,
  title: (_input, locale) => m.orders_resend_many({}, { locale }),
  total: async (_ctx, { order_ids: ids }) => ids.length,
  step: (ctx, { order_ids: items, key }, { cursor: from }) =>
    doEach(ctx, {
      items,
      from,
      atOnce: 10,
      name: (id) => `#${id}`,
      act: (ctx, orderId) => resendOrderMail(ctx, { orderId, mail: "order-confirmed", key }),
    }),
});

/** Starts it. For `orders.resend`. Throws Unauthenticated, Forbidden, Conflict (ten tasks are open). */
export async function startResending(ctx: Ctx, { order_ids }: { order_ids: number[] }): Promise<{ id: number }> {
  requirePermission(ctx, resendMany.permission);
  return startTask(ctx, resendMany, { order_ids, key: randomUUID() });
}
