import { z } from "zod";
import { assignOpenSeats } from "#features/seats/assign-seats.server.ts";
import { seatAssignmentSchema } from "#features/seats/attendees.server.ts";
import { id, withRunId, userId } from "#features/orders/fields.server.ts";
import { orderDetailsCall, orderReply, ordersCall } from "#features/orders/order.schema.server.ts";
import { maxLines, maxQty } from "#features/orders/pricing.ts";
import { processPayment as process } from "#features/settlement/report-payment.server.ts";
import { requireViewer } from "#platform/context.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { m } from "#messages";
import { listMyOrders, myOrder } from "./my-orders.server.ts";
import { addressNotConfirmed } from "#features/people/confirmed-address.server.ts";

const amount = z.union([z.string().max(20), z.number()], "required").transform(String);

export const processPayment = endpoint({
  summary: "Records the payment that the browser made; the server fetches its state from the provider",
  session: "required",
  body: z.object({
    user_id: userId,
    order_id: id.optional(),
    course_id: id.meta({ description: "Run id of a line of the order" }),
    sub_total: amount,
    tax: amount,
    total: amount,
    payment_response: z.looseObject({ id: z.uuid("invalid") }, "required"),
  }),
  reply: z.object({ order: orderReply, transaction_url: z.string().nullable() }),
  errors: {
    403: "Another person's user_id.",
    404: "No such order of the caller.",
    409: "The payment belongs to another order, or the order can no longer be paid (its message says why).",
    503: "The card provider does not answer; the order is kept.",
  },
  handle: async (ctx, input) => {
    const settled = await process(ctx, withRunId(input));
    return {
      order: await myOrder(ctx, { user_id: input.user_id, order_id: settled.orderId }),
      transaction_url: settled.transactionUrl,
    };
  },
});

export const orders = endpoint({
  summary: "The caller's orders, newest first",
  session: "required",
  ...ordersCall,
  errors: { 403: "Another person's id." },
  handle: async (ctx, input) => ({ orders: await listMyOrders(ctx, input) }),
});

export const orderDetails = endpoint({
  summary: "One order of the caller",
  session: "required",
  ...orderDetailsCall,
  errors: { 403: "Another person's user_id.", 404: "No such order of the caller." },
  handle: async (ctx, input) => ({ order: await myOrder(ctx, input) }),
});

export const assignSeats = endpoint({
  summary: "Names seats of a paid order that have no name yet",
  description:
    "Possible until the course begins. Each person gets an email with their seat details. Saves all of the people or none. `seat` counts from 1 within its line (`seats_to_name` of the order).",
  session: "required",
  limit: "assignSeatsPerAddress",
  body: z.object({
    order_id: id,
    attendees: z
      .array(seatAssignmentSchema, "required")
      .min(1, "required")
      .max(maxLines * maxQty, "invalid"),
  }),
  reply: z.object({ order: orderReply, message: z.string() }),
  errors: {
    403: addressNotConfirmed,
    404: "No such order of the caller.",
    409: "The order is not paid, the course has begun or is cancelled, or the seat is refunded or has a name by now.",
  },
  handle: async (ctx, input) => {
    await assignOpenSeats(ctx, { order_id: input.order_id, attendees: input.attendees.map(withRunId) });
    const order = await myOrder(ctx, { user_id: requireViewer(ctx).id, order_id: input.order_id });
    return { order, message: m.orders_seats_saved({ count: input.attendees.length }, { locale: ctx.locale }) };
  },
});
