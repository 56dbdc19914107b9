import { z } from "zod";
import { orderStatus } from "#features/orders/fields.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { line } from "#platform/http/fields.server.ts";
import { receiveWebhook, updatePaymentStatus as update } from "./report-payment.server.ts";

export const updatePaymentStatus = endpoint({
  summary: "Settles a card payment when its buyer returns from the bank",
  description: "The server asks the card provider about the payment; `status` is only a hint.",
  session: "required",
  body: z.object({ id: z.uuid("invalid"), status: z.string().max(40).optional() }),
  reply: z.object({ status: orderStatus, order_id: z.number() }),
  errors: { 404: "No such payment of the caller.", 503: "The card provider does not answer. The order stays open." },
  handle: async (ctx, input) => {
    const { status, orderId } = await update(ctx, input);
    return { status, order_id: orderId };
  },
});

export const paymentWebhook = endpoint({
  summary: "Receives an event of the card provider, with its secret in the body",
  session: "optional",
  body: z.looseObject({
    id: line(80),
    type: line(60),
    secret_token: z.string("required").max(200),
    live: z.boolean("required"),
    data: z.looseObject({ id: line(80) }, "required"),
  }),
  reply: z.object({ message: z.string() }),
  errors: { 401: "The secret_token is wrong." },
  handle: async (ctx, input) => {
    await receiveWebhook(ctx, input);
    return { message: "stored" };
  },
});
