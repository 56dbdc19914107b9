import { call } from "#platform/api-client.ts";
import type * as settings from "./api.server.ts";

/** The settings' calls from the browser, typed by the endpoints themselves. */
export const callGetTaxPercentage = call<typeof settings.getTaxPercentage>("/api/get-tax-percentage");
