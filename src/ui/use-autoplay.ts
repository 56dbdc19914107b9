import { useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

export interface AutoplayOptions {
  /** Milliseconds between movements; none without it. */
  autoplayMs?: number | undefined;
  /** Milliseconds until the first movement, when they differ. */
  startDelay?: number | undefined;
}

const reducedMotion = "(prefers-reduced-motion: reduce)";
function watchReducedMotion(onChange: () => void): () => void {
  const query = matchMedia(reducedMotion);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
function watchHidden(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

export const usePrefersReducedMotion = (): boolean =>
  useSyncExternalStore(
    watchReducedMotion,
    () => matchMedia(reducedMotion).matches,
    () => false,
  );

/**
 * Calls `advance` repeatedly, but not while the pointer or the focus is inside, the tab is hidden, it is stopped or
 * motion is reduced; then the wait starts anew.
 */
export function useAutoplay(
  { autoplayMs, startDelay = autoplayMs }: AutoplayOptions,
  advance: (() => void) | undefined,
) {
  const prefersReducedMotion = usePrefersReducedMotion();
  const isHidden = useSyncExternalStore(
    watchHidden,
    () => document.hidden,
    () => false,
  );
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const hasMoved = useRef(false);
  const move = useEffectEvent(() => advance?.());
  const isMoving =
    autoplayMs !== undefined &&
    advance !== undefined &&
    !prefersReducedMotion &&
    !isHidden &&
    !hasPointer &&
    !hasFocus &&
    !isStopped;
  // A layout effect: the clock stops with the paint that shows it stopped.
  useLayoutEffect(() => {
    if (!isMoving) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (milliseconds: number | undefined) => {
      timer = setTimeout(() => {
        hasMoved.current = true;
        move();
        wait(autoplayMs);
      }, milliseconds);
    };
    wait(hasMoved.current ? autoplayMs : startDelay);
    return () => clearTimeout(timer);
  }, [isMoving, autoplayMs, startDelay]);
  return {
    isMoving,
    /** Whether there is anything to stop. */
    canMove: autoplayMs !== undefined && !prefersReducedMotion,
    isStopped,
    stopOrGo: () => setStopped(!isStopped),
    handlers: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: (event: { currentTarget: Element; relatedTarget: EventTarget | null }) =>
        setFocus(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
