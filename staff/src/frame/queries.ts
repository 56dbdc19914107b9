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
 * Whether a query loads for the first time. Returns false while a failed query is retried. So a page that waits for the
 * query keeps its content, with the part that retries, instead of showing a placeholder again.
 */
export const isFirstLoad = (query: { isLoading: boolean; isFetched: boolean }): boolean =>
  query.isLoading && !query.isFetched;

/** Reloads all data that the page shows. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries(), [client]);
}
