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

/** Reloads all data that the page shows. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries(), [client]);
}
