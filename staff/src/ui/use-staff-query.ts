import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { staffCall, StaffApiError } from "../api.ts";

/**
 * What a page shows in place of what it has read. Null while there is something to show: reading it again may fail, and
 * what is open or typed on the page stays. What is gone or forbidden by now does not.
 */
export function failureOf({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const isOver = error instanceof StaffApiError && (error.status === 403 || error.status === 404);
  return data === undefined || isOver ? error : null;
}

/**
 * What a GET of the staff API answers, such as `"people/x/erasure"`; asked again by `refetch`, and not at all while
 * `isEnabled` is false.
 */
export function useStaffQuery<Reply>(
  path: string,
  { input, isEnabled = true }: { input?: Record<string, string>; isEnabled?: boolean } = {},
): UseQueryResult<Reply, StaffApiError> {
  return useQuery<Reply, StaffApiError>({
    queryKey: ["staff", path, input],
    queryFn: ({ signal }) => staffCall<Reply>(`GET ${path}`, input, signal),
    enabled: isEnabled,
  });
}
