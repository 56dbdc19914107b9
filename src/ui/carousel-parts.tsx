import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useContext, type ReactNode } from "react";
import { m } from "#messages";
import { CarouselContext, type CarouselState } from "./carousel-context.ts";
import { cx } from "./cx.ts";
import { IconButton, type IconButtonProps } from "./icon-button.tsx";

function useCarousel(): CarouselState {
  const state = useContext(CarouselContext);
  if (!state) throw new Error("A part of a carousel stands outside of it");
  return state;
}

export interface CarouselSlidesProps {
  slides: readonly { id: string | number; content: ReactNode }[];
  /** Width and gap of a slide: `basis-full ps-6 md:basis-1/2 lg:basis-1/4`, with `-ms-6` as the list's `className`. */
  slideClassName?: string;
  className?: string;
}

/** The list of slides; by the browser's own scrolling until the engine has come. */
export function CarouselSlides({ slides, slideClassName = "basis-full", className }: CarouselSlidesProps) {
  const { frame, isReady } = useCarousel();
  return (
    // What the browser scrolls can be scrolled by key.
    <div ref={frame} role="group" tabIndex={isReady ? undefined : 0} className={cx("h-full", isReady ? "overflow-hidden" : "snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]")}>
      <ul className={cx("flex h-full touch-pan-y touch-pinch-zoom", className)}>
        {slides.map(({ id, content }, index) => (
          <li key={id} aria-label={m.ui_carousel_slide({ at: index + 1, count: slides.length })} className={cx("grid min-w-0 flex-none snap-start", slideClassName)}>
            {content}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Previous and next; nothing when all slides are in view. */
export function CarouselArrows({ look = "round", className }: Pick<IconButtonProps, "look"> & { className?: string }) {
  const { count, canGoBack, canGoOn, goBack, goOn } = useCarousel();
  if (count < 2) return null;
  const size = look === "round" ? "size-12!" : undefined;
  return (
    <div className={cx("flex gap-2 noscript:hidden", className)}>
      <IconButton icon={ArrowLeft} mirrors look={look} label={m.ui_carousel_previous()} disabled={!canGoBack} onClick={goBack} className={size} />
      <IconButton icon={ArrowRight} mirrors look={look} label={m.ui_carousel_next()} disabled={!canGoOn} onClick={goOn} className={size} />
    </div>
  );
}

/** `01 / 44` and a line as far as one has come. */
export function CarouselProgress({ className }: { className?: string }) {
  const { at, count, isMoving } = useCarousel();
  if (count < 2) return null;
  return (
    <div className={cx("flex items-center gap-5 text-sm tabular-nums noscript:hidden", className)}>
      <bdi aria-live={isMoving ? "off" : "polite"} className="whitespace-nowrap">
        {String(at + 1).padStart(String(count).length, "0")} / {count}
      </bdi>
      {/* Attributes, because the policy of the page lets no style attribute through. */}
      <svg aria-hidden="true" viewBox={`0 0 ${count} 1`} preserveAspectRatio="none" className="h-0.5 min-w-0 flex-1 rtl:-scale-x-100">
        <rect width={count} height="1" className="fill-line" />
        <rect width={at + 1} height="1" className="fill-current" />
      </svg>
    </div>
  );
}
