import { useEffect, useRef, type RefObject } from "react";
import { marginOf, mayAutoplay } from "./autoplay.ts";

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const savesData = () => "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

/**
 * Calls `begin` once, within `pixels` of the viewport; never with prefers-reduced-motion or Save-Data, or without
 * `pixels`. Returns a cancel function, for a visitor who has started the video.
 */
export function useWhenNearViewport(
  element: RefObject<Element | null>,
  pixels: number | undefined,
  begin: () => void,
): () => void {
  const hasBegun = useRef(false);
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => {
    if (pixels === undefined || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.some((entry) => entry.isIntersecting);
        if (
          !mayAutoplay({
            isNear,
            hasBegun: hasBegun.current,
            prefersReducedMotion: prefersReducedMotion(),
            savesData: savesData(),
          })
        )
          return;
        hasBegun.current = true;
        observer.disconnect();
        latest.current();
      },
      { rootMargin: marginOf(pixels) },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, pixels]);
  return () => {
    hasBegun.current = true;
  };
}
