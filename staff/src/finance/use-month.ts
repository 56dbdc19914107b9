import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { StaffReply } from "../api-types.ts";
import { callStaff, type StaffApiError } from "../api.ts";
import { today } from "../parts/days.ts";

export type Figures = Pick<Month, "sales" | "salesTax" | "refunds" | "refundTax" | "net" | "tax" | "total">;
export type LastCheck = NonNullable<Month["check"]>;
export type Month = StaffReply<"GET /api/staff/months/:id">;

/** One side of the comparison with the card provider. Amounts in riyals. */
export interface Books {
  count: number;
  in: string;
  out: string;
}

/** The current month in Riyadh. */
export const getCurrentMonth = () => today().slice(0, 7);

/** The month in the address, by default the current one, and a function to change it. */
export function useChosenMonth(): [string, (month: string) => void] {
  const [query, setQuery] = useSearchParams();
  const monthParam = query.get("month") ?? "";
  const month =
    /^20\d\d-(0[1-9]|1[0-2])$/.test(monthParam) && monthParam <= getCurrentMonth() ? monthParam : getCurrentMonth();
  return [month, (month) => setQuery({ month })];
}

export const getMonthQueryKey = (month: string) => ["finance", "month", month];

/** Loads the sales, tax and checks of a month. */
export function useMonth(month: string) {
  return useQuery<Month, StaffApiError>({
    queryKey: getMonthQueryKey(month),
    queryFn: ({ signal }) => callStaff("GET /api/staff/months/:id", { id: month }, signal),
  });
}
