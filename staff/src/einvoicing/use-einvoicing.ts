import { useQuery } from "@tanstack/react-query";
import type { RowOf, StaffReply } from "../api-types.ts";
import { staffQuery } from "../api.ts";

export type EInvoicing = StaffReply<"GET /api/staff/einvoicing">;
export type EInvoice = RowOf<"einvoices">;

/** Documents are sealed and accepted within seconds, so an open page refreshes this often. */
export const refetchMs = 5000;

/** The state of e-invoicing. `refetchInterval` in milliseconds, for pages on which it changes. */
export const useEInvoicing = (refetchInterval: number | false = false) =>
  useQuery({ ...staffQuery("GET /api/staff/einvoicing"), refetchInterval });
