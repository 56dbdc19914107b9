import { queryOptions, useQuery } from "@tanstack/react-query";
import type { StaffReply } from "../api-types.ts";
import { callStaff } from "../api.ts";

export type Dashboard = StaffReply<"GET /api/staff/dashboard">;
/** The type of a part of the dashboard. The reply omits the parts that the person may not see. */
export type Part<Name extends keyof Dashboard> = NonNullable<Dashboard[Name]>;

export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => callStaff("GET /api/staff/dashboard", {}, signal),
  staleTime: 30_000,
});

/** Loads the dashboard for the Today page and the menu, and again each minute while the portal is visible. */
export const useDashboard = () => useQuery({ ...dashboardQuery, refetchInterval: 60_000 });
