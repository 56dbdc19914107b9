import { useEffect, useRef, type RefObject } from "react";

interface Playback {
  isNear: boolean;
  hasBegun: boolean;
  prefersReducedMotion: boolean;
  savesData: boolean;
}

/** Whether a video may start automatically: once, near the viewport, and never against the visitor's preferences. */
export const mayAutoplay = ({ isNear, hasBegun, prefersReducedMotion, savesData }: Playback): boolean =>
  isNear && !hasBegun && !prefersReducedMotion && !savesData;

/** Root margin for an IntersectionObserver: `pixels` above and below the viewport. */
export const toRootMargin = (pixels: number): string => `${pixels}px 0px`;

/** Address of the video page in a language; plays automatically, muted, if `isAutoplaying`. */
export function iframeUrl(page: string, locale: string, isAutoplaying: boolean): string {
  const query = new URLSearchParams({ lang: locale, ...(isAutoplaying ? { autoplay: "1", mute: "1" } : {}) });
  return `${page}?${query}`;
}

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const savesData = () => "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

/**
 * Calls `begin` once the element is within `pixels` of the viewport; never with prefers-reduced-motion or Save-Data,
 * or without `pixels`. Returns a cancel function, for a visitor who has started the video.
 */
export function useWhenNearViewport(
  element: RefObject<Element | null>,
  pixels: number | undefined,
  begin: () => void,
): () => void {
  const hasBegun = useRef(false);
  const latestBegin = useRef(begin);
  useEffect(() => {
    latestBegin.current = begin;
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
        latestBegin.current();
      },
      { rootMargin: toRootMargin(pixels) },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, pixels]);
  return () => {
    hasBegun.current = true;
  };
}
