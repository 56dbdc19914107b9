import { call } from "#platform/api-client.ts";
import type * as settings from "./api.server.ts";

export const callGetTaxPercentage = call<typeof settings.getTaxPercentage>("/api/get-tax-percentage");
