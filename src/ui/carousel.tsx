import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { CarouselContext } from "./carousel-context.ts";
import { paced, stepsOf, type Embla } from "./carousel-pace.ts";
import { cx } from "./cx.ts";
import { useAutoplay, useCalm, type AutoplayOptions } from "./use-autoplay.ts";

export interface CarouselProps extends AutoplayOptions {
  /** Names the region. */
  label: string;
  /** How many slides there are. */
  count: number;
  /** After the last comes the first. */
  loop?: boolean;
  /** How long a movement takes. */
  durationMs?: number;
  className?: string;
  /** `CarouselSlides`, once; `CarouselArrows` and `CarouselProgress` where the design has them; anything else around them. */
  children: ReactNode;
}

/**
 * Slides side by side in the page's direction. Until the script has come, and without it, the browser scrolls them. Moves by
 * itself with `autoplayMs`, and then has a button to stop it as its first element.
 */
export function Carousel({ label, count, loop = false, autoplayMs, startDelay, durationMs = 300, className, children }: CarouselProps) {
  const region = useRef<HTMLElement>(null);
  const isCalm = useCalm();
  const direction = useLocale() === "ar" ? ("rtl" as const) : ("ltr" as const);
  const options = useMemo(() => ({ loop, direction, align: "start" as const, duration: isCalm ? 0 : stepsOf(durationMs) }), [loop, direction, isCalm, durationMs]);
  const plugins = useMemo(() => [paced(durationMs)], [durationMs]);
  const [frame, embla] = useEmblaCarousel(options, plugins);
  const [place, setPlace] = useState({ at: 0, count, canGoBack: loop, canGoOn: loop || count > 1 });

  useEffect(() => {
    if (!embla) return undefined;
    const read = () => setPlace({ at: embla.selectedScrollSnap(), count: embla.scrollSnapList().length, canGoBack: embla.canScrollPrev(), canGoOn: embla.canScrollNext() });
    // A visitor who was quicker than the script has scrolled the list itself.
    embla.rootNode().scrollLeft = 0;
    read();
    embla.on("select", read).on("reInit", read);
    return () => void embla.off("select", read).off("reInit", read);
  }, [embla]);
  useComingPictures(region, embla, place.at);

  const goOn = () => (embla?.canScrollNext() ? embla.scrollNext() : embla?.scrollTo(0));
  const { isMoving, canMove, isStopped, stopOrGo, handlers } = useAutoplay({ autoplayMs, startDelay }, embla && place.count > 1 ? goOn : undefined);
  return (
    <section ref={region} aria-roledescription={m.ui_carousel()} aria-label={label} {...handlers} className={cx("relative", className)}>
      {canMove && (
        <button type="button" onClick={stopOrGo} className="sr-only z-3 rounded-control bg-surface px-4 py-2.5 text-sm font-medium text-ink shadow-2 focus-visible:not-sr-only focus-visible:absolute! focus-visible:start-4 focus-visible:top-4 noscript:hidden">
          {isStopped ? m.ui_carousel_play() : m.ui_carousel_pause()}
        </button>
      )}
      <CarouselContext value={{ ...place, goBack: () => embla?.scrollPrev(), goOn, isMoving, frame, isReady: embla !== undefined }}>{children}</CarouselContext>
    </section>
  );
}

/** A picture outside the frame is lazy, so it would come after its slide: fetched as soon as its slide is the next one. */
function useComingPictures(region: RefObject<HTMLElement | null>, embla: Embla | undefined, at: number) {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!region.current) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: "200px 0px" });
    observer.observe(region.current);
    return () => observer.disconnect();
  }, [region]);
  useEffect(() => {
    if (!embla || !isNear) return undefined;
    const fetchNext = () => {
      const slides = embla.slideNodes();
      const shown = Math.round(embla.rootNode().clientWidth / (slides[0]?.offsetWidth || 1));
      for (let ahead = 0; ahead <= shown; ahead++) slides[(at + ahead) % slides.length]?.querySelector("img[loading=lazy]")?.setAttribute("loading", "eager");
    };
    // After what the page itself needs.
    if (document.readyState === "complete") fetchNext();
    else addEventListener("load", fetchNext, { once: true });
    return () => removeEventListener("load", fetchNext);
  }, [embla, at, isNear]);
}
