import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { onSessionChange } from "#platform/session-token.ts";
import { onceLoaded } from "#ui/once-loaded.ts";

/** A click on the link of the very page one is on does nothing visible: no navigation, no jump to the top. */
function ignoreCurrentPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link?.href === window.location.href && !link.hash && !link.target && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) event.preventDefault();
}

const reducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Specification §2: a page first settles at its top, then goes to the part its address names. */
const partAfterMs = 1000;

const partOf = (hash: string) => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // A hash that is no text names nothing.
    return null;
  }
};

/** Goes to the part in a second, unless the visitor has left the page or moved it from `top` meanwhile. The answer takes it back. */
function goToPartLater(hash: string, top: number): () => void {
  const { href } = window.location;
  const timer = setTimeout(() => {
    const isWaiting = window.location.href === href && Math.abs(window.scrollY - top) < 2;
    if (isWaiting) partOf(hash)?.scrollIntoView({ behavior: reducedMotion() ? "instant" : "smooth" });
  }, partAfterMs);
  return () => clearTimeout(timer);
}

/** What the frame does beside showing itself: scrolling and focus on navigation, the header's state across tabs. */
export function useFrameEffects(): void {
  const location = useLocation();
  const type = useNavigationType();
  const shown = useRef(location.pathname);

  useEffect(() => {
    // In the capture phase of the window it comes before React's own handlers.
    window.addEventListener("click", ignoreCurrentPage, true);
    // While somebody listens, a login or logout in another tab changes this page's header too.
    const stop = onSessionChange(() => {});
    // For deferred-hydration.ts, which has kept what was clicked too early.
    window.dispatchEvent(new Event("hydrated"));
    return () => {
      window.removeEventListener("click", ignoreCurrentPage, true);
      stop();
    };
  }, []);

  useEffect(() => {
    // A fresh address is gone to like a link inside the site: head-script.ts keeps the browser from jumping there. After a reload, back
    // or forward the place is restored instead.
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (visit?.type !== "navigate") return undefined;
    let stay = () => {};
    const stop = onceLoaded(() => {
      if (window.location.hash) stay = goToPartLater(window.location.hash, 0);
    });
    return () => {
      stop();
      stay();
    };
  }, []);

  useLayoutEffect(() => {
    // Before this is painted, and after ScrollRestoration, which would go to the part at once.
    if (type !== "POP" && location.hash && shown.current !== location.pathname) queueMicrotask(() => window.scrollTo({ top: 0, behavior: "instant" }));
  }, [location, type]);

  useEffect(() => {
    const { pathname, hash } = location;
    const isNewPage = shown.current !== pathname;
    shown.current = pathname;
    if (type === "POP") return; // first page, back and forward: the browser and ScrollRestoration put it where it was
    const main = document.getElementById("main");
    if (isNewPage && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    if (!hash) return;
    return goToPartLater(hash, isNewPage ? 0 : window.scrollY);
  }, [location, type]);
}
