import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";
import type { processPaymentCall } from "./process-payment.schema.server.ts";

export const callProcessPayment = call<typeof processPaymentCall>("/api/process-payment");
export const callUpdatePaymentStatus = call<typeof api.updatePaymentStatus>("/api/update-payment-status");
