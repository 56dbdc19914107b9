import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";

/** Number of items of each kind in each view. A list omits the numbers while they load, or if they fail to load. */
export const useCounts = () => useQuery(staffQuery("GET /api/staff/content-counts")).data?.data;
