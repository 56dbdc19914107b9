import { queryOptions, useQuery } from "@tanstack/react-query";
import type { StaffReply } from "../api-types.ts";
import { callStaff } from "../api.ts";

export type Dashboard = StaffReply<"GET /api/staff/dashboard">;
/** A part of the dashboard that the caller may see. */
export type Part<Name extends keyof Dashboard> = NonNullable<Dashboard[Name]>;

export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => callStaff("GET /api/staff/dashboard", {}, signal),
  staleTime: 30_000,
});

/** The dashboard, for this page and for the counts in the menu. Reloaded each minute while the portal is visible. */
export const useDashboard = () => useQuery({ ...dashboardQuery, refetchInterval: 60_000 });
