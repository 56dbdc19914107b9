import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { staffCall, type StaffApiError } from "../api.ts";
import { today } from "../ui/days.ts";

/** Decimals of riyals; refunds are negative. */
export interface Figures {
  sales: string;
  sales_tax: string;
  refunds: string;
  refund_tax: string;
  net: string;
  tax: string;
  total: string;
}
interface Series {
  count: number;
  first: string | null;
  last: string | null;
  missing: number[];
}
export interface LastCheck {
  task_id: number;
  ended_at: string;
  faults: number;
  result: Record<string, unknown> | null;
}
export interface Month extends Figures {
  id: string;
  vat_due_on: string;
  is_over: boolean;
  ends_at: string;
  /** Its list is in order since its end. */
  is_ready: boolean;
  closed: {
    by: { id: string; name: string };
    at: string;
    differences: { figure: "sales" | "sales_tax" | "refunds" | "refund_tax"; kept: string; now: string }[];
  } | null;
  seats: number;
  invoices: Series;
  credit_notes: Series;
  courses: ({ name_eng: string; name_ar: string | null; seats: number } & Figures)[];
  days: ({ day: string; seats: number } & Figures)[];
  open_refunds: { id: number; order_id: number; amount: string; status: string }[];
  comparison: LastCheck | null;
  check: LastCheck | null;
  /** Who gets the figures of the month before on the first of a month. */
  accountant: string | null;
}

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
  const asked = query.get("month") ?? "";
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) && asked <= thisMonth() ? asked : thisMonth();
  return [month, (month) => setQuery({ month })];
}

export const monthKey = (month: string) => ["finance", "month", month];

/** A month's books; those of the month before stay in sight while another loads. */
export function useMonth(month: string) {
  return useQuery<Month, StaffApiError>({
    queryKey: monthKey(month),
    queryFn: ({ signal }) => staffCall<Month>(`GET months/${month}`, undefined, signal),
  });
}
