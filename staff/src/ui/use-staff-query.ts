import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { staffCall, type StaffApiError } from "../api.ts";

/** What a GET of the staff API answers, such as `"people/x/erasure"`; asked again by `refetch`, and not at all while `isEnabled` is false. */
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
