import type { Env } from "#platform/env.server.ts";
import type { EInvoiceEnvironment, EInvoicingAuthority } from "./authority.ts";
import { fatoora } from "./fatoora.server.ts";

/** The authority's adapter for one of its environments. */
export const einvoicingAuthority = (env: Env, environment: EInvoiceEnvironment): EInvoicingAuthority =>
  fatoora(env, environment);
