import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { onSessionChange } from "#platform/session-token.ts";
import { onWindowLoad } from "#ui/on-window-load.ts";

/** a link to the current page neither navigates nor scrolls. */
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

/** Specification §2: a page settles at its top before it scrolls to its hash. */
const hashScrollDelayMs = 1000;

const elementOfHash = (hash: string) => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

/** Cancelled when the visitor leaves the page or scrolls from `top`. Returns a cancel function. */
function scrollToHashLater(hash: string, top: number): () => void {
  const { href } = window.location;
  const timer = setTimeout(() => {
    const isWaiting = window.location.href === href && Math.abs(window.scrollY - top) < 2;
    if (isWaiting) elementOfHash(hash)?.scrollIntoView({ behavior: prefersReducedMotion() ? "instant" : "smooth" });
  }, hashScrollDelayMs);
  return () => clearTimeout(timer);
}

export function useNavigationEffects(): void {
  const location = useLocation();
  const type = useNavigationType();
  const shown = useRef(location.pathname);

  useEffect(() => {
    // The capture phase of the window comes before React's handlers.
    window.addEventListener("click", ignoreCurrentPage, true);
    // With a listener, a login or logout in another tab changes this page's header too.
    const stop = onSessionChange(() => {});
    // For deferred-hydration.ts, which replays early clicks.
    window.dispatchEvent(new Event("hydrated"));
    return () => {
      window.removeEventListener("click", ignoreCurrentPage, true);
      stop();
    };
  }, []);

  useEffect(() => {
    // A fresh address scrolls to its hash like an internal link (head-script.ts); other visits restore the position.
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
    // Before paint, and after ScrollRestoration, which would jump to the hash at once.
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
