import { clsx } from "clsx/lite";
import { useCallback, useRef, useState, type ReactNode } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { CarouselContext } from "./carousel-context.ts";
import type CarouselEngine from "./carousel-engine.tsx";
import type { Embla } from "./carousel-pace.ts";
import { useAutoplay, usePrefersReducedMotion, type AutoplayOptions } from "./use-autoplay.ts";

export interface CarouselProps extends AutoplayOptions {
  label: string;
  count: number;
  loop?: boolean;
  durationMs?: number;
  className?: string;
  /** `CarouselSlides`, once; optional `CarouselArrows` and `CarouselProgress`; anything else around them. */
  children: ReactNode;
}

type Move = (embla: Embla) => void;

const onward: Move = (embla) => (embla.canScrollNext() ? embla.scrollNext() : embla.scrollTo(0));

/**
 * Until it is used, and without script, the browser scrolls the slides. With `autoplayMs` its first element is a button
 * that stops it.
 */
export function Carousel({
  label,
  count,
  loop = false,
  autoplayMs,
  startDelay,
  durationMs = 300,
  className,
  children,
}: CarouselProps) {
  const direction = useLocale() === "ar" ? "rtl" : "ltr";
  const isCalm = usePrefersReducedMotion();
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const [Engine, setEngine] = useState<typeof CarouselEngine>();
  const engine = useRef<Embla>(undefined);
  const waiting = useRef<Move>(undefined);
  const [place, setPlace] = useState({ at: 0, count, canGoBack: loop, canGoOn: loop || count > 1, isReady: false });

  // When its code cannot be loaded, the list can still be scrolled by hand.
  const fetchEngine = () =>
    void import("./carousel-engine.tsx").then(
      (code) => setEngine(() => code.default),
      () => {},
    );
  const begin = useCallback((embla: Embla) => {
    engine.current = embla;
    const read = () =>
      setPlace({
        at: embla.selectedScrollSnap(),
        count: embla.scrollSnapList().length,
        canGoBack: embla.canScrollPrev(),
        canGoOn: embla.canScrollNext(),
        isReady: true,
      });
    read();
    embla.on("select", read).on("reInit", read);
    waiting.current?.(embla);
    waiting.current = undefined;
  }, []);
  function move(how: Move) {
    if (engine.current) return how(engine.current);
    waiting.current = how;
    return fetchEngine();
  }

  const autoplay = useAutoplay({ autoplayMs, startDelay }, place.count > 1 ? () => move(onward) : undefined);
  const nearing = (tell: () => void) => () => {
    tell();
    if (count > 1) fetchEngine();
  };
  const handlers = {
    ...autoplay.handlers,
    onPointerEnter: nearing(autoplay.handlers.onPointerEnter),
    onFocus: nearing(autoplay.handlers.onFocus),
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
          onClick={autoplay.stopOrGo}
          className="sr-only rounded-control bg-surface text-sm font-medium text-ink shadow-2 focus-visible:not-sr-only focus-visible:absolute! focus-visible:start-4 focus-visible:top-4 focus-visible:z-3 focus-visible:px-4! focus-visible:py-2.5! noscript:hidden"
        >
          {autoplay.isStopped ? m.ui_carousel_play() : m.ui_carousel_pause()}
        </button>
      )}
      <CarouselContext
        value={{
          ...place,
          label,
          slides: count,
          goBack: () => move((embla) => embla.scrollPrev()),
          goOn: () => move(onward),
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
          durationMs={isCalm ? 0 : durationMs}
          onReady={begin}
        />
      )}
    </section>
  );
}
