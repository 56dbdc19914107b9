import { z } from "zod";
import { amountText } from "#features/orders/fields.server.ts";

/** What the browser needs to pay an order. */
export const beginReply = z.object({
  order_id: z.number(),
  amount: z.number(),
  currency: z.literal("SAR"),
  sub_total: amountText,
  tax: amountText,
  total: amountText,
  callback_url: z.string(),
  metadata: z.object({ order_id: z.string(), installation_id: z.string() }),
  given_id: z.string(),
  publishable_key: z.string(),
  payments_url: z.string(),
  expires_at: z.string(),
});
