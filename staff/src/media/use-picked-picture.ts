import { useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";

/**
 * The library's entry of the picture that content holds as `value`; none for an empty value, and for a picture that is not
 * in the library. Asks again each second while its sizes are made.
 */
export function usePickedPicture(value: string) {
  return useQuery({
    queryKey: ["media", "picked", value],
    queryFn: ({ signal }) => callStaff("GET /api/staff/media", { image: value }, signal),
    enabled: value !== "",
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === "queued" ? 1000 : false),
  });
}
