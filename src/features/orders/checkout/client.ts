import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callValidateBillingAddress = call<typeof api.validateBillingAddress>("/api/validate-billing-address");
export const callBeginCheckout = call<typeof api.beginCheckout>("/api/begin-checkout");
