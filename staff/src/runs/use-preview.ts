import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { staffCall, type StaffApiError } from "../api.ts";

/** What a change would do, asked anew for every dialog: it is about people and money. */
export function usePreview<Reply>(path: string): UseQueryResult<Reply, StaffApiError> {
  return useQuery<Reply, StaffApiError>({
    // Apart from what a change asks for again: a run that has just been cancelled has no preview.
    queryKey: ["preview", path],
    queryFn: ({ signal }) => staffCall<Reply>(`POST ${path}`, {}, signal),
    gcTime: 0,
    staleTime: 0,
  });
}
