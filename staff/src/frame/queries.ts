import { useCallback } from "react";
import { QueryClient, useQueryClient } from "@tanstack/react-query";
import { StaffApiError } from "../api.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The server would refuse the same request again. Only after a lost connection (status 0) can a retry succeed.
      retry: (count, error) => count < 2 && error instanceof StaffApiError && error.status === 0,
    },
  },
});

/**
 * Whether a query has neither succeeded nor failed since its component was mounted. A page that waits only for this
 * first load keeps its content while one of its parts retries a failed query.
 */
export const isFirstLoad = (query: { isLoading: boolean; isFetchedAfterMount: boolean }): boolean =>
  query.isLoading && !query.isFetchedAfterMount;

/** Reloads all data that the page shows. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries(), [client]);
}
