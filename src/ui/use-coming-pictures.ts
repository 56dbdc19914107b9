import { useEffect, useState } from "react";
import { onceLoaded } from "./once-loaded.ts";

/**
 * Fetches the pictures of the slides in view from place `at` on, and the next one's. They are lazy, and a slide outside the
 * frame would come before its picture. Nothing is fetched before it `isWanted`, while the frame is far from the window or the page still loads.
 */
export function useComingPictures(frame: HTMLElement | null, at: number, isWanted: boolean): void {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!frame) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: "200px 0px" });
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frame]);
  useEffect(() => {
    if (!frame || !isNear || !isWanted) return undefined;
    const fetchNext = () => {
      const slides = [...frame.querySelectorAll<HTMLElement>(":scope > ul > li")];
      const shown = Math.round(frame.clientWidth / (slides[0]?.offsetWidth || 1));
      for (let ahead = 0; ahead <= shown; ahead++) slides[(at + ahead) % slides.length]?.querySelector("img[loading=lazy]")?.setAttribute("loading", "eager");
    };
    return onceLoaded(fetchNext);
  }, [frame, at, isNear, isWanted]);
}
