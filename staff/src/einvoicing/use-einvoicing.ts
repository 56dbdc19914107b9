import { useQuery } from "@tanstack/react-query";
import type { RowOf, StaffReply } from "../api-types.ts";
import { staffQuery } from "../api.ts";

export type EInvoicing = StaffReply<"GET /api/staff/einvoicing">;
export type EInvoice = RowOf<"einvoices">;

/** Documents are sealed and decided within seconds: so often an open page looks again. */
export const refetchMs = 5000;

/** How e-invoicing stands; `refetchInterval` in milliseconds where that changes under one's eyes. */
export const useEInvoicing = (refetchInterval: number | false = false) =>
  useQuery({ ...staffQuery("GET /api/staff/einvoicing"), refetchInterval });
