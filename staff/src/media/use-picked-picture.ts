import { useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";

/**
 * Loads the media library's entry of a picture. `value` is the picture's name in the field `image` or `share_image` of
 * content. There is no entry for an empty value, or for a picture that is not in the library. Reloads the entry each
 * second while the server scales the picture.
 */
export function usePickedPicture(value: string) {
  return useQuery({
    queryKey: ["media", "picked", value],
    queryFn: ({ signal }) => callStaff("GET /api/staff/media", { image: value }, signal),
    enabled: value !== "",
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === "queued" ? 1000 : false),
  });
}
