import { clsx } from "clsx/lite";
import {
  startTransition,
  useCallback,
  useRef,
  useState,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useSyncExternalStore,
} from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { CarouselContext } from "./carousel-context.ts";
import type CarouselEngine from "./carousel-engine.tsx";
import type { Embla } from "./carousel-pace.ts";

interface AutoplayOptions {
  /** Milliseconds between movements. Without it there is no autoplay. */
  autoplayMs?: number | undefined;
  /** Milliseconds until the first movement, if different. */
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

const usePrefersReducedMotion = (): boolean =>
  useSyncExternalStore(
    watchReducedMotion,
    () => matchMedia(reducedMotion).matches,
    () => false,
  );

/**
 * Calls `advance` repeatedly. Pauses while the pointer or the focus is inside, the tab is hidden, the visitor has
 * stopped it, or motion is reduced. The full wait starts again afterwards.
 */
function useAutoplay({ autoplayMs, startDelay = autoplayMs }: AutoplayOptions, advance: (() => void) | undefined) {
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
  // A layout effect, so that the timer stops in the same frame that shows it stopped.
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
    /** Whether autoplay can run at all. */
    canMove: autoplayMs !== undefined && !prefersReducedMotion,
    isStopped,
    toggle: () => setStopped(!isStopped),
    handlers: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: (event: { currentTarget: Element; relatedTarget: EventTarget | null }) =>
        setFocus(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)),
    },
  };
}

export interface CarouselProps extends AutoplayOptions {
  label: string;
  slideCount: number;
  loop?: boolean;
  durationMs?: number;
  className?: string;
  /** `CarouselSlides` once, optionally `CarouselArrows` and `CarouselProgress`, and any other content. */
  children: ReactNode;
}

type Move = (embla: Embla) => void;

const goToNextOrFirst: Move = (embla) => (embla.canScrollNext() ? embla.scrollNext() : embla.scrollTo(0));

/**
 * A carousel. The browser scrolls it until its first use, and always without script. With `autoplayMs`, its first
 * element is a button that pauses it.
 */
export function Carousel({
  label,
  slideCount,
  loop = false,
  autoplayMs,
  startDelay,
  durationMs = 300,
  className,
  children,
}: CarouselProps) {
  const direction = useLocale() === "ar" ? "rtl" : "ltr";
  const prefersReducedMotion = usePrefersReducedMotion();
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const [Engine, setEngine] = useState<typeof CarouselEngine>();
  const engine = useRef<Embla>(undefined);
  const pendingMove = useRef<Move>(undefined);
  const [position, setPosition] = useState({
    index: 0,
    stopCount: slideCount,
    canGoBack: loop,
    canGoForward: loop || slideCount > 1,
    isReady: false,
  });

  // If the engine fails to load, visitors can still scroll the list by hand.
  const loadEngine = () =>
    void import("./carousel-engine.tsx").then(
      (module) => setEngine(() => module.default),
      () => {},
    );
  const handleReady = useCallback((embla: Embla) => {
    engine.current = embla;
    const updatePosition = () =>
      setPosition({
        index: embla.selectedScrollSnap(),
        stopCount: embla.scrollSnapList().length,
        canGoBack: embla.canScrollPrev(),
        canGoForward: embla.canScrollNext(),
        isReady: true,
      });
    // React may render a normal update between the blur and the focus event of one Tab key. The slides would stop being
    // focusable just when the focus moves to them, and the focus would be lost. A transition renders in its own task.
    startTransition(updatePosition);
    embla.on("select", updatePosition).on("reInit", updatePosition);
    pendingMove.current?.(embla);
    pendingMove.current = undefined;
  }, []);
  function move(action: Move) {
    if (engine.current) return action(engine.current);
    pendingMove.current = action;
    return loadEngine();
  }

  const autoplay = useAutoplay(
    { autoplayMs, startDelay },
    position.stopCount > 1 ? () => move(goToNextOrFirst) : undefined,
  );
  const withEngineLoad = (handler: () => void) => () => {
    handler();
    if (slideCount > 1) loadEngine();
  };
  const handlers = {
    ...autoplay.handlers,
    onPointerEnter: withEngineLoad(autoplay.handlers.onPointerEnter),
    onFocus: withEngineLoad(autoplay.handlers.onFocus),
  };
  return (
    <section
      aria-roledescription={m.ui_carousel()}
      aria-label={label}
      {...handlers}
      className={clsx("relative", className)}
    >
      {autoplay.canMove && (
        <button
          type="button"
          onClick={autoplay.toggle}
          className="sr-only rounded-control bg-surface text-sm font-medium text-ink shadow-2 focus-visible:not-sr-only focus-visible:absolute! focus-visible:start-4 focus-visible:top-4 focus-visible:z-3 focus-visible:px-4! focus-visible:py-2.5! noscript:hidden"
        >
          {autoplay.isStopped ? m.ui_carousel_play() : m.ui_carousel_pause()}
        </button>
      )}
      <CarouselContext
        value={{
          ...position,
          label,
          slideCount,
          goBack: () => move((embla) => embla.scrollPrev()),
          goForward: () => move(goToNextOrFirst),
          isMoving: autoplay.isMoving,
          viewport: setViewport,
        }}
      >
        {children}
      </CarouselContext>
      {Engine && viewport && (
        <Engine
          viewport={viewport}
          loop={loop}
          direction={direction}
          durationMs={prefersReducedMotion ? 0 : durationMs}
          onReady={handleReady}
        />
      )}
    </section>
  );
}
