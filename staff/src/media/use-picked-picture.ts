import { useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";

/**
 * Loads the library's entry of the picture that content stores as `value`. There is none for an empty value, or for a
 * picture that is not in the library. Reloads the entry each second while the sizes of the picture are made.
 */
export function usePickedPicture(value: string) {
  return useQuery({
    queryKey: ["media", "picked", value],
    queryFn: ({ signal }) => callStaff("GET /api/staff/media", { image: value }, signal),
    enabled: value !== "",
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === "queued" ? 1000 : false),
  });
}
