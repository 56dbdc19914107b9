import { useMediaQuery } from "../use-media-query.ts";

/** `phone` shows a list as cards. Other widths decide which columns are shown (the design's STAFF.md §6). */
export function useListWidth(): "phone" | 768 | 1200 | 1440 {
  const isPhone = useMediaQuery("(width < 768px)");
  const isWide = useMediaQuery("(width >= 1200px)");
  const isWidest = useMediaQuery("(width >= 1440px)");
  if (isPhone) return "phone";
  if (isWidest) return 1440;
  return isWide ? 1200 : 768;
}
