/** The feature's calls from the browser. */
import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callCheckCourseBooking = call<typeof api.checkCourseBooking>("/api/check-course-booking");
export const callValidateBillingAddress = call<typeof api.validateBillingAddress>("/api/validate-billing-address");
export const callBeginCheckout = call<typeof api.beginCheckout>("/api/begin-checkout");
export const callProcessPayment = call<typeof api.processPayment>("/api/process-payment");
export const callUpdatePaymentStatus = call<typeof api.updatePaymentStatus>("/api/update-payment-status");
export const callOrders = call<typeof api.orders>("/api/orders");
export const callOrderDetails = call<typeof api.orderDetails>("/api/order_details");
export const callAssignSeats = call<typeof api.assignSeats>("/api/assign-seats");
