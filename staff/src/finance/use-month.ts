import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { StaffReply } from "../api-types.ts";
import { callStaff, type StaffApiError } from "../api.ts";
import { today } from "../parts/days.ts";

export type Figures = Pick<Month, "sales" | "sales_tax" | "refunds" | "refund_tax" | "net" | "tax" | "total">;
export type LastCheck = NonNullable<Month["check"]>;
export type Month = StaffReply<"GET /api/staff/months/:id">;

/** One side of a comparison with the card provider. */
export interface Books {
  count: number;
  in: string;
  out: string;
}

/** That of today in Riyadh. */
export const thisMonth = () => today().slice(0, 7);

/** The month of the address, this one without, and how to go to another. */
export function useChosenMonth(): [string, (month: string) => void] {
  const [query, setQuery] = useSearchParams();
  const monthParam = query.get("month") ?? "";
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(monthParam) && monthParam <= thisMonth() ? monthParam : thisMonth();
  return [month, (month) => setQuery({ month })];
}

export const monthKey = (month: string) => ["finance", "month", month];

/** A month's books; those of the month before stay in sight while another loads. */
export function useMonth(month: string) {
  return useQuery<Month, StaffApiError>({
    queryKey: monthKey(month),
    queryFn: ({ signal }) => callStaff("GET /api/staff/months/:id", { id: month }, signal),
  });
}
