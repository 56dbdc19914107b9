import { useCallback } from "react";
import { QueryClient, useQueryClient } from "@tanstack/react-query";
import { StaffApiError } from "../api.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A rejection stays a rejection. Only a lost connection is worth a retry.
      retry: (count, error) => count < 2 && error instanceof StaffApiError && error.status === 0,
    },
  },
});

/**
 * Whether a query loads for the first time. It is false while a failed query is retried, so a page that waits for the query
 * does not replace its content, and the part that retries it, by a placeholder again.
 */
export const isFirstLoad = (query: { isLoading: boolean; isFetched: boolean }): boolean =>
  query.isLoading && !query.isFetched;

/** Reloads all data that the page shows. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries(), [client]);
}
