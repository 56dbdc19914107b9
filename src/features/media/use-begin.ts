import { useEffect, useRef, type RefObject } from "react";
import { marginOf, mayBegin } from "./autoplay.ts";

const wantsCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const savesData = () => "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

/**
 * Calls `begin` once, when `element` comes within `pixels` of the window; never when the visitor wants less motion or saves
 * data, or without `pixels`. The answer ends the waiting: call it when the visitor has begun the film.
 */
export function useBegin(element: RefObject<Element | null>, pixels: number | undefined, begin: () => void): () => void {
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
        if (!mayBegin({ isNear, hasBegun: hasBegun.current, wantsCalm: wantsCalm(), savesData: savesData() })) return;
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
