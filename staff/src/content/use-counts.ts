import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";

/** How many items of each kind are in each view; a list goes without the numbers while they load, or cannot. */
export const useCounts = () => useQuery(staffQuery("GET /api/staff/content-counts")).data?.data;
