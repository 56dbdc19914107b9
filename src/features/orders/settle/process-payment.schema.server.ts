import { z } from "zod";
import { id, userId } from "#features/orders/fields.server.ts";
import { orderReply } from "#features/orders/order-reply.server.ts";

const amount = z.union([z.string().max(20), z.number()], "required").transform(String);

/** Handled in features/orders/staff, which joins features. */
export const processPaymentCall = {
  body: z.object({
    user_id: userId,
    order_id: id.optional(),
    course_id: id.meta({ description: "The run's id of a line of the order" }),
    sub_total: amount,
    tax: amount,
    total: amount,
    payment_response: z.looseObject({ id: z.uuid("invalid") }, "required"),
  }),
  reply: z.object({ order: orderReply, transaction_url: z.string().nullable() }),
};
