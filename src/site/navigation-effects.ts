import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { onSessionChange } from "#platform/session-token.ts";
import { onWindowLoad } from "#ui/on-window-load.ts";

/** A click on the link of the very page one is on does nothing visible: no navigation, no jump to the top. */
function ignoreCurrentPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (
    link?.href === window.location.href &&
    !link.hash &&
    !link.target &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey
  )
    event.preventDefault();
}

const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Specification §2: a page first settles at its top, then goes to the part its address names. */
const hashScrollDelayMs = 1000;

const elementOfHash = (hash: string) => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // Not valid percent-encoding.
    return null;
  }
};

/**
 * Scrolls to the hash's element in a second, unless the visitor has left the page or scrolled from `top` meanwhile.
 * Returns a cancel function.
 */
function scrollToHashLater(hash: string, top: number): () => void {
  const { href } = window.location;
  const timer = setTimeout(() => {
    const isWaiting = window.location.href === href && Math.abs(window.scrollY - top) < 2;
    if (isWaiting) elementOfHash(hash)?.scrollIntoView({ behavior: prefersReducedMotion() ? "instant" : "smooth" });
  }, hashScrollDelayMs);
  return () => clearTimeout(timer);
}

/** Effects of the app shell: scrolling and focus on navigation, the header's state across tabs. */
export function useNavigationEffects(): void {
  const location = useLocation();
  const type = useNavigationType();
  const shown = useRef(location.pathname);

  useEffect(() => {
    // In the capture phase of the window it comes before React's own handlers.
    window.addEventListener("click", ignoreCurrentPage, true);
    // While someone listens, a login or logout in another tab changes this page's header too.
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
    const stop = onWindowLoad(() => {
      if (window.location.hash) stay = scrollToHashLater(window.location.hash, 0);
    });
    return () => {
      stop();
      stay();
    };
  }, []);

  useLayoutEffect(() => {
    // Before this is painted, and after ScrollRestoration, which would go to the part at once.
    if (type !== "POP" && location.hash && shown.current !== location.pathname)
      queueMicrotask(() => window.scrollTo({ top: 0, behavior: "instant" }));
  }, [location, type]);

  useEffect(() => {
    const { pathname, hash } = location;
    const isNewPage = shown.current !== pathname;
    shown.current = pathname;
    if (type === "POP") return; // first page, back and forward: the browser and ScrollRestoration put it where it was
    const main = document.getElementById("main");
    if (isNewPage && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    if (!hash) return;
    return scrollToHashLater(hash, isNewPage ? 0 : window.scrollY);
  }, [location, type]);
}
