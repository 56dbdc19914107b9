import { call } from "#platform/api-client.ts";
import type { orderDetailsCall, ordersCall } from "./order-reply.server.ts";

export const callOrders = call<typeof ordersCall>("/api/orders");
export const callOrderDetails = call<typeof orderDetailsCall>("/api/order_details");
