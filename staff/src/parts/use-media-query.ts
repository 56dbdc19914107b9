import { useSyncExternalStore } from "react";

/** Whether a media query matches, such as `(width < 768px)`. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const queryList = matchMedia(query);
      queryList.addEventListener("change", onChange);
      return () => queryList.removeEventListener("change", onChange);
    },
    () => matchMedia(query).matches,
  );
}
