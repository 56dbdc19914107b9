import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { staffCall, type StaffApiError } from "../api.ts";
import type { RunCalendar } from "./types.ts";

/** What is taught between two days; the month before stays until the next one has come. */
export function useCalendar(from: string, to: string): UseQueryResult<RunCalendar, StaffApiError> {
  return useQuery<RunCalendar, StaffApiError>({
    queryKey: ["staff", "run-calendar", from, to],
    queryFn: ({ signal }) => staffCall<RunCalendar>("GET run-calendar", { from, to }, signal),
    placeholderData: keepPreviousData,
  });
}
